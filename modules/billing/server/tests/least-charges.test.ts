import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'

const { app, admin, doubles } = await subscribersOf(t, (env) => testApp(t, { env }))
const { settings, jobs } = app.coffer.platform
const [stripe] = doubles as [GatewayDouble]
const features = { max_storage_amount: 50, max_team_members: 5 }
const create = (amount: string, currency = 'USD') =>
  admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: `Plan of ${amount}`,
    amount,
    currency,
    interval: 'month',
    features,
  })

t.test('a price below what an offered gateway charges is an error of its field, which names both', async (t) => {
  t.match(await create('0.49'), {
    status: 422,
    body: { code: 'price-too-small', errors: { amount: ['Stripe charges at least $0.50. Enter a higher price.'] } },
  })
  t.match(await create('174.99', 'HUF'), { status: 422, body: { errors: { amount: [/HUF\s175/] } } })
  t.equal((await create('0.50')).status, 201)
  await settings.set({ allowed_stripe: false })
  t.equal((await create('0.48')).status, 201, 'Stripe is not offered')
  await settings.set({ allowed_stripe: true })
})

t.test('a plan from before its gateway: its buyer chooses another one, and administrators see it', async (t) => {
  await settings.set({ allowed_stripe: false })
  const { body } = await create('0.30')
  await settings.set({ allowed_stripe: true })
  const buyer = await signUp(app)
  const checkout = (gateway: string) => buyer.client.post(`/api/${gateway}/checkout`, { planCode: body.data.id })
  t.match(await checkout('stripe'), { status: 409, body: { code: 'price-not-taken' } })
  t.equal((await checkout('paypal')).status, 201)
  const { body: synced } = await admin.client.post<{ data: { gateway: string; failed: number; reason: string }[] }>(
    '/api/subscriptions/admin/plans/synchronize',
    {},
  )
  t.match(
    synced.data.find(({ gateway }) => gateway === 'stripe'),
    { reason: /less than 0\.50 USD/ },
  )
  await jobs.settled('sync-gateway-object')
})

t.test('an amount that the gateway finds too small after conversion is reported in the same way', async (t) => {
  const { body } = await create('20', 'CZK')
  const buyer = await signUp(app)
  // 20 CZK are above the known least charge; of an account that settles in dollars Stripe wants more.
  const call = () => buyer.client.post('/api/stripe/checkout', { planCode: body.data.id })
  t.equal((await call()).status, 201)
  for (const price of stripe.prices.values()) if (price.currency === 'CZK') price.amount = 49
  t.match(await call(), { status: 409, body: { code: 'price-not-taken' } })
})
