import { Migration } from '@mikro-orm/migrations'

const index = (rest: string) =>
  `create index usage_events_user_id_index on usage_events (user_id, feature, created_at, id) ${rest}`

/** Totals of a period are read from the index alone: an account's events of a month are spread over as many pages as readings. */
export class Migration20261125001210_usage_totals_index extends Migration {
  override up(): void {
    this.addSql('drop index usage_events_user_id_index')
    this.addSql(index('include (quantity)'))
  }

  override down(): void {
    this.addSql('drop index usage_events_user_id_index')
    this.addSql(index(''))
  }
}
