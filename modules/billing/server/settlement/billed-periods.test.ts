import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { appendUsage, dayMs, meteredPlan, meterOf, subscribeSince } from '../../../../tests/support/metered-accounts.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { seedUser } from '../../../../tests/support/seed.ts'
import { MeteredSubscriptions } from '../subscriptions/metered-subscriptions.ts'
import { UsageRecorder } from '../usage/usage-recorder.ts'
import { Bills } from './bills.ts'
import { recomputeBills } from './recompute.ts'

const { coffer } = await testApp(t)
const { db, jobs, log, settings } = coffer.platform
const { subscriptions, plans } = coffer.billing
await jobs.stop()
const traffic = new Map<string, number>()
const recorder = new UsageRecorder(db, jobs, {
  storage: async (_sql, userIds) =>
    userIds.map((user_id) => ({
      ...{ user_id, used_bytes: 0, peak_bytes: 0 },
      ...{ traffic_bytes: traffic.get(user_id) ?? 0, latest_traffic_bytes: 0 },
    })),
  people: async () => new Map(),
})
const bills = new Bills({ db, jobs, subscriptions, recorder })
const plan = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '1'), meterOf('member', '1')])
const periodMs = 30 * dayMs

const meter = (userId: string) =>
  db.query(
    "insert into usage_meters (user_id, traffic_from, recorded_at) values ($1, now() - interval '2 days', now())",
    [userId],
  )
/** Whose first period ended this long ago. */
const account = async (endedMsAgo: number) => {
  const userId = await seedUser(db)
  const from = new Date(Date.now() - endedMsAgo - periodMs)
  const id = await subscribeSince(coffer, userId, plan, from)
  await meter(userId)
  return { userId, id, from, to: new Date(from.getTime() + periodMs) }
}
const linesOf = async (userId: string) => {
  const rows = await db.query<{ lines: { feature: string; quantity: number }[] }>(
    'select lines from bills where user_id = $1 order by period_from',
    [userId],
  )
  return rows.map(({ lines }) => lines.map(({ quantity }) => quantity))
}
const differing = async (userId: string) =>
  (await recomputeBills(db, new Date(0), new Date(Date.now() + periodMs), userId)).differing

t.test('bytes held from a moment on are not added to a period that was billed without them', async (t) => {
  const { userId, id, from, to } = await account(0)
  // Another process bills an account whose usage is not known yet.
  await bills.settle(id)
  const held = { feature: 'member', quantity: 7, at: from } as const
  await t.rejects(appendUsage(coffer, userId, [held]), /usage of a billed period/)
  await t.rejects(
    appendUsage(coffer, userId, [{ ...held, at: new Date(to.getTime() - 1) }]),
    /usage of a billed period/,
  )
  await appendUsage(coffer, userId, [{ ...held, quantity: 0, at: new Date(to.getTime() - 1) }])
  await appendUsage(coffer, userId, [{ ...held, at: to }])
  t.same(await linesOf(userId), [[0, 0]])
  t.same(await differing(userId), [])
})

t.test('a bill waits for a recording that began in its period', async (t) => {
  for (const way of ['in a batch', 'one alone'] as const) {
    const { userId, id, to } = await account(-200)
    traffic.set(userId, 5)
    let settled: Promise<unknown> | null = null
    await db.transaction(async (tx) => {
      const at = await recorder.record(tx, [userId])
      t.ok(at < to, 'recorded before the end of the period')
      await poll(async () => (await db.query('select 1 where now() >= $1', [to])).length > 0)
      settled = way === 'in a batch' ? bills.run() : bills.settle(id)
      await waitsForLock(db)
    })
    await settled
    t.same(await linesOf(userId), [[5, 0]], way)
    t.same(await differing(userId), [], way)
  }
})

t.test('usage is recorded in milliseconds, as it is billed', async (t) => {
  const { userId } = await account(0)
  await db.query(
    `insert into usage_events (user_id, feature, quantity, created_at) values ($1, 'member', 1, '2026-03-01 00:00:00.0004Z')`,
    [userId],
  )
  const [event] = await db.query<{ at: string }>(
    "select to_char(created_at at time zone 'utc', 'HH24:MI:SS.US') as at from usage_events where user_id = $1",
    [userId],
  )
  t.equal(event?.at, '00:00:00.000000')
})

t.test('an account that is metered again begins after its billed periods', async (t) => {
  const { userId, id } = await account(0)
  await bills.settle(id)
  await bills.close(userId)
  const [bill] = await db.query<{ to: Date }>('select max(period_to) as to from bills where user_id = $1', [userId])
  // The clock of the database is behind.
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total)
     values ($1, $2, $3, $4, $5, $5::timestamptz + interval '1 hour', 'USD', '[]', 0)`,
    [randomUUID(), userId, id, plan, bill?.to],
  )
  await settings.set({ subscription_type: 'metered' })
  await db.query("update plans set status = 'active' where id = (select plan_id from plan_versions where id = $1)", [
    plan,
  ])
  await new MeteredSubscriptions({ db, jobs, log, settings, plans, subscriptions, recorder }).start(userId)
  t.same((await subscriptions.current(userId))?.period_from, new Date((bill?.to.getTime() ?? 0) + 3_600_000))
})

t.test('R19: nothing is billed, charged or reminded of while the clock may be wrong', async (t) => {
  const { userId } = await account(0)
  await settings.set({ subscription_type: 'metered' })
  await db.query(
    `update jobs._private_known_crontabs set last_execution = now() - interval '1 year', known_since = '2020-01-01'
     where identifier = 'unlock-jobs'`,
  )
  const skipped = { skipped: /clock/ }
  for (const name of ['report-usage', 'settle-subscriptions', 'retry-failed-payments', 'scan-dunning'])
    t.match(await jobs.runNow(name), skipped, name)
  t.same(await linesOf(userId), [])
  await db.query(`update jobs._private_known_crontabs set last_execution = now() where identifier = 'unlock-jobs'`)
  await jobs.runNow('settle-subscriptions')
  t.same(await linesOf(userId), [[0, 0]])
})
