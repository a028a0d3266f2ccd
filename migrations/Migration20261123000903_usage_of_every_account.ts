import { Migration } from '@mikro-orm/migrations'

/**
 * Every account has its row of counters from the beginning. The administrators' list of accounts by used storage then reads
 * `usage` alone: an index on counters that each upload changes would slow uploads, and a join with all accounts the list.
 */
export class Migration20261123000903_usage_of_every_account extends Migration {
  override up(): void {
    this.addSql('insert into usage (user_id) select id from users on conflict do nothing')
    this.addSql(`create function public.create_usage() returns trigger language plpgsql as $$
      begin
        insert into usage (user_id) values (new.id) on conflict do nothing;
        return null;
      end $$`)
    this.addSql('create trigger users_create_usage after insert on users for each row execute function create_usage()')
  }

  override down(): void {
    this.addSql('drop trigger users_create_usage on users')
    this.addSql('drop function public.create_usage()')
  }
}
