import { Migration } from '@mikro-orm/migrations'

/** A link to a new address proves whose it is only together with a session of the account. */
export class Migration20261128000600_email_change_proof extends Migration {
  override up(): void {
    this.addSql('alter table email_changes add column new_proven boolean not null default false')
  }

  override down(): void {
    this.addSql('alter table email_changes drop column new_proven')
  }
}
