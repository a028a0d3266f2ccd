import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import {
  dayMs,
  ledgerFaults,
  meteredPlan,
  meterOf,
  subscribeSince,
} from '../../../../tests/support/metered-accounts.ts'
import { meteredWorld } from '../../../../tests/support/metered-world.ts'
import { billingErrors } from '../errors.ts'
import { billBatchSize } from './bill-claims.ts'
import type { CollectorDeps } from './collector.ts'

const { coffer } = await testApp(t)
const { db } = coffer.platform
const methods: CollectorDeps['methods'] = {
  isPaused: async () => false,
  has: async () => true,
  charge: async () => ({ status: 'declined', gateway: 'stripe', reason: 'card_declined' }),
}
const { ledger, bills, collector } = await meteredWorld(coffer, { holding: new Map(), methods })
const plan = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '1', '3')])

const credit = (userId: string, amount: number) =>
  db.transaction((tx) =>
    ledger.post(tx, {
      userId,
      amount,
      currency: 'USD',
      type: 'credit',
      gateway: 'system',
      key: randomUUID(),
      from: 'bonus',
      to: { balance: userId },
    }),
  )

t.test('an account that added money: all its open bills are tried once, more than a page too', async (t) => {
  const userId = randomUUID()
  const id = await subscribeSince(coffer, userId, plan, new Date(Date.now() - 31 * dayMs))
  t.equal(await bills.settle(id), 1)
  const older = billBatchSize + 4
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total)
     select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - n * interval '30 days',
       period_to - n * interval '30 days', currency, lines, total from bills, generate_series(1, $2) n where user_id = $1`,
    [userId, older],
  )
  const found = () =>
    db.query(
      'select status, attempts, count(*)::int as bills from bills where user_id = $1 group by 1, 2 order by 1, 2',
      [userId],
    )
  await collector.retry(userId)
  t.same(await found(), [{ status: 'open', attempts: 1, bills: older + 1 }])

  await credit(userId, 300 * (older + 1))
  await collector.retry(userId)
  t.same(await found(), [{ status: 'paid', attempts: 1, bills: older + 1 }])
  t.equal(await ledger.balance(userId, 'USD'), 0)
  t.same(await ledgerFaults(coffer), [])
})

t.test('a run ends when payments are paused meanwhile, and leaves its bills to the next one', async (t) => {
  const userId = randomUUID()
  await subscribeSince(coffer, userId, plan, new Date(Date.now() - 31 * dayMs))
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total)
     select gen_random_uuid(), user_id, id, plan_version_id, period_from - n * interval '30 days',
       period_to - n * interval '30 days', 'USD', '[]', 300 from subscriptions, generate_series(1, $2) n where user_id = $1`,
    [userId, billBatchSize],
  )
  let asked = 0
  methods.isPaused = async () => {
    asked += 1
    if (asked > 3 * billBatchSize) throw new Error('the bills are claimed again and again')
    return asked > 1
  }
  t.match(await collector.run(), { paid: 0, failed: 0, lost: billBatchSize })
  methods.isPaused = async () => false
  t.match(await collector.run(), { failed: billBatchSize })
})

t.test('credentials that are rejected hold back none of the bills that need no charge', async (t) => {
  const [charged, covered, cardless] = [randomUUID(), randomUUID(), randomUUID()]
  for (const userId of [charged, covered, cardless]) {
    await subscribeSince(coffer, userId, plan, new Date(Date.now() - 31 * dayMs))
    await db.query(
      `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total,
         next_attempt_at)
       select gen_random_uuid(), user_id, id, plan_version_id, period_from - n * interval '30 days',
         period_to - n * interval '30 days', 'USD', '[]', 300, now() - $3 * interval '1 hour'
       from subscriptions, generate_series(1, $2) n where user_id = $1`,
      [userId, userId === charged ? billBatchSize + 1 : 1, userId === charged ? 2 : 1],
    )
  }
  await credit(covered, 300)
  methods.has = async (userId) => userId !== cardless
  methods.charge = async () => {
    throw billingErrors.fail('gateway-unavailable')
  }
  t.match(await collector.run(), { paid: 1, failed: 1, misconfigured: billBatchSize + 1, unknown: 0 })
})
