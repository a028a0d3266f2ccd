import { Migration } from '@mikro-orm/migrations'

/** What bills compare. Bills are computed again in milliseconds: a microsecond more decides about nothing. */
const moments: [table: string, columns: string[]][] = [
  ['usage_events', ['created_at']],
  ['usage_meters', ['recorded_at']],
  ['subscriptions', ['period_from', 'period_to', 'ends_at']],
  ['bills', ['period_from', 'period_to']],
]
const retype = (type: string) =>
  moments.map(
    ([table, columns]) =>
      `alter table ${table} ${columns.map((name) => `alter column ${name} type ${type}`).join(', ')}`,
  )

/** Usage is never added to a period that was billed: its bill stays that of its events. A level of 0 changes no bill. */
export class Migration20261127001000_usage_of_billed_periods extends Migration {
  override up(): void {
    for (const statement of retype('timestamptz(3)')) this.addSql(statement)
    this.addSql('drop index bills_user_id_index')
    this.addSql('create index bills_user_id_index on bills (user_id, period_to)')
    this.addSql(`create function reject_billed_usage() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from inserted i where i.quantity > 0
          and exists (select 1 from bills b where b.user_id = i.user_id and b.period_to > i.created_at))
        then
          raise exception 'usage of a billed period' using errcode = 'restrict_violation';
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger reject_billed_usage after insert on usage_events
      referencing new table as inserted for each statement execute function reject_billed_usage()`)
  }

  override down(): void {
    this.addSql('drop trigger reject_billed_usage on usage_events')
    this.addSql('drop function reject_billed_usage')
    this.addSql('drop index bills_user_id_index')
    this.addSql('create index bills_user_id_index on bills (user_id)')
    for (const statement of retype('timestamptz')) this.addSql(statement)
  }
}
