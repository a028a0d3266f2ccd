import { Migration } from '@mikro-orm/migrations'

/**
 * A link with a long access log could not be deleted: the statement deleted the log too, until it timed out. A trigger lists
 * deleted links instead, and a job deletes their logs and totals. As the foreign key did, a trigger rejects rows of the log
 * whose link does not exist: whoever deletes the link waits, or has deleted it.
 */
export class Migration20261129040001_deleted_shares extends Migration {
  override up(): void {
    this.addSql('create table deleted_shares (id uuid not null, primary key (id))')
    this.addSql('alter table share_access_log drop constraint share_access_log_share_id_fkey')
    this.addSql(`create function require_share() returns trigger language plpgsql as $$
    begin
      perform from shares where id = new.share_id for key share;
      if not found then
        raise foreign_key_violation using message = 'the link of the access does not exist';
      end if;
      return null;
    end $$`)
    this.addSql(`create trigger require_share after insert on share_access_log for each row
      execute function require_share()`)
    this.addSql('drop trigger delete_access_totals on shares')
    this.addSql('drop function delete_share_access_totals()')
    this.addSql(`create function list_deleted_shares() returns trigger language plpgsql as $$
    begin
      insert into deleted_shares (id) select id from old_rows on conflict do nothing;
      return null;
    end $$`)
    this.addSql(`create trigger list_deleted after delete on shares
      referencing old table as old_rows for each statement execute function list_deleted_shares()`)
  }

  override down(): void {
    this.addSql('drop trigger list_deleted on shares')
    this.addSql('drop function list_deleted_shares()')
    this.addSql('drop trigger require_share on share_access_log')
    this.addSql('drop function require_share()')
    for (const table of ['share_access_log', 'share_access_totals'])
      this.addSql(`delete from ${table} where share_id in (select id from deleted_shares)`)
    this.addSql('drop table deleted_shares')
    this.addSql(`alter table share_access_log add constraint share_access_log_share_id_fkey
      foreign key (share_id) references shares (id) on delete cascade`)
    this.addSql(`create function delete_share_access_totals() returns trigger language plpgsql as $$
    begin
      delete from share_access_totals t using old_rows o where t.share_id = o.id;
      return null;
    end $$`)
    this.addSql(`create trigger delete_access_totals after delete on shares
      referencing old table as old_rows for each statement execute function delete_share_access_totals()`)
  }
}
