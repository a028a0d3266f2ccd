import { Migration } from '@mikro-orm/migrations'

/** The administrators' list of accounts by storage used walks this index instead of sorting all counters. */
export class Migration20261124001031_usage_order extends Migration {
  override up(): void {
    this.addSql('create index usage_used_bytes_index on usage (used_bytes, user_id)')
  }

  override down(): void {
    this.addSql('drop index usage_used_bytes_index')
  }
}
