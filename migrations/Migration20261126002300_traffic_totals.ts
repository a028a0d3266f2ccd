import { Migration } from '@mikro-orm/migrations'

/** Traffic of all accounts by day: the sum of the rows of an ended day, made once. */
export class Migration20261126002300_traffic_totals extends Migration {
  override up(): void {
    this.addSql('create index traffic_day_index on traffic (day)')
    this.addSql(`create table traffic_totals (
      day date not null primary key,
      uploaded_bytes bigint not null,
      downloaded_bytes bigint not null
    )`)
    this.addSql(`insert into traffic_totals (day, uploaded_bytes, downloaded_bytes)
      select day, sum(uploaded_bytes), sum(downloaded_bytes) from traffic
      where day < ((now() at time zone 'utc') - interval '1 hour')::date group by day`)
  }

  override down(): void {
    this.addSql('drop table traffic_totals')
    this.addSql('drop index traffic_day_index')
  }
}
