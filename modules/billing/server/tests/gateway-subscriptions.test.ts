import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, admin, doubles, newPlan, deliverAll, begin, subscribe, detail, charges } = fixture
const { db, settings, jobs } = app.coffer.platform
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]

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
    if (double.name !== 'paystack') await eventually(t, async () => (await detail(user)).name, 'Pro')

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

t.test('gateways: a plan subscribed to at another gateway ends the former subscription there', async (t) => {
  const [stripe, , paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
  const user = await signUp(app)
  const former = await subscribe(user, stripe, plus)
  await subscribe(user, paystack, pro)
  t.match(await detail(user), { status: 'active', driver: 'paystack', name: 'Pro' })
  await eventually(t, () => stripe.subscriptionOf(former).status, 'cancelled')
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
    await jobs.runNow('delete-accounts')
    t.not(double.subscriptionOf(id).status, 'active', double.name)
    t.strictSame(await db.query('select 1 from users where id = $1', [user.id]), [])
  }
})

t.test('A66: plans that are not offered cannot be subscribed to', async (t) => {
  const user = await signUp(app)
  await admin.client.patch(`/api/subscriptions/admin/plans/${pro}`, { visible: false })
  for (const planCode of [pro, 'price_unknown', '00000000-0000-7000-8000-000000000000'])
    t.equal((await user.client.post('/api/stripe/checkout', { planCode })).status, 404, planCode)
})

t.test(
  'gateways: only the fixed engine sells plans; they keep their limits, and end no metered period unbilled',
  async (t) => {
    const [stripe] = doubles as [GatewayDouble]
    const [subscriber, late] = [await signUp(app), await signUp(app)]
    await subscribe(subscriber, stripe, plus)
    const begun = await begin(late, stripe, plus)
    await admin.client.post('/api/subscriptions/admin/plans', {
      ...{ type: 'metered', name: 'Usage', currency: 'USD' },
      meters: [
        {
          ...{ key: 'flatFee', aggregate_strategy: 'maximum_usage' },
          tiers: [{ first_unit: 1, last_unit: null, per_unit: '0.90', flat_fee: null }],
        },
      ],
    })
    await admin.client.patch(`/api/subscriptions/admin/plans/${pro}`, { visible: true })
    for (const subscription_type of ['none', 'metered'] as const) {
      await settings.set({ subscription_type })
      const rejected = { status: 409, body: { code: 'plans-not-offered' } }
      t.match(await late.client.post('/api/stripe/checkout', { planCode: plus }), rejected, subscription_type)
      t.match(await subscriber.client.get(`/api/subscriptions/swap/${pro}`), rejected)
      t.match(await subscriber.client.post(`/api/subscriptions/swap/${pro}`, {}), rejected)
    }
    await jobs.runNow('apply-billing-engine')
    const { restrictions } = app.coffer.billing
    t.match(await restrictions.canUpload(subscriber.id), { allowed: true, limit: 50_000_000_000 })
    t.match(await restrictions.canInviteTeamMembers(subscriber.id), { limit: 5 })
    t.match(await restrictions.canUpload(late.id), { allowed: true, limit: null })

    stripe.pay(begun)
    await deliverAll(stripe)
    t.match(await detail(late), { status: 'active', driver: 'stripe', name: 'Plus' })
    t.match(await db.query('select total from bills where user_id = $1', [late.id]), [{ total: 90 }])
    t.same(await db.query('select 1 from usage_meters where user_id = $1', [late.id]), [], 'the meter is gone')
  },
)
