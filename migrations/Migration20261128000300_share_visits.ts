import { Migration } from '@mikro-orm/migrations'

/** Each new visitor is looked for among those of the link, and many come to a popular one. */
export class Migration20261128000300_share_visits extends Migration {
  override up(): void {
    this.addSql(
      `create index share_access_log_visits_index on share_access_log (share_id, visitor, occurred_at desc)
       where action = 'opened'`,
    )
  }

  override down(): void {
    this.addSql('drop index share_access_log_visits_index')
  }
}
