import { Migration } from '@mikro-orm/migrations'

/** Whether the plan ends that was paid with what is refunded. */
export class Migration20261130021000_refunds_that_end_plans extends Migration {
  override up(): void {
    this.addSql('alter table refund_requests add column ends_plan boolean not null default false')
  }

  override down(): void {
    this.addSql('alter table refund_requests drop column ends_plan')
  }
}
