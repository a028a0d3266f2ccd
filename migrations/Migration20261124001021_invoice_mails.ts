import { Migration } from '@mikro-orm/migrations'

const statements = [
  'alter table users add column vat_number text',
  // The outbox of invoices: each is mailed once.
  `create table invoice_mails (
    invoice_id uuid primary key references invoices (id),
    sent_at timestamptz
  )`,
  'create index invoice_mails_waiting_index on invoice_mails (invoice_id) where sent_at is null',
]

/** VAT numbers of buyers, and which invoices were mailed. Those of before are not. */
export class Migration20261124001021_invoice_mails extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    this.addSql('drop table invoice_mails')
    this.addSql('alter table users drop column vat_number')
  }
}
