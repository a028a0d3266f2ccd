import { Migration } from '@mikro-orm/migrations'

/**
 * Whether a refund that was made at the gateway's side ends the plan. Those that are stored do not: until now they left the
 * plan as it was, so that a period could be given away.
 */
export class Migration20261130031000_reversals_that_end_plans extends Migration {
  override up(): void {
    this.addSql('alter table gateway_reversals add column ends_plan boolean not null default true')
    this.addSql("update gateway_reversals set ends_plan = false where kind = 'refund'")
  }

  override down(): void {
    this.addSql('alter table gateway_reversals drop column ends_plan')
  }
}
