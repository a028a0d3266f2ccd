import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, admin, doubles, newPlan, begin, subscribe, deliverAll, detail, charges } = fixture
const { db, jobs } = app.coffer.platform
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]
const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
/** Payments that administrators were told to look at. */
const unneeded = ({ id }: { id: string }) =>
  db.query("select 1 from audit_log where action = 'billing.payment.unneeded' and target = $1", [id])

t.test('gateways: a plan subscribed to at another gateway ends the former subscription there', async (t) => {
  const user = await signUp(app)
  const former = await subscribe(user, stripe, plus)
  await subscribe(user, paystack, pro)
  t.match(await detail(user), { status: 'active', driver: 'paystack', name: 'Pro' })
  await eventually(t, () => stripe.subscriptionOf(former).status, 'cancelled')
  t.same(await unneeded(user), [], 'its user wanted that')
})

t.test(
  'gateways: an active plan is not sold again, nor another plan where a change credits the paid period',
  async (t) => {
    const user = await signUp(app)
    await subscribe(user, stripe, plus)
    const checkout = (gateway: string, planCode: string) => user.client.post(`/api/${gateway}/checkout`, { planCode })
    const rejected = { status: 409, body: { code: 'subscription-state' } }
    t.match(await checkout('stripe', plus), rejected)
    t.match(await checkout('paystack', plus), rejected)
    t.match(await checkout('stripe', pro), rejected)
    t.equal((await checkout('paystack', pro)).status, 201)
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
    t.equal((await checkout('stripe', plus)).status, 201, 'a cancelled one may be bought again')
  },
)

t.test('gateways: no second plan is begun while the webhook of a payment is late', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    await begin(user, double, plus)
    double.pay(await begin(user, double, plus))
    const again = await user.client.post('/api/stripe/checkout', { planCode: pro })
    t.match(again, { status: 409, body: { code: 'subscription-state' } }, double.name)
    t.match(await detail(user), { status: 'active', driver: double.name, name: 'Plus' })
  }
})

t.test(
  'gateways: a subscription that ends before its first payment is none, and stops no other purchase',
  async (t) => {
    for (const double of [stripe, paypal])
      for (const isReported of [true, false]) {
        const user = await signUp(app)
        const reference = await begin(user, double, plus)
        double.pay(reference)
        const subscription = [...double.subscriptions.values()].at(-1)
        Object.assign(subscription ?? {}, { payments: [], status: double === stripe ? 'completed' : 'cancelled' })
        if (isReported) await deliverAll(double)
        t.equal((await user.client.post('/api/paystack/checkout', { planCode: pro })).status, 201, double.name)
        const { body } = await user.client.get(`/api/subscriptions/checkouts/${reference}`)
        t.match(body, { data: { status: 'failed' } }, 'nothing was received')
        t.equal((await user.client.get('/api/subscriptions/detail')).status, 404)
        t.same(await db.query('select 1 from subscriptions where user_id = $1', [user.id]), [])
      }
  },
)

t.test('gateways: a first payment that takes days is found, also of a subscription cancelled meanwhile', async (t) => {
  const user = await signUp(app)
  const reference = await begin(user, paypal, plus)
  paypal.pay(reference)
  const subscription = [...paypal.subscriptions.values()].at(-1)
  for (const payment of subscription?.payments ?? []) payment.isPending = true
  Object.assign(subscription ?? {}, { status: 'cancelled' })
  await deliverAll(paypal)
  await db.query("update gateway_checkouts set created_at = now() - interval '9 days' where reference = $1", [
    reference,
  ])
  const path = `/api/subscriptions/checkouts/${reference}`
  await jobs.runNow('reconcile-gateways')
  t.match((await user.client.get(path)).body, { data: { status: 'open' } })
  t.same(await db.query('select 1 from subscriptions where user_id = $1', [user.id]), [])
  for (const payment of subscription?.payments ?? []) payment.isPending = false
  await jobs.runNow('reconcile-gateways')
  t.match((await user.client.get(path)).body, { data: { status: 'paid' } })
  t.match(await detail(user), { status: 'cancelled', name: 'Plus' })
  t.equal(await charges(user), 1)
})

t.test(
  'gateways: a subscription stays replaced if it was replaced between the gateway’s answer and its use',
  async (t) => {
    const user = await signUp(app)
    const former = await subscribe(user, stripe, plus)
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = db.transaction(async (tx) => {
      await tx.lock(`gateway-subscription:stripe${former}`)
      held.resolve()
      await released.promise
    })
    await held.promise
    // It has the answer that the subscription is active, and waits.
    const comparison = jobs.runNow('reconcile-gateways')
    await waitsForLock(db)
    const subscribing = subscribe(user, paystack, pro)
    await eventually(t, async () => (await detail(user)).name, 'Pro', 'the new plan is in force')
    released.resolve()
    const [latest] = await Promise.all([subscribing, comparison, holder])
    t.match(await detail(user), { status: 'active', driver: 'paystack', name: 'Pro' })
    await jobs.settled('sync-gateway-object')
    t.equal(paystack.subscriptionOf(latest).status, 'active')
    t.equal(stripe.subscriptionOf(former).status, 'cancelled')
  },
)

t.test(
  'gateways: a subscriber changes to a newer version of the plan, for which the rest of the period counts',
  async (t) => {
    const team = await newPlan('Team', '9')
    const user = await signUp(app)
    await subscribe(user, stripe, team)
    const path = `/api/subscriptions/swap/${team}`
    t.match(
      await user.client.get(path),
      { status: 422, body: { code: 'plan-not-comparable' } },
      'the version that it has',
    )
    const features = { max_storage_amount: 100 }
    t.equal((await admin.client.patch(`/api/subscriptions/admin/plans/${team}/features`, features)).status, 200)
    const limit = async () => {
      const { body } = await user.client.get<{
        data: { meta: { limitations: { max_storage_amount: { total: number } } } }
      }>('/api/user')
      return body.data.meta.limitations.max_storage_amount.total
    }
    t.equal(await limit(), 50e9, 'it keeps its version')
    t.match(await user.client.get(path), { status: 200, body: { data: { due: { amount: 0 } } } })
    t.equal((await user.client.post(path, {})).status, 200)
    t.equal(await limit(), 100e9)
    t.match(await detail(user), { status: 'active', name: 'Team' })
  },
)

t.test('gateways: a change at PayPal costs nothing until the next payment, and is undone until then', async (t) => {
  const paypal = doubles[1] as GatewayDouble
  const user = await signUp(app)
  await subscribe(user, paypal, plus)
  const swap = (to: string) => user.client.post<{ url?: string }>(`/api/subscriptions/swap/${to}`, {})
  const yearly = await newPlan('Yearly', '90', 50, 'year')
  const { renews_at } = await detail(user)
  const nothing = { amount: 0 }
  t.match(
    await user.client.get(`/api/subscriptions/swap/${yearly}`),
    {
      status: 200,
      body: { data: { due: nothing, credit: nothing, charge: nothing, remaining: nothing, renews_at } },
    },
    'nothing is charged now, and a year begins with the next payment',
  )
  t.match(await swap(plus), { status: 422, body: { code: 'plan-not-comparable' } })
  t.match(await swap(yearly), { status: 200, body: { url: /^http/ } })
  await deliverAll(paypal)
  t.match(await detail(user), { name: 'Plus', next_plan: 'Yearly', renews_at })
  t.match(await swap(plus), { status: 200, body: { url: /^http/ } }, 'the change is undone')
  await deliverAll(paypal)
  t.match(await detail(user), { name: 'Plus', next_plan: null, renews_at })
})

t.test('gateways: a change at PayPal is undone, to the version that the account has, offered or not', async (t) => {
  const user = await signUp(app)
  const [solo, yearly] = [await newPlan('Solo', '5'), await newPlan('Solo', '50', 50, 'year')]
  await subscribe(user, paypal, solo)
  const swap = async (to: string) => {
    const { status } = await user.client.post(`/api/subscriptions/swap/${to}`, {})
    await deliverAll(paypal)
    return status
  }
  const path = `/api/subscriptions/admin/plans/${solo}`
  t.equal((await admin.client.patch(`${path}/features`, { max_storage_amount: 10 })).status, 200)
  for (const offered of ['a newer version', 'none']) {
    if (offered === 'none') t.equal((await admin.client.patch(path, { visible: false })).status, 200)
    t.equal(await swap(yearly), 200)
    t.match(await detail(user), { next_plan: 'Solo' })
    t.equal(await swap(solo), 200, offered)
    t.match(await detail(user), { next_plan: null }, 'not the newer version')
  }
  t.equal(await swap(solo), 404, 'nothing is to begin')
})

t.test('gateways: pages that are open in other tabs are ended at Stripe when a plan was bought', async (t) => {
  for (const double of [stripe, paystack]) {
    const [user, other] = [await signUp(app), await signUp(app)]
    const pages = [await begin(user, stripe, plus), await begin(user, stripe, pro), await begin(user, paystack, plus)]
    const kept = await begin(other, stripe, plus)
    await subscribe(user, double, pro)
    for (const page of pages.slice(0, 2))
      await eventually(t, () => stripe.checkoutOf(page).status, 'failed', double.name)
    t.equal(stripe.checkoutOf(kept).status, 'open', 'another account’s page stays')
    // One that its gateway cannot end is paid: its payment is reported.
    paystack.pay(pages[2] ?? '')
    await deliverAll(paystack)
    t.equal((await unneeded(user)).length, 1)
  }
})

t.test('gateways: of two plans that are paid at once, the later one replaces the other', async (t) => {
  const user = await signUp(app)
  // Both are begun before one is paid, as in two tabs.
  const references = [await begin(user, stripe, plus), await begin(user, paystack, pro)] as const
  stripe.pay(references[0])
  paystack.pay(references[1])
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = db.transaction(async (tx) => {
    await tx.query('lock table subscription_events in share row exclusive mode')
    held.resolve()
    await released.promise
  })
  await held.promise
  // Asks for both payments; each transaction has created its subscription, and waits.
  const again = user.client.post('/api/stripe/checkout', { planCode: pro })
  await waitsForLock(db, 2)
  released.resolve()
  await holder
  t.match(await again, { status: 409, body: { code: 'subscription-state' } })
  const stored = () => db.query('select status from subscriptions where user_id = $1 order by status', [user.id])
  await eventually(t, stored, [{ status: 'active' }, { status: 'completed' }])
  for (const double of [stripe, paystack]) await deliverAll(double)
  t.equal((await unneeded(user)).length, 1, 'one of both payments buys nothing')
})

t.test('gateways: administrators are notified once of a payment for a deleted account', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const { body } = await user.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
      amount: '20',
    })
    const references = [await begin(user, double, plus), body.data.reference]
    await db.query('delete from users where id = $1', [user.id])
    for (const reference of references) double.pay(reference)
    await deliverAll(double)
    await jobs.runNow('reconcile-gateways')
    t.equal((await unneeded(user)).length, 2, double.name)
  }
  const { body } = await admin.client.get('/api/notifications')
  t.match(JSON.stringify(body), 'A payment may need a refund')
})
