import { Migration } from '@mikro-orm/migrations'

const guard = (
  isFinal: string,
) => `create or replace function reject_bill_change() returns trigger language plpgsql as $$
  begin
    if (old.id, old.user_id, old.subscription_id, old.plan_version_id, old.period_from, old.period_to, old.currency,
        old.lines, old.cap, old.total, old.created_at) is distinct from
       (new.id, new.user_id, new.subscription_id, new.plan_version_id, new.period_from, new.period_to, new.currency,
        new.lines, new.cap, new.total, new.created_at) or ${isFinal} then
      raise exception 'bills are not changed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`
const statuses = (list: string) => [
  'alter table bills drop constraint bills_status_check',
  `alter table bills add constraint bills_status_check check (status in (${list}))`,
]

/**
 * Bills below what a gateway charges wait for later ones, with which they are charged in one amount; those of deleted
 * accounts are written off.
 */
export class Migration20261126002000_bill_collection extends Migration {
  override up(): void {
    this.addSql('alter table bills add column charge_amount bigint, add column carried boolean not null default false')
    this.addSql("update bills set charge_amount = total where charging and status = 'open'")
    this.addSql('alter table bills drop column charging')
    for (const statement of statuses("'open', 'paid', 'written-off'")) this.addSql(statement)
    this.addSql(guard("old.status <> 'open'"))
    this.addSql(
      `update bills b set status = 'written-off', lease_until = null, charge_amount = null
       where status = 'open' and not exists (select 1 from users u where u.id = b.user_id)`,
    )
  }

  override down(): void {
    this.addSql('alter table bills disable trigger reject_bill_change')
    this.addSql("update bills set status = 'open' where status = 'written-off'")
    this.addSql('alter table bills enable trigger reject_bill_change')
    for (const statement of statuses("'open', 'paid'")) this.addSql(statement)
    this.addSql('alter table bills add column charging boolean not null default false')
    this.addSql("update bills set charging = true where charge_amount is not null and status = 'open'")
    this.addSql('alter table bills drop column charge_amount, drop column carried')
    this.addSql(guard("old.status = 'paid'"))
  }
}
