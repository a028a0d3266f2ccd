import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { deliver, gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'
import type { PayPalDouble } from '../../../../tests/support/gateways/paypal-double.ts'
import { storeCard } from '../../../../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import type { CreditCard, GatewaySetup } from '../../contract.ts'

const { doubles, env } = await gatewayDoubles(t)
const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, settings, jobs } = app.coffer.platform
const admin = await newAdmin(app)
const user = await signUp(app)

const setUp = ({ name: service, credentials }: GatewayDouble, more: object = {}) =>
  admin.client.post<{ code?: string }>('/api/admin/settings/payment-service', { service, ...credentials, ...more })
const balance = async (client = user.client) =>
  (await client.get<{ data: { balance: number } }>('/api/subscriptions/balance')).body.data.balance
const begin = async ({ name }: GatewayDouble, body: object, client = user.client) =>
  client.post<{ url: string; code?: string; data: { reference: string } }>(`/api/${name}/checkout`, body)
const settled = () => jobs.settled('sync-gateway-object')

t.test('payments: credentials are stored after a test, encrypted, and never shown', async (t) => {
  await settings.set({ allowed_payments: true })
  for (const double of doubles) {
    t.match(await setUp(double, { secret: 'wrong' }), { status: 422, body: { code: 'connection-failed' } })
    t.equal((await begin(double, { amount: '5' })).status, 503)
    t.equal((await setUp(double)).status, 200, double.name)
    const [row] = await db.query<{ value: string }>('select value from settings where name = $1', [
      `${double.name}_credentials`,
    ])
    t.notMatch(row?.value, double.credentials.secret)
  }
  t.match(await setUp(doubles[0] as GatewayDouble, { webhook: '' }), {
    status: 422,
    body: { code: 'invalid-credentials' },
  })
  const { body } = await admin.client.get<{ data: GatewaySetup[] }>('/api/admin/settings/payment-service')
  t.match(
    body.data,
    doubles.map(({ name }) => ({ service: name, is_configured: true, allowed: true })),
  )
  t.notMatch(JSON.stringify(body), /sk_|wh_/)
  t.match(await user.client.get('/api/subscriptions/payment-options'), { body: { data: { length: 3 } } })
})

t.test('payments: a balance is funded by webhook, once, and its owner is notified', async (t) => {
  let expected = 0
  for (const double of doubles) {
    const { status, body } = await begin(double, { amount: '12.34' })
    t.equal(status, 201)
    const { reference } = body.data
    t.match(reference, /^[A-Za-z0-9]{10}$/)
    double.pay(reference)
    t.equal(await balance(), expected, 'nothing is credited before the gateway reports')
    const sent = double.events.map((event) => event.body)
    for (let round = 0; round < 3; round++) for (const body of sent) t.equal(await deliver(app, double, body), 200)
    await settled()
    expected += 1_234
    await eventually(t, balance, expected, double.name)
    t.match((await user.client.get(`/api/subscriptions/checkouts/${reference}`)).body, { data: { status: 'paid' } })
    const stored = await db.query('select 1 from gateway_events where gateway = $1', [double.name])
    t.equal(stored.length, new Set(sent).size, 'each event is stored once')
  }
  await eventually(
    t,
    async () => (await db.query("select 1 from notifications where category = 'payment-alert'")).length,
    3,
  )
  t.same(await db.query('select 1 from gateway_events where processed_at is null'), [])
})

t.test('payments: each gateway is asked in its own units, and not at all for what it does not take', async (t) => {
  const currencies = { stripe: 'ISK', paypal: 'HUF', paystack: 'XOF' }
  for (const double of doubles) {
    const currency = currencies[double.name]
    await settings.set({ billing_currency: currency })
    const { reference } = (await begin(double, { amount: '10000' })).body.data
    double.pay(reference)
    const { body } = await user.client.get(`/api/subscriptions/checkouts/${reference}`)
    const minor = currency === 'HUF' ? 1_000_000 : 10_000
    t.match(body, { data: { status: 'paid', amount: minor, currency } }, double.name)
    t.equal(await balance(), minor)
  }
  await settings.set({ billing_currency: 'KWD' })
  for (const double of doubles) {
    const isTaken = double.name === 'stripe'
    const rejected = { status: 409, body: { code: 'currency-not-taken' } }
    t.match(await begin(double, { amount: '5.12' }), isTaken ? { status: 201 } : rejected, double.name)
    const tooExact = { status: 422, body: { code: 'amount-not-taken', errors: { amount: [/\w/] } } }
    t.match(await begin(double, { amount: '5.124' }), isTaken ? tooExact : rejected, double.name)
  }
  await settings.set({ billing_currency: 'USD' })
})

t.test('payments: none begins in a currency that was changed while the gateway was asked', async (t) => {
  const double = doubles[0] as GatewayDouble
  const { reached, release } = double.holdNext(/^POST \/v1\/checkout\/sessions$/)
  const beginning = begin(double, { amount: '7' })
  await reached
  await settings.set({ billing_currency: 'EUR' })
  release()
  t.match(await beginning, { status: 503, body: { code: 'gateway-unavailable' } })
  t.same(await db.query("select 1 from gateway_checkouts where status = 'open' and amount = 700"), [])
  await settings.set({ billing_currency: 'USD' })
})

t.test('payments: a return before the webhook credits at once; references of others are unknown', async (t) => {
  const other = await signUp(app)
  for (const double of doubles) {
    const before = await balance()
    const { reference } = (await begin(double, { amount: '5' })).body.data
    const path = `/api/subscriptions/checkouts/${reference}`
    t.match((await user.client.get(path)).body, { data: { status: 'open' } })
    double.pay(reference)
    t.equal((await other.client.get(path)).status, 404)
    t.match((await user.client.get(path)).body, { data: { status: 'paid', amount: 500, formatted: '$5.00' } })
    t.equal(await balance(), before + 500)
    t.equal(await balance(other.client), 0)
  }
})

t.test('A65: forged, old and foreign webhooks are rejected without effect', async (t) => {
  const count = async () => (await db.query('select 1 from gateway_events')).length
  for (const double of doubles) {
    const { reference } = (await begin(double, { amount: '999' })).body.data
    double.pay(reference)
    const { body } = double.events.at(-1) as { body: string }
    const before = await count()
    const rejected: [string, Record<string, string>][] = [
      [body, {}],
      [body, double.sign(body, { secret: 'foreign' })],
      [body.replace(reference, 'A'.repeat(10)), double.sign(body)],
      [JSON.stringify(JSON.parse(body), null, 2), double.sign(body)],
      ['{', double.sign('{')],
    ]
    if (double.name === 'stripe') rejected.push([body, double.sign(body, { ageSeconds: 400 })])
    for (const [sent, headers] of rejected) t.equal(await deliver(app, double, sent, headers), 400)
    t.equal(await count(), before)
  }
  const unknown = await fetch(`${app.url}/api/subscriptions/nonsense/webhooks`, { method: 'POST' })
  t.equal(unknown.status, 404)
})

t.test('A66: invalid amounts, and payments of another amount, credit nothing', async (t) => {
  for (const double of doubles)
    for (const amount of ['0', '-5', '1.005', '1e3', 'NaN', '9999999999'])
      t.match(await begin(double, { amount }), { status: 422, body: { code: 'invalid-amount' } }, amount)
  const [stripe] = doubles as [GatewayDouble]
  const tooSmall = { status: 422, body: { code: 'amount-too-small', errors: { amount: [/\w/] } } }
  t.match(await begin(stripe, { amount: '0.49' }), tooSmall, 'below what Stripe charges')
  const before = await balance()
  const { reference } = (await begin(stripe, { amount: '7' })).body.data
  stripe.checkoutOf(reference).amount = 1
  stripe.pay(reference)
  t.match((await user.client.get(`/api/subscriptions/checkouts/${reference}`)).body, { data: { status: 'rejected' } })
  t.equal(await balance(), before)
  t.equal((await db.query("select 1 from audit_log where action = 'billing.payment.rejected'")).length, 1)
})

t.test('payments: a refund is taken from the balance once', async (t) => {
  for (const double of doubles) {
    const { reference } = (await begin(double, { amount: '20' })).body.data
    double.pay(reference)
    await user.client.get(`/api/subscriptions/checkouts/${reference}`)
    const before = await balance()
    double.refund(reference, 700)
    const { body } = double.events.at(-1) as { body: string }
    for (let round = 0; round < 2; round++) t.equal(await deliver(app, double, body), 200)
    await settled()
    await eventually(t, balance, before - 700, double.name)
  }
})

t.test('payments: what PayPal declines at the capture has failed; what it rejects is given up in days', async (t) => {
  const paypal = doubles.find(({ name }) => name === 'paypal') as PayPalDouble
  // Compares the objects that the tests above left open.
  await jobs.runNow('reconcile-gateways')
  const before = await balance()
  const statusOf = async (reference: string) =>
    (await user.client.get<{ data: { status: string } }>(`/api/subscriptions/checkouts/${reference}`)).body.data.status
  const declined = async (issue: string) => {
    const { reference } = (await begin(paypal, { amount: '6' })).body.data
    Object.assign(paypal, { declining: true, declineIssue: issue })
    paypal.pay(reference)
    return { reference, status: await statusOf(reference) }
  }
  t.match(await declined('INSTRUMENT_DECLINED'), { status: 'failed' })
  const { reference, status } = await declined('COMPLIANCE_VIOLATION')
  t.equal(status, 'open')
  t.match(await jobs.runNow('reconcile-gateways'), { failed: 1 })
  t.equal(await statusOf(reference), 'open')
  await db.query("update gateway_checkouts set created_at = created_at - interval '4 days' where reference = $1", [
    reference,
  ])
  await jobs.runNow('reconcile-gateways')
  t.equal(await statusOf(reference), 'failed')
  paypal.declining = false
  t.equal(await balance(), before)
})

t.test('payments: cards are stored, one is the default, and only their owner removes them', async (t) => {
  const [stripe] = doubles as [GatewayDouble]
  const { status, body } = await user.client.get<{ data: { client_secret: string; publishable_key: string } }>(
    '/api/stripe/setup-intent',
  )
  t.equal(status, 201)
  t.equal(body.data.publishable_key, 'pk_test')
  const customer = body.data.client_secret.replace('seti_secret_', '')
  const page = await user.client.post<{ url: string }>('/api/stripe/credit-cards')
  t.match(page, { status: 201, body: { url: `${stripe.base}/card/${customer}` } })
  const { success_url, cancel_url } = Object.fromEntries(new URLSearchParams(stripe.sent.at(-1)))
  t.match(success_url, /\/billing\?cards=stored$/)
  t.match(cancel_url, /\/billing\?cards=1$/, 'an abandoned form stores no card')
  stripe.storeCard(customer, '4242')
  t.equal(await deliver(app, stripe, (stripe.events.at(-1) as { body: string }).body), 200)
  const cards = async () =>
    (await user.client.get<{ data: CreditCard[] }>('/api/subscriptions/credit-cards')).body.data.map(
      ({ id, attributes }) => ({ id, last4: attributes.last4, isDefault: attributes.is_default }),
    )
  await eventually(t, async () => (await cards()).map(({ last4 }) => last4), ['4242'])
  stripe.storeCard(customer, '1881')
  t.equal((await user.client.post('/api/subscriptions/credit-cards/refresh', {})).status, 200)
  const [first, second] = await cards()
  t.match(
    [first, second],
    [
      { last4: '4242', isDefault: true },
      { last4: '1881', isDefault: false },
    ],
  )
  const other = await signUp(app)
  const path = `/api/stripe/credit-cards/${second?.id}`
  t.equal((await other.client.delete(path)).status, 404)
  t.equal((await user.client.patch(path, {})).status, 200)
  t.match(await cards(), [
    { last4: '1881', isDefault: true },
    { last4: '4242', isDefault: false },
  ])
  t.equal((await user.client.delete(path)).status, 200)
  t.match(await cards(), [{ last4: '4242', isDefault: true }])
  t.equal(stripe.customers.get(customer)?.cards.length, 1, 'it is removed at the gateway')
})

t.test('payments: a changed email becomes the one to which Stripe writes, after a pause too', async (t) => {
  const stripe = doubles.find(({ name }) => name === 'stripe') as StripeDouble
  const person = await signUp(app)
  const customer = await storeCard(stripe, person)
  await person.client.post('/user/confirm-password', { password: person.password })
  const email = `new-${person.email}`
  await settings.set({ payments_paused: true })
  t.equal((await person.client.post('/api/user/email', { email })).status, 202)
  for (const to of [person.email, email]) {
    const token = new URL(await mailedLink(app.dataDir, to, '/confirm-email')).searchParams.get('token')
    t.equal((await anonymous(app).post('/api/user/email/confirm', { token })).status, 200)
  }
  const waiting = "select attempts, run_at > now() as waits from jobs.jobs where task_identifier = 'update-customer'"
  await eventually(t, () => db.query(waiting), [{ attempts: 0, waits: true }])
  await settings.set({ payments_paused: false })
  await db.query("update jobs._private_jobs set run_at = now() where key like 'update-customer:%'")
  await jobs.settled('update-customer')
  t.equal(stripe.customers.get(customer)?.email, email)
})

t.test('payments: the daily comparison finds payments whose webhooks were lost', async (t) => {
  // Compares the objects that the tests above left open.
  await jobs.runNow('reconcile-gateways')
  const before = await balance()
  for (const double of doubles) double.pay((await begin(double, { amount: '3' })).body.data.reference)
  t.match(await jobs.runNow('reconcile-gateways'), { repaired: 3, failed: 0 })
  t.equal(await balance(), before + 900)
  t.match(await jobs.runNow('reconcile-gateways'), { repaired: 0 })
  t.equal((await anonymous(app).get('/api/subscriptions/balance')).status, 401)
})
