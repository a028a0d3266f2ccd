import { Migration } from '@mikro-orm/migrations'

/** Each restore of the database: invoices issued since then have numbers that the former installation does not give. */
export class Migration20261127003200_invoice_series_suffixes extends Migration {
  override up(): void {
    this.addSql(
      'create table invoice_series_suffixes (suffix text primary key, created_at timestamptz not null default now())',
    )
  }

  /** Later invoices go on in the series without a suffix. */
  override down(): void {
    this.addSql('drop table invoice_series_suffixes')
  }
}
