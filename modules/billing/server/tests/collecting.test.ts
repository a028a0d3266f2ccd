import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'
import { chargesOf as chargesAt, storeCard } from '../../../../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import {
  dayMs,
  ledgerFaults,
  meteredPlan,
  meterOf,
  subscribeSince,
} from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const { doubles, env } = await gatewayDoubles(t)
const stripe = doubles.find((double: GatewayDouble) => double.name === 'stripe') as StripeDouble
const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { coffer } = app
const { db, jobs, settings } = coffer.platform
const admin = await newAdmin(app)
await settings.set({ allowed_payments: true })
const setUp = () =>
  admin.client.post('/api/admin/settings/payment-service', { service: 'stripe', ...stripe.credentials })
await setUp()
/** Each period costs a dollar, or less than a gateway charges. */
const dollar = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '1')])
const cents = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '0.37')])

const dear = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '30')])

/** With a stored card, and one period that has ended. */
const cardOwner = async (plan = dollar) => {
  const user = await signUp(app)
  const customer = await storeCard(stripe, user)
  const subscription = await subscribeSince(coffer, user.id, plan, new Date(Date.now() - 31 * dayMs))
  return { ...user, customer, subscription }
}
type CardOwner = Awaited<ReturnType<typeof cardOwner>>
const bill = async ({ id }: CardOwner) =>
  db.query<{ status: string; attempts: number; carried: boolean }>(
    'select status, attempts, carried from bills where user_id = $1 order by period_from',
    [id],
  )
const statuses = async (user: CardOwner) => (await bill(user)).map(({ status }) => status)
const owed = async (user: CardOwner) =>
  (await user.client.get<{ data: unknown[] }>('/api/subscriptions/failed-payments')).body.data.length
const credit = ({ id }: CardOwner, amount: string) =>
  admin.client.post(`/api/subscriptions/admin/users/${id}/credit`, { amount })
const chargesOf = (user: CardOwner) => chargesAt(stripe, user)
const balanceOf = ({ id }: CardOwner) => coffer.billing.ledger.balance(id, 'USD')
/** The next hour: leases have ended, and what waits for a day is due. */
const nextRun = async () => {
  await db.query("update bills set lease_until = lease_until - interval '1 hour' where status = 'open'")
  await db.query("update bills set next_attempt_at = now() where status = 'open' and not carried")
}
/** A larger one of an earlier period, which was tried once. */
const olderBill = ({ id }: CardOwner) =>
  db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total,
       status, attempts, next_attempt_at)
     select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - interval '100 days',
       period_to - interval '100 days', currency, lines, cap, 500, 'open', 1, now() + interval '1 day'
     from bills where user_id = $1`,
    [id],
  )
/** Nobody signs up where accounts are metered without an active plan: they are while the job runs. */
const settle = async () => {
  await settings.set({ subscription_type: 'metered' })
  const result = await jobs.runNow('settle-subscriptions')
  await settings.set({ subscription_type: 'none' })
  return result
}
/** Charged at Stripe, but its answer never arrived. */
const lost = async () => {
  const user = await cardOwner()
  stripe.losing = true
  t.match(await settle(), { unknown: 1 })
  stripe.losing = false
  t.same(await bill(user), [{ status: 'open', attempts: 0, carried: false }])
  t.same(chargesOf(user), [100])
  await nextRun()
  return user
}

t.test('a card that the gateway does not know: the payment fails, and added money pays the bill', async (t) => {
  const user = await cardOwner()
  stripe.customers.delete(user.customer)
  t.match(await settle(), { failed: 1, unknown: 0 })
  t.equal(await owed(user), 1, 'its user may pay now')
  await credit(user, '1')
  await eventually(t, () => statuses(user), ['paid'])
  t.equal(await balanceOf(user), 0)
})

const { secret } = stripe.credentials
const misconfigurations = [
  {
    what: 'credentials were removed',
    begin: () => settings.reset('stripe_credentials'),
    end: async () => void (await setUp()),
  },
  {
    what: 'credentials are rejected',
    begin: async () => void Object.assign(stripe.credentials, { secret: 'sk_rolled' }),
    end: async () => void Object.assign(stripe.credentials, { secret }),
  },
]
for (const { what, begin, end } of misconfigurations) {
  t.test(`${what}: no payment fails, administrators are told, and added money pays the bill`, async (t) => {
    const [user, other] = [await cardOwner(), await cardOwner()]
    await begin()
    const result = await settle()
    t.match(result, { failed: 0, unknown: 0, misconfigured: 2 })
    t.match(jobs.failureOf('settle-subscriptions', result), 'no credentials or rejects them: 2')
    for (const { id } of [user, other]) {
      t.same(await db.query("select 1 from ledger_transactions where user_id = $1 and status = 'error'", [id]), [])
      const dunned = 'select 1 from billing_accounts where user_id = $1 and dunning_reason is not null'
      t.same(await db.query(dunned, [id]), [])
    }
    t.same(await bill(user), [{ status: 'open', attempts: 0, carried: false }])
    await credit(user, '1')
    await eventually(t, () => statuses(user), ['paid'])
    t.equal(await balanceOf(user), 0)
    await end()
    await nextRun()
    t.match(await settle(), { paid: 1, misconfigured: 0 })
    t.same([chargesOf(user), chargesOf(other)], [[], [100]])
  })

  t.test(`${what} after the answer of a charge was lost: the balance does not pay the bill as well`, async (t) => {
    const user = await lost()
    await begin()
    t.match(await settle(), { misconfigured: 1 })
    await nextRun()
    await credit(user, '1')
    await eventually(t, () => balanceOf(user), 100)
    await end()
    await nextRun()
    await settle()
    await eventually(t, () => statuses(user), ['paid'])
    t.same(chargesOf(user), [100])
    t.equal(await balanceOf(user), 100)
  })
}

t.test('credentials are rejected: “Pay now” declines nothing, and the balance pays the other bills', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  stripe.declining = false
  await olderBill(user)
  stripe.credentials.secret = 'sk_rolled'
  const payNow = () => user.client.post('/api/subscriptions/failed-payments/retry', {})
  t.match(await payNow(), { status: 503, body: { code: 'gateway-unavailable' } })
  await credit(user, '1')
  await eventually(t, () => statuses(user), ['open', 'paid'])
  t.match(await bill(user), [{ attempts: 1 }, { attempts: 1 }])
  stripe.credentials.secret = secret
  t.equal((await payNow()).status, 200)
  t.same(chargesOf(user), [500])
})

t.test('the answer of a charge was lost, and Stripe has forgotten its key: it is not charged again', async (t) => {
  const user = await lost()
  stripe.forgetKeys()
  t.match(await settle(), { paid: 1 })
  t.same(chargesOf(user), [100])
  t.same(await statuses(user), ['paid'])
})

t.test('the answer of a charge was lost, and the card was replaced: it is not charged again', async (t) => {
  const user = await lost()
  const cards = stripe.customers.get(user.customer)?.cards
  cards?.splice(0, 1)
  stripe.storeCard(user.customer, '1881')
  await user.client.post('/api/subscriptions/credit-cards/refresh', {})
  await eventually(t, () => statuses(user), ['paid'])
  t.same(chargesOf(user), [100])
})

t.test('the answer of a charge was lost, and the card was removed: it is paid nevertheless', async (t) => {
  const user = await lost()
  stripe.customers.get(user.customer)?.cards.splice(0, 1)
  await user.client.post('/api/subscriptions/credit-cards/refresh', {})
  t.match(await settle(), { paid: 1 })
  t.same(chargesOf(user), [100])
})

t.test('bills below what Stripe charges: carried without a failure, and charged with a later one', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1, failed: 0, unknown: 0 })
  t.same(await bill(user), [{ status: 'open', attempts: 0, carried: true }])
  t.same(
    await db.query('select 1 from billing_accounts where user_id = $1 and dunning_reason is not null', [user.id]),
    [],
  )
  await db.query(
    "update subscriptions set period_from = period_from - interval '29 days', period_to = period_to - interval '29 days' where id = $1",
    [user.subscription],
  )
  t.match(await settle(), { paid: 1, carried: 0 })
  t.same(chargesOf(user), [74], 'one charge for both')
  t.match(await settle(), { paid: 1 }, 'the carried one, from what was charged for it')
  t.same(chargesOf(user), [74])
  t.same(await statuses(user), ['paid', 'paid'])
  t.equal(await balanceOf(user), 0)
  const [invoices] = await db.query<{ n: number }>('select count(*)::int as n from invoices where user_id = $1', [
    user.id,
  ])
  t.equal(invoices?.n, 2)
})

t.test('a carried bill is charged with one of several other open bills only', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1 })
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, cap, total,
       status, attempts, carried, next_attempt_at)
     select gen_random_uuid(), user_id, subscription_id, plan_version_id, period_from - n * interval '100 days',
       period_to - n * interval '100 days', currency, lines, cap, n * 500, 'open', 1, false, now() + interval '1 day'
     from bills, (values (1), (2)) as more (n) where user_id = $1`,
    [user.id],
  )
  await coffer.billing.settlement.retry(user.id)
  t.same(chargesOf(user), [1_037, 500])
  t.same(await statuses(user), ['paid', 'paid', 'paid'])
  t.equal(await balanceOf(user), 0)
})

t.test('while a gateway is away, a run ends after a few charges, and the next one goes on', async (t) => {
  const users = []
  for (let n = 0; n < 7; n++) users.push(await cardOwner())
  stripe.failing = 1_000
  t.match(await settle(), { unknown: 5, paid: 0 })
  stripe.failing = 0
  t.match(await settle(), { unknown: 0, paid: 2 }, 'those that were not tried are not held back')
  await nextRun()
  t.match(await settle(), { unknown: 0, paid: 5 })
  for (const user of users) t.same(chargesOf(user), [100])
})

t.test(
  'while a gateway is away, “Pay now” declines nothing, and money that is added pays the other bills',
  async (t) => {
    const user = await cardOwner()
    stripe.declining = true
    t.match(await settle(), { failed: 1 })
    stripe.declining = false
    await olderBill(user)
    const payNow = () => user.client.post('/api/subscriptions/failed-payments/retry', {})
    const away = { status: 503, body: { code: 'gateway-unavailable' } }
    stripe.failing = 1_000
    t.match(await payNow(), away)
    stripe.failing = 0
    await credit(user, '1')
    await eventually(t, () => statuses(user), ['open', 'paid'])
    t.match(await payNow(), away, 'the outcome of the other charge is not known yet')
    await nextRun()
    t.equal((await payNow()).status, 200)
    t.same(chargesOf(user), [500])
    t.equal(await owed(user), 0)
  },
)

t.test('a carried bill is paid by money that is added', async (t) => {
  const user = await cardOwner(cents)
  t.match(await settle(), { carried: 1 })
  await credit(user, '0.40')
  await eventually(t, () => statuses(user), ['paid'])
  t.equal(await balanceOf(user), 3)
})

const deletion = (user: CardOwner) =>
  db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [user.id])
const exists = async ({ id }: CardOwner) => (await db.query('select 1 from users where id = $1', [id])).length === 1

t.test('an account is deleted while the gateway is away: only when its bill is paid', async (t) => {
  const user = await cardOwner(dear)
  await settle()
  await coffer.billing.settlement.retry(user.id)
  t.same(chargesOf(user), [3_000])
  await deletion(user)
  stripe.failing = 1
  for (const _ of [1, 2]) {
    await t.rejects(jobs.runNow('delete-accounts'))
    t.ok(await exists(user))
    await nextRun()
  }
  stripe.failing = 0
  await jobs.runNow('delete-accounts')
  t.notOk(await exists(user))
  t.same(chargesOf(user), [3_000, 100], 'a day of thirty')
  t.same(await statuses(user), ['paid', 'paid'])
})

t.test('an account is deleted where credentials were removed, and waits while they are rejected', async (t) => {
  for (const { what, begin, end } of misconfigurations) {
    const user = await cardOwner(dear)
    await settle()
    await deletion(user)
    await begin()
    const deleted = jobs.runNow('delete-accounts')
    const waits = what.endsWith('rejected')
    if (waits) await t.rejects(deleted, what)
    else await deleted
    t.equal(await exists(user), waits, what)
    await end()
    await jobs.runNow('delete-accounts')
    t.notOk(await exists(user), what)
    t.same(await statuses(user), ['paid', waits ? 'paid' : 'written-off'], what)
  }
})

t.test('an account that cannot pay is deleted: its bills are written off', async (t) => {
  const user = await cardOwner()
  stripe.declining = true
  t.match(await settle(), { failed: 1 })
  await deletion(user)
  await jobs.runNow('delete-accounts')
  stripe.declining = false
  t.notOk(await exists(user))
  t.same(await statuses(user), ['written-off', 'written-off'])
  t.same(await db.query('select 1 from billing_accounts where user_id = $1', [user.id]), [], 'no alert, cap or dunning')
  await nextRun()
  t.match(await settle(), { paid: 0, failed: 0, unknown: 0 })
  await t.rejects(db.query("update bills set status = 'open' where user_id = $1", [user.id]), { code: '23001' })
})

t.test('the ledger adds up', async (t) => {
  t.same(await ledgerFaults(coffer), [])
  t.match(await coffer.billing.recompute(new Date(0), new Date(Date.now() + dayMs), null), {
    differing: [],
    unposted: [],
  })
})
