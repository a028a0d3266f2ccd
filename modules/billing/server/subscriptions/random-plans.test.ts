import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { ledgerFaults } from '../../../../tests/support/metered-accounts.ts'
import { Ledger, type Posting } from '../services/ledger.ts'
import { addUtcMonths, periodAt } from './periods.ts'
import { type PlanPrice, prorate } from './proration.ts'
import type { SubscriptionPeriod } from './state.ts'

/** `RANDOM_ACCOUNTS=10000` is the whole proof. */
const accounts = Number(process.env.RANDOM_ACCOUNTS ?? 40)
const months = 14
const perRun = Math.min(accounts, 20)

const { coffer } = await testApp(t)
const { db } = coffer.platform
const { plans, subscriptions } = coffer.billing
const ledger = new Ledger(db)
const actor = { actorId: randomUUID(), ip: '127.0.0.1' }

const byCurrency = new Map<string, string[]>()
const prices = new Map<string, PlanPrice>()
for (const currency of ['USD', 'JPY', 'KWD'])
  for (const [amount, interval] of [
    [999, 'month'],
    [2_500, 'month'],
    [10_001, 'year'],
  ] as const) {
    const limits = { max_storage_bytes: null, max_team_members: null, meters: null, description: null }
    const { id } = await plans.create(actor, 'fixed', { ...limits, name: 'P', currency, amount, interval })
    prices.set(id, { amount, currency, interval })
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), id])
  }

const step = fc.record({
  kind: fc.constantFrom('nothing', 'change', 'cancel-resume', 'refund'),
  plan: fc.nat(2),
  part: fc.nat(999),
})
const account = fc.record({
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  plan: fc.nat(2),
  /** Month ends and the leap day are within 14 months of each. */
  begin: fc.constantFrom(Date.UTC(2027, 11, 31), Date.UTC(2028, 0, 31, 23, 59, 59, 999), Date.UTC(2028, 1, 29)),
  steps: fc.array(step, { minLength: months, maxLength: months }),
})

/** Charges and refunds of a gateway, in minor units. */
const postings = (userId: string, currency: string, count: () => number) => {
  const post = (posting: Pick<Posting, 'type' | 'amount' | 'from' | 'to'>) =>
    posting.amount === 0
      ? Promise.resolve()
      : db.transaction(async (tx) => {
          await ledger.post(tx, { ...posting, userId, currency, gateway: 'stripe', key: `${userId}:${count()}` })
        })
  return {
    charge: (amount: number) => post({ type: 'charge', amount, from: { gateway: 'stripe' }, to: 'sales' }),
    giveBack: (amount: number) => post({ type: 'refund', amount, from: 'sales', to: { balance: userId } }),
  }
}

interface Recorded {
  type: string
  details: { planVersionId?: string; period?: { from: string; to: string }; at?: string }
}

/** Charges, and credits for changes, that follow from the recorded events alone. */
const chargedBy = (events: readonly Recorded[]): { charged: number; given: number } => {
  let [charged, given] = [0, 0]
  let plan = ''
  let period: SubscriptionPeriod | null = null
  for (const { type, details } of events) {
    const next = details.period && { from: new Date(details.period.from), to: new Date(details.period.to) }
    if (type === 'created') plan = details.planVersionId as string
    if (type === 'activated' || type === 'renewed') charged += prices.get(plan)?.amount ?? 0
    if (type === 'changed' && period && next) {
      const [from, to] = [prices.get(plan), prices.get(details.planVersionId as string)] as [PlanPrice, PlanPrice]
      const proration = prorate(from, to, period, new Date(details.at as string))
      charged += proration?.due ?? 0
      given += proration?.remaining ?? 0
      plan = details.planVersionId as string
    }
    period = next ?? period
  }
  return { charged, given }
}

type Life = typeof account extends fc.Arbitrary<infer Value> ? Value : never

const live = async ({ currency, plan, begin, steps }: Life) => {
  const userId = randomUUID()
  let n = 0
  const { charge, giveBack } = postings(userId, currency, () => n++)
  const ids = byCurrency.get(currency) as string[]
  let planId = ids[plan] as string
  const priceOf = (id: string) => prices.get(id) as PlanPrice
  let start = new Date(begin)
  let period = periodAt(start, priceOf(planId).interval, start)
  let refunded = 0
  const apply = (id: string, event: Parameters<typeof subscriptions.apply>[2]) =>
    db.transaction((tx) => subscriptions.apply(tx, id, event))
  const id = await db.transaction((tx) =>
    subscriptions.create(tx, { userId, planVersionId: planId, gateway: 'stripe' }),
  )
  await apply(id, { type: 'activated', period })
  await charge(priceOf(planId).amount)
  for (const [month, { kind, plan: wanted, part }] of steps.entries()) {
    const now = addUtcMonths(new Date(begin), month)
    while (period.to <= now) {
      period = periodAt(start, priceOf(planId).interval, period.to)
      await apply(id, { type: 'renewed', period })
      await charge(priceOf(planId).amount)
    }
    const target = ids[wanted] as string
    const at = new Date(
      period.from.getTime() + Math.floor(((period.to.getTime() - period.from.getTime()) * part) / 1_000),
    )
    if (kind === 'change' && target !== planId) {
      const proration = prorate(priceOf(planId), priceOf(target), period, at)
      if (!proration) throw new Error('currencies differ')
      if (proration.period.from.getTime() !== period.from.getTime()) start = at
      period = proration.period
      planId = target
      await apply(id, { type: 'changed', planVersionId: target, period, at })
      await charge(proration.due)
      await giveBack(proration.remaining)
    }
    if (kind === 'cancel-resume') {
      await apply(id, { type: 'cancelled', endsAt: period.to })
      await apply(id, { type: 'resumed' })
    }
    if (kind === 'refund') {
      await giveBack(100 + part)
      refunded += 100 + part
    }
  }
  await apply(id, { type: 'completed', at: period.to })
  return { userId, id, refunded }
}

/** Whether what was charged and given back follows from the recorded events, and the balance from both. */
const isExplained = async (given: Life): Promise<boolean> => {
  const { userId, id, refunded } = await live(given)
  const events = await db.query<Recorded>(
    'select type, details from subscription_events where subscription_id = $1 order by id',
    [id],
  )
  const [posted] = await db.query<{ charged: number; given: number }>(
    `select coalesce(sum(amount) filter (where type = 'charge'), 0) as charged,
       coalesce(sum(amount) filter (where type = 'refund'), 0) as given from ledger_transactions where user_id = $1`,
    [userId],
  )
  const expected = chargedBy(events)
  const balance = await ledger.balance(userId, given.currency)
  return posted?.charged === expected.charged && posted.given === expected.given + refunded && balance === posted.given
}

const title = `${accounts} random accounts × ${months} months of fixed plans: what was charged follows from the record`
t.test(title, async (t) => {
  let seen = 0
  // Shorter ones too, to which a failing case shrinks.
  const all = fc.array(account, { minLength: 1, maxLength: perRun, size: 'max' })
  const property = fc.asyncProperty(all, async (batch) => {
    seen += batch.length
    return (await Promise.all(batch.map(isExplained))).every(Boolean)
  })
  while (seen < accounts) await fc.assert(property, { numRuns: 1, interruptAfterTimeLimit: 20_000 })
  t.same(await ledgerFaults(coffer), [])
  t.ok(seen >= accounts, `${seen} accounts`)
})
