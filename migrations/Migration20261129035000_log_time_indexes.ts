import { Migration } from '@mikro-orm/migrations'

/** Old entries of both logs are found by their time, because a clock that was ahead orders the ids otherwise. */
export class Migration20261129035000_log_time_indexes extends Migration {
  override up(): void {
    this.addSql('create index audit_log_created_at_index on audit_log (created_at)')
    this.addSql('create index share_access_log_occurred_at_index on share_access_log (occurred_at)')
  }

  override down(): void {
    this.addSql('drop index audit_log_created_at_index, share_access_log_occurred_at_index')
  }
}
