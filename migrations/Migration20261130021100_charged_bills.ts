import { Migration } from '@mikro-orm/migrations'

/** Since when the answer of a bill's charge is awaited. */
export class Migration20261130021100_charged_bills extends Migration {
  override up(): void {
    this.addSql('alter table bills add column charged_at timestamptz')
    this.addSql("update bills set charged_at = now() where charge_amount is not null and status = 'open'")
  }

  override down(): void {
    this.addSql('alter table bills drop column charged_at')
  }
}
