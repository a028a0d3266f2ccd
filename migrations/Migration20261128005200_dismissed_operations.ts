import { Migration } from '@mikro-orm/migrations'

/** Failed operations are listed until a client has reported them. Those that ended before are not reported again. */
export class Migration20261128005200_dismissed_operations extends Migration {
  override up(): void {
    this.addSql('alter table operations add column dismissed boolean not null default false')
    this.addSql(`update operations set dismissed = true where state = 'failed'`)
  }

  override down(): void {
    this.addSql('alter table operations drop column dismissed')
  }
}
