import { Migration } from '@mikro-orm/migrations'

/** Administrators are told of a refund or dispute also while the balance that it is taken from does not cover it. */
export class Migration20261126002110_told_reversals extends Migration {
  override up(): void {
    this.addSql('alter table gateway_reversals add column told_status text')
    this.addSql('update gateway_reversals set told_status = applied_status')
  }

  override down(): void {
    this.addSql('alter table gateway_reversals drop column told_status')
  }
}
