import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
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
import { type AccountUsage, meteredWorld } from '../../../../tests/support/metered-world.ts'
import { currencies } from '../../../../tests/support/random-accounts.ts'
import { formatMoney } from '../../../shared/contract.ts'
import { Estimates } from './estimates.ts'
import { runningEstimates } from './running-estimates.ts'
import { presentEstimate, readAccountMoney } from './usages-section.ts'

/** `RANDOM_ACCOUNTS` looks for others. */
const wanted = Number(process.env.RANDOM_ACCOUNTS ?? 30)
const { coffer } = await testApp(t)
const { db } = coffer.platform
const { subscriptions } = coffer.billing
const holding: AccountUsage = new Map()
const { ledger, recorder, bills, collector } = await meteredWorld(coffer, {
  holding,
  methods: {
    has: async () => false,
    isPaused: async () => false,
    charge: async () => Promise.reject(new Error('no card')),
  },
})

const price = fc.tuple(fc.nat(3), fc.nat(9_999_999)).map(([whole, rest]) => `${whole}.${String(rest).padStart(7, '0')}`)
const tiers = fc.record({
  at: fc.integer({ min: 1, max: 40 }),
  prices: fc.tuple(price, price),
  flatFee: fc.option(price),
})
const meters = ({ at, prices, flatFee }: typeof tiers extends fc.Arbitrary<infer Tiers> ? Tiers : never) => [
  {
    feature: 'storage' as const,
    strategy: 'maximum_usage' as const,
    tiers: [
      { firstUnit: 1, lastUnit: at, perUnit: prices[0], flatFee: null },
      { firstUnit: at + 1, lastUnit: null, perUnit: prices[1], flatFee },
    ],
  },
  meterOf('bandwidth', prices[1], flatFee),
  meterOf('member', prices[0]),
]
/** A period of which `recorded` of 1000 parts are recorded, and nothing is used in the others. */
const account = fc.record({
  currency: fc.constantFrom(...currencies),
  tiers,
  /** Hours that the period is shorter than 30 days: it ends with the account's subscription. */
  shorter: fc.oneof(fc.constant(0), fc.nat(29 * 24)),
  recorded: fc.nat(1_000),
  before: fc.nat(50),
  used: fc.array(
    fc.record({
      feature: fc.constantFrom('storage' as const, 'bandwidth' as const, 'member' as const),
      part: fc.nat(1_000),
      amount: fc.nat(60),
    }),
    { maxLength: 12 },
  ),
  cap: fc.option(fc.integer({ min: 1, max: 9_000 })),
  balance: fc.nat(30_000),
})
type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never

const open = async (given: Account) => {
  const userId = randomUUID()
  const plan = await meteredPlan(coffer, given.currency, meters(given.tiers))
  const lengthMs = 30 * dayMs - given.shorter * 3_600_000
  const from = new Date(Date.now() - lengthMs - 1_000)
  const atPart = (part: number) => new Date(from.getTime() + Math.floor((lengthMs * part) / 1_000))
  const quantityOf = (feature: string, amount: number) =>
    feature === 'member' ? amount : amount * gigabyte + amount * 1_234_567
  await appendUsage(coffer, userId, [
    { feature: 'storage', quantity: quantityOf('storage', given.before), at: new Date(from.getTime() - 1) },
    ...given.used.map(({ feature, part, amount }) => ({
      feature,
      quantity: quantityOf(feature, amount),
      at: atPart(Math.floor((part * given.recorded) / 1_001)),
    })),
  ])
  await db.transaction(async (tx) => {
    const id = await subscribeMetered(tx, coffer, userId, plan, from)
    await tx.query('update subscriptions set period_to = $2 where id = $1', [id, new Date(from.getTime() + lengthMs)])
    // The stored bytes do not change any more.
    const levels = await tx.query<{ feature: string; quantity: number }>(
      `select distinct on (feature) feature, quantity from usage_events where user_id = $1
       order by feature, created_at desc, id desc`,
      [userId],
    )
    const held = (name: string) => levels.find(({ feature }) => feature === name)?.quantity ?? 0
    holding.set(userId, { bytes: held('storage'), members: held('member') })
    await tx.query(
      `insert into usage_meters (user_id, traffic_from, storage_bytes, members, recorded_at)
       values ($1, now() - interval '2 days', $2, $3, $4)`,
      [userId, held('storage'), held('member'), atPart(given.recorded)],
    )
    if (given.cap !== null)
      await tx.query('insert into billing_accounts (user_id, spending_cap) values ($1, $2)', [userId, given.cap])
    if (given.balance > 0)
      await ledger.post(tx, {
        userId,
        amount: given.balance,
        currency: given.currency,
        type: 'credit',
        gateway: 'system',
        key: randomUUID(),
        from: 'bonus',
        to: { balance: userId },
      })
  })
  return userId
}
const estimateOfRecording = async (userId: string) => {
  for await (const [estimate] of runningEstimates(db, `s.user_id = '${userId}'`)) return estimate ?? null
  return null
}
const shown = async (userId: string, estimate: Awaited<ReturnType<typeof estimateOfRecording>>) =>
  estimate && presentEstimate(estimate, await readAccountMoney(db, userId, estimate.bill.currency), 'en')

t.test(`${wanted} random accounts: what an estimate shows is the bill, its payment and its invoice`, async (t) => {
  const property = fc.asyncProperty(account, async (given) => {
    const userId = await open(given)
    // As jobs see it at the last recording, and as a page shows it after a new one.
    const recorded = await shown(userId, await estimateOfRecording(userId))
    const asked = await shown(userId, await new Estimates(db, subscriptions, recorder).forUser(userId))
    const balance = await ledger.balance(userId, given.currency)
    await bills.run()
    await collector.retry(userId)
    const [bill] = await db.query<{ id: string; total: number; lines: { feature: string; amount: number }[] }>(
      'select id, total, lines from bills where user_id = $1 order by period_from',
      [userId],
    )
    if (!bill || !recorded || !asked) throw new Error('no bill or no estimate')
    const lines = Object.fromEntries(bill.lines.map(({ feature, amount }) => [feature, amount]))
    for (const { amount, costEstimate, featureEstimates } of [recorded, asked]) {
      if (amount !== bill.total) throw new Error(`estimated ${amount}, billed ${bill.total}`)
      const text = formatMoney({ amount: bill.total, currency: given.currency }, 'en')
      if (costEstimate !== text) throw new Error(`shown ${costEstimate}, billed ${text}`)
      for (const [feature, line] of Object.entries(featureEstimates))
        if (line.amount !== lines[feature]) throw new Error(`${feature}: ${line.amount}, billed ${lines[feature]}`)
    }
    const isPaid = bill.total > 0 && balance >= bill.total
    const left = await ledger.balance(userId, given.currency)
    if (left !== (isPaid ? balance - bill.total : balance)) throw new Error(`${left} are left of ${balance}`)
    const [invoice] = await db.query<{ total: number }>(
      `select i.total from invoices i join ledger_transactions t on t.id = i.transaction_id
       where t.idempotency_key = 'bill:' || $1`,
      [bill.id],
    )
    if ((invoice?.total ?? null) !== (isPaid ? bill.total : null)) throw new Error(`an invoice of ${invoice?.total}`)
  })
  await fc.assert(property, {
    numRuns: wanted,
    ...(process.env.RANDOM_ACCOUNTS ? {} : { seed: 1 }),
    endOnFailure: true,
  })
  t.ok(true, `${wanted} accounts`)
})
