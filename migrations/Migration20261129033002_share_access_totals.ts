import { Migration } from '@mikro-orm/migrations'

/** What the rows of an access log add up to, with a sign. */
const sums = (rows: string, sign = '') => `select share_id,
        ${sign} sum(visitor_count) filter (where action = 'opened') as opened,
        ${sign} count(*) filter (where action = 'downloaded' and completed) as downloads,
        ${sign} sum(least(bytes, total_bytes)::numeric / nullif(total_bytes, 0)) filter (where action = 'downloaded' and not completed) as partial
      from ${rows} group by share_id`
const totals = (shard: string, changes: string) => `insert into share_access_totals as t
        (share_id, shard, opened, downloads, partial)
      select share_id, ${shard}, coalesce(sum(opened), 0), coalesce(sum(downloads), 0), coalesce(sum(partial), 0)
      from (${changes}) changes group by share_id
      having sum(opened) <> 0 or sum(downloads) <> 0 or sum(partial) <> 0 order by share_id`
const added = `on conflict (share_id, shard) do update set opened = t.opened + excluded.opened,
        downloads = t.downloads + excluded.downloads, partial = t.partial + excluded.partial`

/**
 * What a link's access log adds up to, so that no list reads the log, whose rows are deleted after a while. Each link has up to
 * 16 rows of counters: visits at the same time rarely wait for the same one. They have no foreign key: who counts has locked a row
 * of the log, and would wait for the link's deletion, which waits for that row.
 */
export class Migration20261129033002_share_access_totals extends Migration {
  override up(): void {
    this.addSql(`create table share_access_totals (
      share_id uuid not null,
      shard smallint not null,
      opened bigint not null default 0,
      downloads bigint not null default 0,
      partial numeric not null default 0,
      primary key (share_id, shard)
    )`)
    // Visits and downloads that end meanwhile are counted by the triggers.
    this.addSql('lock table share_access_log in share row exclusive mode')
    this.addSql(totals('0', sums('share_access_log')))
    this.addSql(`create function count_share_access() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${totals('floor(random() * 16)', sums('new_rows'))}
        ${added};
      else
        ${totals('floor(random() * 16)', `${sums('new_rows')} union all ${sums('old_rows', '-')}`)}
        ${added};
      end if;
      return null;
    end $$`)
    this.addSql(`create trigger count_added after insert on share_access_log
      referencing new table as new_rows for each statement execute function count_share_access()`)
    this.addSql(`create trigger count_changed after update on share_access_log
      referencing new table as new_rows old table as old_rows for each statement execute function count_share_access()`)
    this.addSql(`create function delete_share_access_totals() returns trigger language plpgsql as $$
    begin
      delete from share_access_totals t using old_rows o where t.share_id = o.id;
      return null;
    end $$`)
    this.addSql(`create trigger delete_access_totals after delete on shares
      referencing old table as old_rows for each statement execute function delete_share_access_totals()`)
    this.addSql(`create index share_access_log_reserved_index on share_access_log (share_id)
      where reserved_until is not null`)
  }

  override down(): void {
    this.addSql('drop index share_access_log_reserved_index')
    this.addSql('drop trigger delete_access_totals on shares')
    this.addSql('drop function delete_share_access_totals()')
    this.addSql('drop trigger count_changed on share_access_log')
    this.addSql('drop trigger count_added on share_access_log')
    this.addSql('drop function count_share_access()')
    this.addSql('drop table share_access_totals')
  }
}
