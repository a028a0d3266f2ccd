import t from 'tap'
import type { Actor } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { stopRunners } from '../../../../tests/support/jobs.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { appendUsage, gigabyte, meteredPlan, meterOf } from '../../../../tests/support/metered-accounts.ts'
import { meteredUser, sellUsage } from '../../../../tests/support/metered-plan.ts'

const app = await testApp(t)
const { db, jobs, settings } = app.coffer.platform
await stopRunners(jobs)
await sellUsage(await newAdmin(app))
await settings.set({ subscription_type: 'metered' })

const running = async ({ id }: Actor) => {
  const rows = await db.query<{ of: string }>(
    `select 'subscription' as of from subscriptions where user_id = $1 and status in ('active', 'cancelled')
     union all select 'meter' from usage_meters where user_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ of }) => of)
}
const beginDeletion = ({ id }: Actor) =>
  db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [id])
const exists = async ({ id }: Actor) => (await db.query('select 1 from users where id = $1', [id])).length > 0

t.test('an account is not subscribed again while it is being deleted', async (t) => {
  const user = await meteredUser(app)
  t.strictSame(await running(user), ['meter', 'subscription'])
  let isDeleting = true
  // After the hooks of billing: the hourly job runs while the files are purged.
  app.coffer.users.beforeDeletion(async () => {
    if (isDeleting) t.strictSame(await jobs.runNow('apply-billing-engine'), { closed: 0, started: 0 })
  })
  await beginDeletion(user)
  t.strictSame(await jobs.runNow('delete-accounts'), { deleted: 1 })
  isDeleting = false
  t.strictSame(await running(user), [])
})

t.test('an account is not subscribed when its deletion begins at that moment', async (t) => {
  const user = await meteredUser(app)
  await db.query('delete from usage_meters where user_id = $1', [user.id])
  await db.query("update subscriptions set status = 'completed', ends_at = now() where user_id = $1", [user.id])
  const job = await db.transaction(async (tx) => {
    await tx.query("update users set status = 'suspended', deletion_at = now() where id = $1", [user.id])
    const starting = jobs.runNow('apply-billing-engine')
    await waitsForLock(db)
    return { starting }
  })
  t.strictSame(await job.starting, { closed: 0, started: 0 })
  t.strictSame(await running(user), [])
})

t.test('an account that is being billed is deleted afterwards, without a subscription', async (t) => {
  const user = await meteredUser(app)
  await beginDeletion(user)
  const job = await db.transaction(async (tx) => {
    await tx.query('select 1 from subscriptions where user_id = $1 for update', [user.id])
    const deleting = jobs.runNow('delete-accounts')
    await waitsForLock(db)
    return { deleting }
  })
  await job.deleting
  t.notOk(await exists(user))
  t.strictSame(await running(user), [])
})

t.test('a suspended account is billed until then, and metered again from its reactivation on', async (t) => {
  const [admin, user] = [await newAdmin(app), await meteredUser(app)]
  const change = async (action: 'suspend' | 'reactivate') => {
    await admin.client.post('/api/admin/users/bulk', { action, ids: [user.id] })
    await jobs.runNow('apply-billing-engine')
    const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now')
    return clock?.now as Date
  }
  const periods = () =>
    db.query<{ period_from: Date; period_to: Date }>(
      `select period_from, period_to from bills where user_id = $1 union all
       select period_from, period_to from subscriptions where user_id = $1 and status = 'active' order by 1`,
      [user.id],
    )
  const suspended = await change('suspend')
  t.strictSame(await running(user), [])
  const [bill, ...more] = await periods()
  t.same(more, [])
  t.ok(bill && bill.period_to <= suspended)
  await jobs.runNow('apply-billing-engine')
  t.strictSame(await running(user), [])
  await change('reactivate')
  t.strictSame(await running(user), ['meter', 'subscription'])
  const [, next] = await periods()
  t.ok(next && next.period_from >= suspended, 'the time between is not billed')
})

t.test('an administrator is neither metered nor blocked', async (t) => {
  const [admin, user] = [await newAdmin(app), await meteredUser(app)]
  await jobs.runNow('apply-billing-engine')
  t.strictSame(await running(admin), [])
  await db.query(
    `insert into billing_accounts (user_id, dunning_reason, dunning_sequence, dunning_at) values ($1, 'payment-failed', 3, now())
     on conflict (user_id) do update set dunning_reason = 'payment-failed', dunning_sequence = 3`,
    [user.id],
  )
  const { entitlements } = app.coffer.billing
  const mayDownload = async () => [
    (await entitlements.canDownload(user.id)).allowed,
    (await entitlements.standingOf(user.id, { used: 0, limit: null })).restriction === null,
  ]
  t.same(await mayDownload(), [false, false])
  await admin.client.patch(`/api/admin/users/${user.id}/role`, { attributes: { role: 'admin' } })
  t.same(await mayDownload(), [true, true])
  t.match(await jobs.runNow('apply-billing-engine'), { closed: 1 })
  t.strictSame(await running(user), [])
  t.equal((await db.query('select 1 from bills where user_id = $1', [user.id])).length, 1, 'billed until then')
  await admin.client.patch(`/api/admin/users/${user.id}/role`, { attributes: { role: 'user' } })
  await jobs.runNow('apply-billing-engine')
  t.strictSame(await running(user), ['meter', 'subscription'])
})

t.test('a spending cap that is changed after a period ended does not change what the period costs', async (t) => {
  const path = '/api/subscriptions/spending-cap'
  for (const change of [
    ({ client }: Actor) => client.delete(path),
    ({ client }: Actor) => client.put(path, { amount: '90' }),
  ]) {
    const user = await meteredUser(app)
    await appendUsage(app.coffer, user.id, [
      { feature: 'bandwidth', quantity: 50 * gigabyte, at: new Date(Date.now() - 1_000) },
    ])
    await db.query('insert into billing_accounts (user_id, spending_cap) values ($1, 100)', [user.id])
    await db.query(
      `update subscriptions set period_from = now() - interval '30 days', period_to = date_trunc('milliseconds', now())
       where user_id = $1`,
      [user.id],
    )
    t.equal((await change(user)).status, 200)
    await jobs.runNow('settle-subscriptions')
    t.match(await db.query('select cap, total from bills where user_id = $1', [user.id]), [{ cap: 100, total: 100 }])
  }
})

t.test('an account that cannot be subscribed or billed does not stop the others', async (t) => {
  const [broken, other] = [await meteredUser(app), await meteredUser(app)].sort((a, b) => (a.id < b.id ? -1 : 1)) as [
    Actor,
    Actor,
  ]
  await db.query(`create function reject_one() returns trigger language plpgsql as
    $$ begin if new.user_id = '${broken.id}' then raise 'broken'; end if; return new; end $$`)
  t.teardown(() => db.query('drop function if exists reject_one cascade'))
  for (const table of ['bills', 'subscriptions'])
    await db.query(`create trigger reject_one before insert on ${table} for each row execute function reject_one()`)
  await settings.set({ subscription_type: 'fixed' })
  await t.rejects(jobs.runNow('apply-billing-engine'), /broken/)
  t.strictSame([await running(broken), await running(other)], [['meter', 'subscription'], []])
  await db.query('drop trigger reject_one on bills')
  t.match(await jobs.runNow('apply-billing-engine'), { closed: 1 })

  await settings.set({ subscription_type: 'metered' })
  await t.rejects(jobs.runNow('apply-billing-engine'), /broken/)
  t.strictSame([await running(broken), await running(other)], [[], ['meter', 'subscription']])
  await db.query('drop function reject_one cascade')
  t.match(await jobs.runNow('apply-billing-engine'), { started: 1 })
})

t.test('a spending cap and an alert end with the currency that they were set in', async (t) => {
  const user = await meteredUser(app)
  const chosen = () => db.query('select spending_cap, alert_amount from billing_accounts where user_id = $1', [user.id])
  const values = [{ spending_cap: 5_000, alert_amount: 4_000 }]
  await db.query(
    `insert into billing_accounts (user_id, spending_cap, alert_amount) values ($1, 5000, 4000)
     on conflict (user_id) do update set spending_cap = 5000, alert_amount = 4000`,
    [user.id],
  )
  const restart = async () => {
    await app.coffer.billing.settlement.close(user.id)
    await jobs.runNow('apply-billing-engine')
    t.strictSame(await running(user), ['meter', 'subscription'])
  }
  await restart()
  t.same(await chosen(), values, 'kept in the same currency')
  await db.query("update plans set status = 'archived' where type = 'metered'")
  await meteredPlan(app.coffer, 'JPY', [meterOf('storage', '1')])
  await db.query(
    "update plans set status = 'active' where id in (select plan_id from plan_versions where currency = 'JPY')",
  )
  await restart()
  t.same(await chosen(), [{ spending_cap: null, alert_amount: null }])
})
