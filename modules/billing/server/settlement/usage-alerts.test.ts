import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import {
  appendUsage,
  dayMs,
  gigabyte,
  meteredPlan,
  meterOf,
  subscribeMetered,
} from '../../../../tests/support/metered-accounts.ts'
import { meteredWorld } from '../../../../tests/support/metered-world.ts'
import { runningEstimates } from '../usage/running-estimates.ts'
import { UsageAlerts } from './usage-alerts.ts'

const { coffer } = await testApp(t)
const { db } = coffer.platform
const methods = {
  has: async () => false,
  isPaused: async () => false,
  charge: async () => Promise.reject(new Error('no card')),
}
const { recorder, bills } = await meteredWorld(coffer, { holding: new Map(), methods })
const alerts = new UsageAlerts(db)
const plan = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '1')])

t.test('alerts and caps: an estimate of a period that was billed meanwhile says nothing of the next one', async (t) => {
  const userId = randomUUID()
  const from = new Date(Date.now() - 31 * dayMs)
  await appendUsage(coffer, userId, [
    { feature: 'bandwidth', quantity: 9 * gigabyte, at: new Date(from.getTime() + dayMs) },
  ])
  const id = await db.transaction(async (tx) => {
    const created = await subscribeMetered(tx, coffer, userId, plan, from)
    await recorder.start(tx, userId, from)
    return created
  })
  await db.query('insert into billing_accounts (user_id, alert_amount, spending_cap) values ($1, 500, 900)', [userId])
  const recorded = () => db.query('update usage_meters set recorded_at = now() where user_id = $1', [userId])
  const read = async () => (await runningEstimates(db, `s.user_id = '${userId}'`).next()).value?.[0]
  const chosen = () => db.query('select alert_sent_at, cap_reached from billing_accounts where user_id = $1', [userId])

  await recorded()
  const before = await read()
  t.equal(before?.total, 900)
  if (!before) return
  t.equal(await bills.settle(id), 1)
  t.equal(await db.transaction((tx) => alerts.check(tx, before)), false)
  t.same(await chosen(), [{ alert_sent_at: null, cap_reached: false }])

  await appendUsage(coffer, userId, [{ feature: 'bandwidth', quantity: 6 * gigabyte, at: new Date() }])
  await recorded()
  const after = await read()
  t.equal(after?.total, 600)
  if (after) t.equal(await db.transaction((tx) => alerts.check(tx, after)), true, 'the next one has its own alert')
})
