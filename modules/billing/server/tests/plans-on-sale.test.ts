import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import type { Plan } from '../../contract.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, admin, doubles, newPlan, deliverAll, begin, subscribe, detail } = fixture
const { db, settings, jobs } = app.coffer.platform
const planOf = async (id: string) =>
  (await admin.client.get<{ data: Plan }>(`/api/subscriptions/admin/plans/${id}`)).body.data
const synchronize = () => admin.client.post('/api/subscriptions/admin/plans/synchronize', {})
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]

t.test('A66: plans that are not offered cannot be subscribed to', async (t) => {
  const user = await signUp(app)
  await admin.client.patch(`/api/subscriptions/admin/plans/${pro}`, { visible: false })
  for (const planCode of [pro, 'price_unknown', '00000000-0000-7000-8000-000000000000'])
    t.equal((await user.client.post('/api/stripe/checkout', { planCode })).status, 404, planCode)
})

t.test('gateways: a plan that is deleted while somebody is at its checkout is theirs when they pay', async (t) => {
  const stripe = doubles[0] as GatewayDouble
  const user = await signUp(app)
  const plan = await newPlan('Short', '3')
  const reference = await begin(user, stripe, plan)
  t.equal((await admin.client.delete(`/api/subscriptions/admin/plans/${plan}`)).status, 200)
  stripe.pay(reference)
  await deliverAll(stripe)
  t.match(await detail(user), { status: 'active', name: 'Short' })
})

t.test('gateways: a plan deleted while somebody changes to it is archived, and is theirs once they pay', async (t) => {
  const [stripe, paypal] = doubles as [GatewayDouble, GatewayDouble]
  for (const double of [stripe, paypal]) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    const plan = await newPlan(`Next at ${double.name}`, '29')
    double.declining = true
    const swapped = await user.client.post(`/api/subscriptions/swap/${plan}`, {})
    double.declining = false
    t.match(swapped, { status: 200, body: { url: /^http/ } }, double.name)
    await deliverAll(double)
    t.equal((await admin.client.delete(`/api/subscriptions/admin/plans/${plan}`)).status, 200)
    const { body } = await admin.client.get<{ data: Plan }>(`/api/subscriptions/admin/plans/${plan}`)
    t.match(body.data.attributes, { status: 'archived', visible: false }, double.name)
    if (double === stripe) double.settle(id)
    else double.renew(id)
    await deliverAll(double)
    t.match(await detail(user), { status: 'active', name: `Next at ${double.name}` })
  }
})

t.test('gateways: two synchronisations at once create one price', async (t) => {
  const paystack = doubles[2] as GatewayDouble
  const plan = await newPlan('Once', '7')
  const { reached, release } = paystack.holdNext(/^POST \/plan$/)
  const first = synchronize()
  await reached
  const second = synchronize()
  // It would be done by now if it did not wait.
  await Promise.race([second, sleep(2_000)])
  release()
  for (const { status } of [await first, await second]) t.equal(status, 200)
  t.equal([...paystack.prices.values()].filter(({ name }) => name === 'Once').length, 1)
  t.match(await planOf(plan), { meta: { driver_plan_id: { paystack: /^PLN/ } } })
})

t.test('gateways: a checkout for a price that is no longer the one in use is found', async (t) => {
  const paystack = doubles[2] as GatewayDouble
  const user = await signUp(app)
  const plan = await newPlan('Twice', '8')
  const reference = await begin(user, paystack, plan)
  await db.query(
    `insert into gateway_prices (plan_version_id, gateway, id, used_at)
     select plan_version_id, gateway, 'PLN_other', now() + interval '1 minute' from gateway_checkouts where reference = $1`,
    [reference],
  )
  paystack.pay(reference)
  const { body } = await user.client.get(`/api/subscriptions/checkouts/${reference}`)
  t.match(body, { data: { status: 'paid' } }, 'without a webhook')
  t.match(await detail(user), { status: 'active', name: 'Twice' })
  await db.query("delete from gateway_prices where id = 'PLN_other'")
})

t.test('gateways: a plan that is removed while its price is created is not sold there', async (t) => {
  const stripe = doubles[0] as GatewayDouble
  const buyer = await signUp(app)
  const create = /^POST \/v1\/prices$/
  for (const [act, status] of [
    [synchronize, 200],
    [(planCode: string) => buyer.client.post('/api/stripe/checkout', { planCode }), 404],
  ] as const) {
    const name = `Mistake ${status}`
    const plan = await newPlan(name, '5')
    const { reached, release } = stripe.holdNext(create)
    const acting = act(plan)
    await reached
    t.equal((await admin.client.delete(`/api/subscriptions/admin/plans/${plan}`)).status, 200)
    t.equal((await admin.client.get(`/api/subscriptions/admin/plans/${plan}`)).status, 404, 'removed')
    release()
    t.equal((await acting).status, status, name)
    const prices = [...stripe.prices.values()].filter((price) => price.name === name)
    t.match(prices, [{ active: false }])
  }
  const { body } = await synchronize()
  t.match(body, { data: [{ gateway: 'stripe' }, { gateway: 'paypal' }, { gateway: 'paystack' }] })
})

t.test(
  'gateways: only the fixed engine sells plans; they keep their limits, and end no metered period unbilled',
  async (t) => {
    const [stripe] = doubles as [GatewayDouble]
    const [subscriber, late] = [await signUp(app), await signUp(app)]
    await subscribe(subscriber, stripe, plus)
    const begun = await begin(late, stripe, plus)
    await admin.client.post('/api/subscriptions/admin/plans', {
      type: 'metered',
      name: 'Usage',
      currency: 'USD',
      meters: [
        {
          key: 'flatFee',
          aggregate_strategy: 'maximum_usage',
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
    const { entitlements } = app.coffer.billing
    t.match(await entitlements.canUpload(subscriber.id), { allowed: true, limit: 50_000_000_000 })
    t.match(await entitlements.canInviteTeamMembers(subscriber.id), { limit: 5 })
    t.match(await entitlements.canUpload(late.id), { allowed: true, limit: null })

    // A period that is closed early costs its share: this one is over.
    await db.query("update subscriptions set period_from = period_from - interval '30 days' where user_id = $1", [
      late.id,
    ])
    stripe.pay(begun)
    await deliverAll(stripe)
    t.match(await detail(late), { status: 'active', driver: 'stripe', name: 'Plus' })
    t.match(await db.query('select total from bills where user_id = $1', [late.id]), [{ total: 90 }])
    t.same(await db.query('select 1 from usage_meters where user_id = $1', [late.id]), [], 'the meter is gone')
  },
)
