import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import {
  appendUsage,
  dayMs,
  gigabyte,
  ledgerFaults,
  meteredPlan,
  meterOf,
  subscribeMetered,
} from '../../../../tests/support/metered-accounts.ts'
import { type AccountUsage, meteredWorld } from '../../../../tests/support/metered-world.ts'
import { currencies, months, type RandomAccount, randomAccount } from '../../../../tests/support/random-accounts.ts'
import type { PaymentMethods } from '../gateways/gateway.ts'
import { recomputeBills } from './recompute.ts'

/** `RANDOM_ACCOUNTS=10000` is the whole proof. */
const wanted = Number(process.env.RANDOM_ACCOUNTS ?? 30)
const perRun = Math.min(wanted, 100)
const shrinkingMs = 20_000

const { coffer } = await testApp(t)
const { db } = coffer.platform
const { subscriptions } = coffer.billing
const cards = new Map<string, boolean>()
const methods: PaymentMethods = {
  isPaused: async () => false,
  has: async (userId) => cards.has(userId),
  charge: async ({ userId, key, amount }) =>
    cards.get(userId)
      ? { status: 'paid', gateway: 'stripe', reference: key, amount }
      : { status: 'declined', gateway: 'stripe', reason: 'card_declined' },
}
const holding: AccountUsage = new Map()
const { recorder, ledger, bills, collector } = await meteredWorld(coffer, { holding, methods })

/** A cheap and an expensive plan in each currency. */
const tiers = [
  { firstUnit: 1, lastUnit: 10, perUnit: '0.5', flatFee: null },
  { firstUnit: 11, lastUnit: null, perUnit: '0.1234567', flatFee: '2.5' },
]
const plans = new Map<string, [string, string]>()
for (const currency of currencies)
  plans.set(currency, [
    await meteredPlan(coffer, currency, [meterOf('storage', '0.0199'), meterOf('bandwidth', '0.029', '2.49')]),
    await meteredPlan(coffer, currency, [
      { feature: 'storage', strategy: 'maximum_usage', tiers },
      meterOf('member', '1.005'),
      meterOf('flatFee', '9'),
    ]),
  ])

const credit = (userId: string, amount: number, currency: string) =>
  db.transaction((tx) =>
    ledger.post(tx, {
      userId,
      amount,
      currency,
      type: 'credit',
      gateway: 'system',
      key: randomUUID(),
      from: 'bonus',
      to: { balance: userId },
    }),
  )

/** Ends a subscription with its running period, which then is its last one. */
const cancelRunning = async (id: string) => {
  const [row] = await db.query<{ to: Date }>('select period_to as to from subscriptions where id = $1', [id])
  const endsAt = row?.to as Date
  await db.transaction((tx) => subscriptions.apply(tx, id, { type: 'cancelled', endsAt }))
  return endsAt
}

const hold = (userId: string, count: number) => holding.set(userId, { bytes: count * gigabyte, members: count })
const begin = (userId: string, planId: string, from: Date) =>
  db.transaction(async (tx) => {
    const id = await subscribeMetered(tx, coffer, userId, planId, from)
    await recorder.start(tx, userId, from)
    return id
  })

const open = async (given: RandomAccount) => {
  const userId = randomUUID()
  const from = new Date(Date.now() - (months * 30 + 29) * dayMs + given.startedMsLater)
  const [first, other] = plans.get(given.currency) as [string, string]
  const planId = given.plan === 0 ? first : other
  const gapFrom = from.getTime() + 30 * dayMs
  const restart = new Date(gapFrom + given.gap * dayMs)
  const events = given.used
    .map(({ feature, at, amount }) => ({
      feature,
      at: new Date(from.getTime() + at),
      quantity: feature === 'member' ? amount : amount * gigabyte + (amount % 7),
    }))
    .filter(({ at }) => given.changes === 0 || at.getTime() < gapFrom || at >= restart)
  if (events.length > 0) await appendUsage(coffer, userId, events)
  for (const amount of given.credits) await credit(userId, amount, given.currency)
  if (given.cap !== null)
    await db.query('insert into billing_accounts (user_id, spending_cap) values ($1, $2)', [userId, given.cap])
  if (given.card !== 'none') cards.set(userId, given.card === 'good')
  hold(userId, given.held)
  const id = await begin(userId, planId, from)
  return { userId, given, id, events, restart, plans: [planId === first ? other : first, planId] as const }
}

type Opened = Awaited<ReturnType<typeof open>>

const changePlans = async ({ userId, id, plans, given, restart }: Opened) => {
  let current = id
  for (let change = 0; change < given.changes; change++) {
    const endsAt = await cancelRunning(current)
    await bills.settle(current)
    hold(userId, given.heldAgain)
    current = await begin(userId, plans[change % 2] as string, change === 0 ? restart : endsAt)
  }
}

/** The first bill after a gap has the bytes of its own period, whatever was held before. */
const billsOfOtherTimes = async ({ userId, given, restart, events }: Opened): Promise<object[]> => {
  if (given.changes === 0) return []
  const to = restart.getTime() + 30 * dayMs
  const own = events.filter(({ feature, at }) => feature === 'storage' && at >= restart && at.getTime() < to)
  const bytes = Math.max(given.heldAgain * gigabyte, ...own.map(({ quantity }) => quantity))
  const [bill] = await db.query<{ lines: { feature: string; quantity: number }[] }>(
    'select lines from bills where user_id = $1 and period_from = $2',
    [userId, restart],
  )
  const billed = bill?.lines.find(({ feature }) => feature === 'storage')?.quantity
  return billed === bytes ? [] : [{ userId, bytes, billed }]
}

const refundSome = async (userId: string, count: number) => {
  const paid = await db.query<{ key: string; amount: number; currency: string }>(
    `select idempotency_key as key, amount, currency from ledger_transactions where user_id = $1 and status = 'completed'
     and type in ('charge', 'withdrawal') and amount > 0 order by created_at limit $2`,
    [userId, count],
  )
  for (const { key, ...money } of paid)
    await db.transaction((tx) =>
      ledger.post(tx, {
        ...money,
        userId,
        type: 'refund',
        gateway: 'system',
        key: `refund:${key}`,
        from: 'sales',
        to: { balance: userId },
      }),
    )
}

/** Faults of these accounts only: after one fault, candidates without it pass, and the case shrinks to what is wrong. */
const faultsOf = async (opened: readonly Opened[]): Promise<object[]> => {
  const ids = opened.map(({ userId }) => userId)
  const now = new Date(Date.now() + dayMs)
  const recomputed = await Promise.all(ids.map((id) => recomputeBills(db, new Date(0), now, id)))
  const times = await Promise.all(opened.map(billsOfOtherTimes))
  return [
    ...recomputed.flatMap(({ differing, unposted }) => [...differing, ...unposted.map((bill) => ({ unposted: bill }))]),
    ...times.flat(),
    ...(await ledgerFaults(coffer, ids)),
  ]
}

const title = `${wanted} random accounts × ${months} months: every bill is its recomputation, every balance its sum`
t.test(title, async (t) => {
  let accounts = 0
  /** When a failing case ends to shrink: candidates pass from then on. */
  let shrunkAt = Number.POSITIVE_INFINITY
  const all = fc.array(randomAccount, { minLength: 1, maxLength: perRun, size: 'max' })
  const property = fc.asyncProperty(all, async (given) => {
    if (performance.now() > shrunkAt) return true
    const opened = await Promise.all(given.map(open))
    accounts += opened.length
    await Promise.all(opened.map(changePlans))
    // As several processes do.
    await Promise.all([bills.run(), bills.run(), bills.run()])
    for (const { userId, given } of opened) if (given.closed) await bills.close(userId)
    await Promise.all([collector.run(), collector.run()])
    for (const { userId, given } of opened) await refundSome(userId, given.refunds)
    const counts = await db.query<{ bills: number }>(
      'select count(*)::int as bills from bills where user_id = any($1) group by user_id',
      [opened.map(({ userId }) => userId)],
    )
    const faults = await faultsOf(opened)
    if (faults.length > 0) {
      shrunkAt = Math.min(shrunkAt, performance.now() + shrinkingMs)
      throw new Error(JSON.stringify(faults))
    }
    // The gap is shorter than a period.
    return counts.length === opened.length && counts.every(({ bills }) => bills >= months - 1)
  })
  // The usual run has the same accounts each time; RANDOM_ACCOUNTS looks for others.
  for (let seed = process.env.RANDOM_ACCOUNTS ? Date.now() : 1; accounts < wanted; seed++) {
    await fc.assert(property, { numRuns: 1, seed })
    t.comment(`${accounts} accounts`)
  }
  t.same(await ledgerFaults(coffer), [])
  t.ok(accounts >= wanted, `${accounts} accounts`)
})
