import { Migration } from '@mikro-orm/migrations'

const statements = [
  // A credit note is a document of its own, with its own series, that takes back a part of an invoice.
  'alter table invoices add column credited_invoice_id uuid references invoices (id)',
  `create index invoices_credited_invoice_id_index on invoices (credited_invoice_id)
    where credited_invoice_id is not null`,
  'alter table invoices add column reverse_charge boolean not null default false',
  // Payments are found by the id that their gateway gave them.
  `create index ledger_transactions_reference_index on ledger_transactions (driver, reference)
    where reference is not null`,
]

/** Credit notes, and the note that the buyer owes the tax. */
export class Migration20261124001020_credit_notes extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    this.addSql('drop index ledger_transactions_reference_index')
    this.addSql('alter table invoices drop column reverse_charge')
    this.addSql('alter table invoices drop column credited_invoice_id')
  }
}
