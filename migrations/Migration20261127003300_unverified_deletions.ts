import { Migration } from '@mikro-orm/migrations'

const isGone = (row: string) => `not exists (select 1 from users u where u.id = ${row}.user_id)`

/**
 * `deletion_reason`: an account that was not verified is deleted by the job of all deletions, and the audit log says why.
 * The rows of such accounts were deleted without ending what they had in billing, which went on for accounts that are gone:
 * that ends here (decision 0038). Metered subscriptions end where their last bill does, as no account pays for what followed.
 */
export class Migration20261127003300_unverified_deletions extends Migration {
  override up(): void {
    this.addSql('alter table users add column deletion_reason text')
    this.addSql(`with ended as (
        update subscriptions s set status = 'completed', updated_at = now(),
          ends_at = case when v.meters is null then now() else s.period_from end
        from plan_versions v
        where v.id = s.plan_version_id and s.status in ('active', 'cancelled') and ${isGone('s')}
        returning s.id, s.ends_at)
      insert into subscription_events (subscription_id, type, details)
      select id, 'completed', jsonb_build_object('at', ends_at) from ended`)
    this.addSql(`update bills b set status = 'written-off', lease_until = null
      where b.status = 'open' and b.charge_amount is null and ${isGone('b')}`)
    for (const table of ['usage_meters', 'billing_accounts']) this.addSql(`delete from ${table} t where ${isGone('t')}`)
  }

  /** What has ended stays so. */
  override down(): void {
    this.addSql('alter table users drop column deletion_reason')
  }
}
