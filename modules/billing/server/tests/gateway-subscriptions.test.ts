import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import type { PayPalDouble } from '../../../../tests/support/gateways/paypal-double.ts'
import { storeCard } from '../../../../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import type { BillingHoldings, CreditCard } from '../../contract.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, admin, doubles, newPlan, deliverAll, begin, subscribe, detail, charges } = fixture
const { db, jobs } = app.coffer.platform
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]
const priceOf = async (plan: string) =>
  (
    await db.query<{ id: string }>(
      `select g.id from gateway_prices g join plan_versions v on v.id = g.plan_version_id
       where g.gateway = 'stripe' and v.plan_id = $1`,
      [plan],
    )
  )[0]?.id ?? ''

t.test(
  'an account with an active subscription is deleted only after it was cancelled, also by an administrator',
  async (t) => {
    const double = doubles[0] as GatewayDouble
    const user = await signUp(app, { name: 'Paying Person' })
    const id = await subscribe(user, double, plus)
    await app.coffer.billing.credits.give({ actorId: admin.id, ip: '127.0.0.1' }, user.id, { amount: '7.50' })
    const path = `/api/admin/users/${user.id}`
    const held = async () =>
      (await admin.client.get<{ data: { billing: BillingHoldings } }>(`${path}/deletion`)).body.data.billing
    t.match(await held(), {
      subscription: { name: 'Plus', status: 'active', paid_until: /^20/ },
      balances: [{ amount: 750, currency: 'USD', formatted: '$7.50' }],
      unpaid: [],
    })
    const remove = () => admin.client.delete<{ code: string }>(path, { name: 'Paying Person' })
    t.match(await remove(), { status: 409, body: { code: 'active-subscription' } })
    t.equal(double.subscriptionOf(id).status, 'active')
    t.equal((await user.client.get('/api/user')).status, 200, 'nothing happened')

    const cancel = `/api/subscriptions/admin/users/${user.id}/cancel`
    t.equal((await user.client.post(cancel, {})).status, 403)
    t.match(await admin.client.post(cancel, {}), {
      status: 200,
      body: { data: { attributes: { status: 'cancelled' } } },
    })
    t.equal(double.subscriptionOf(id).status, 'cancelled')
    const [audited] = await db.query("select actor_id from audit_log where action = 'billing.subscription.cancelled'")
    t.match(audited, { actor_id: admin.id })
    t.match(await held(), { subscription: { status: 'cancelled' } })
    t.equal((await remove()).status, 200)
  },
)

t.test('gateways: subscribe, renew, change, cancel and resume end in the gateway’s state', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    t.match(await detail(user), { status: 'active', driver: double.name, name: 'Plus' })
    t.equal(await charges(user), 1, 'the first payment is posted once')
    double.renew(id)
    await deliverAll(double)
    t.equal(await charges(user), 2, 'the renewal too')

    const { body: shown } = await user.client.get<{ data: { id: string } }>('/api/subscriptions/detail')
    const edited = await user.client.post<{ driver: string; url: string | null }>(
      `/api/subscriptions/edit/${shown.data.id}`,
      {},
    )
    t.equal(edited.status, 201)
    t.equal(edited.body.driver, double.name)
    t.equal(edited.body.url?.startsWith(double.base), double.name === 'stripe' ? undefined : true, double.name)
    const swapped = await user.client.post<{ url?: string }>(`/api/subscriptions/swap/${pro}`, {})
    t.equal(swapped.status, double.name === 'paystack' ? 409 : 200, double.name)
    await deliverAll(double)
    if (double.name === 'stripe') t.match(await detail(user), { name: 'Pro', next_plan: null })
    if (double.name === 'paypal') t.match(await detail(user), { name: 'Plus', next_plan: 'Pro' })

    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
    t.equal((await detail(user)).status, 'cancelled')
    t.equal(double.subscriptionOf(id).status, 'cancelled')
    const resumed = await user.client.post('/api/subscriptions/resume', {})
    t.equal(resumed.status, double.name === 'paypal' ? 409 : 200)
    t.equal((await detail(user)).status, double.name === 'paypal' ? 'cancelled' : 'active')
    await deliverAll(double)
    double.end(id)
    await deliverAll(double)
    await eventually(t, async () => ['completed', null].includes((await detail(user)).status), true, double.name)
    t.equal(await charges(user), 2)
    const invoices = await db.query<{ lines: unknown }>('select lines from invoices where user_id = $1', [user.id])
    t.match(invoices, [{ lines: [{ item: 'plan', amount: 900 }] }, { lines: [{ item: 'plan', name: 'Plus' }] }])
  }
  const [total] = await db.query<{ sum: number }>('select sum(balance) from ledger_accounts')
  t.equal(total?.sum, 0)
})

t.test('gateways: a missed cancellation is found by the daily comparison', async (t) => {
  const [stripe] = doubles as [GatewayDouble]
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  stripe.end(id)
  await jobs.runNow('reconcile-gateways')
  t.ok(['completed', null].includes((await detail(user)).status))
})

t.test('gateways: a deleted account is not charged again, also when the gateway was away', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    await db.query("update users set deletion_at = now() - interval '1 second' where id = $1", [user.id])
    double.failing = 1
    await t.rejects(jobs.runNow('delete-accounts'), double.name)
    double.failing = 0
    t.equal(double.subscriptionOf(id).status, 'active')
    // A run that begins before the lock of the failed deletion is free leaves the account to the next one.
    await poll(async () => (await jobs.runNow('delete-accounts')) && double.subscriptionOf(id).status !== 'active')
    t.strictSame(await db.query('select 1 from users where id = $1', [user.id]), [])
    const states = await db.query('select status from subscriptions where user_id = $1', [user.id])
    t.same(states, [{ status: 'completed' }], `${double.name}: no plan goes on without an account`)
  }
})

t.test('gateways: a checkout that is paid after its account was deleted ends at the gateway', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const reference = await begin(user, double, plus)
    await db.query('delete from users where id = $1', [user.id])
    double.pay(reference)
    await deliverAll(double)
    const id = [...double.subscriptions.keys()].at(-1) ?? ''
    await eventually(t, () => double.subscriptionOf(id).status === 'active', false, double.name)
    await jobs.runNow('reconcile-gateways')
    const states = await db.query<{ status: string }>('select status from subscriptions where user_id = $1', [user.id])
    t.not(states[0]?.status, 'active', double.name)
  }
})

t.test('gateways: the default card is charged for a subscription, not the card of its checkout', async (t) => {
  const stripe = doubles[0] as StripeDouble
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  const customer = await storeCard(stripe, user)
  const charged = () => [stripe.defaultMethods.get(id), stripe.defaultMethods.get(customer)]
  const [first] = stripe.customers.get(customer)?.cards ?? []
  t.same(charged(), [first?.id, first?.id], 'the first one is made the default there')
  stripe.storeCard(customer, '1881')
  await user.client.post('/api/subscriptions/credit-cards/refresh', {})
  const second = stripe.customers.get(customer)?.cards.at(-1)
  t.same(charged(), [first?.id, first?.id])
  const { data } = (await user.client.get<{ data: CreditCard[] }>('/api/subscriptions/credit-cards')).body
  const path = `/api/stripe/credit-cards/${data.find(({ attributes }) => attributes.last4 === '1881')?.id}`
  t.equal((await user.client.patch(path, {})).status, 200)
  t.same(charged(), [second?.id, second?.id])
  t.equal((await user.client.delete(path)).status, 200)
  t.same(charged(), [first?.id, first?.id], 'the other one takes its place')
})

t.test(
  'gateways: another plan at PayPal begins with its first payment, and only within the product of the plan',
  async (t) => {
    const paypal = doubles[1] as PayPalDouble
    const user = await signUp(app)
    const id = await subscribe(user, paypal, plus)
    const large = await newPlan('Large', '99', 5_000)
    const limit = async () => (await app.coffer.billing.entitlements.canUpload(user.id)).limit
    t.match(await user.client.post(`/api/subscriptions/swap/${large}`, {}), { status: 200, body: { url: /^http/ } })
    await deliverAll(paypal)
    t.match(await detail(user), { status: 'active', name: 'Plus', next_plan: 'Large' })
    t.equal(await limit(), 50_000_000_000)
    await jobs.runNow('reconcile-gateways')
    t.match(await detail(user), { name: 'Plus', next_plan: 'Large' })
    paypal.renew(id)
    await deliverAll(paypal)
    t.match(await detail(user), { status: 'active', name: 'Large', next_plan: null })
    t.equal(await limit(), 5_000_000_000_000)
    const names = await db.query("select lines->0->>'name' as name from invoices where user_id = $1 order by number", [
      user.id,
    ])
    t.same(names, [{ name: 'Plus' }, { name: 'Large' }])

    const other = await signUp(app)
    await user.client.post('/api/subscriptions/cancel', {})
    const old = await subscribe(other, paypal, plus)
    paypal.productOf.set(paypal.subscriptionOf(old).price, 'PROD-of-its-own')
    const across = await other.client.post(`/api/subscriptions/swap/${large}`, {})
    t.match(across, { status: 409, body: { code: 'subscription-state' } }, 'of before there was one product')
  },
)

t.test(
  'gateways: a plan at Paystack belongs to its buyer, whatever their email was and whoever had that email before',
  async (t) => {
    const paystack = doubles[2] as GatewayDouble
    const [first, second] = [await signUp(app), await signUp(app)]
    const max = await newPlan('Max', '29')
    await subscribe(first, paystack, plus)
    const rename = ({ id }: Actor, email: string) => db.query('update users set email = $2 where id = $1', [id, email])
    await rename(first, `new-${first.email}`)
    await rename(second, first.email)
    const references = [await begin(second, paystack, max), await begin(first, paystack, max)]
    const before = paystack.checkouts.at(-3)?.customer
    for (const reference of references) paystack.pay(reference)
    await deliverAll(paystack)
    const customers = references.map((reference) => paystack.checkoutOf(reference).customer)
    t.equal(customers[0], before, 'Paystack has one customer for both')
    t.not(customers[1], before)
    for (const [user, reference] of [
      [second, references[0]],
      [first, references[1]],
    ] as const) {
      t.match(await detail(user), { status: 'active', driver: 'paystack', name: 'Max' })
      const { body } = await user.client.get(`/api/subscriptions/checkouts/${reference}`)
      t.match(body, { data: { status: 'paid' } })
    }
    t.same([await charges(first), await charges(second)], [2, 1])
  },
)

t.test('gateways: a user who returns from Paystack before its webhook sees that the plan is paid', async (t) => {
  const paystack = doubles[2] as GatewayDouble
  const user = await signUp(app)
  const reference = await begin(user, paystack, plus)
  const asked = () => user.client.get(`/api/subscriptions/checkouts/${reference}`)
  t.match((await asked()).body, { data: { status: 'open' } })
  paystack.pay(reference)
  t.match((await asked()).body, { data: { status: 'paid' } })
  t.match(await detail(user), { status: 'active', name: 'Plus' })
})

t.test('gateways: an event of Paystack with the bytes of an earlier one counts too', async (t) => {
  const paystack = doubles[2] as GatewayDouble
  const user = await signUp(app)
  const id = await subscribe(user, paystack, plus)
  const cancelThere = async () => {
    const url = `${paystack.base}/subscription/disable`
    const headers = { authorization: `Bearer ${paystack.credentials.secret}`, 'content-type': 'application/json' }
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ code: id, token: '' }) })
    const { body } = paystack.events.at(-1) ?? {}
    await deliverAll(paystack)
    return body
  }
  const first = await cancelThere()
  t.match(await detail(user), { status: 'cancelled' })
  t.equal((await user.client.post('/api/subscriptions/resume', {})).status, 200)
  await deliverAll(paystack)
  t.match(await detail(user), { status: 'active' })
  t.equal(await cancelThere(), first, 'the same bytes')
  t.match(await detail(user), { status: 'cancelled' })
})

t.test('gateways: invoices that are late name the plan and the period that were paid', async (t) => {
  const stripe = doubles[0] as GatewayDouble
  for (const double of [stripe, doubles[2] as GatewayDouble]) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    const { from, to } = double.subscriptionOf(id)
    double.renew(id)
    if (double === stripe) {
      double.subscriptionOf(id).price = await priceOf(pro)
      double.renew(id)
    }
    await deliverAll(double)
    const invoices = await db.query<{ name: string; from: Date }>(
      "select lines->0->>'name' as name, period_from as from from invoices where user_id = $1 order by period_from, number",
      [user.id],
    )
    t.same(
      invoices.map(({ name }) => name),
      double === stripe ? ['Plus', 'Plus', 'Pro'] : ['Plus', 'Plus'],
      double.name,
    )
    const seconds = (date?: Date) => Math.floor((date?.getTime() ?? 0) / 1_000)
    t.equal(seconds(invoices[0]?.from), seconds(from))
    if (double === stripe) t.equal(seconds(invoices[1]?.from), seconds(to))
  }
})
