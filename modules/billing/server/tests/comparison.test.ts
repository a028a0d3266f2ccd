import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { confirmPassword, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import type { PayPalDouble } from '../../../../tests/support/gateways/paypal-double.ts'
import { storeCard } from '../../../../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { limitDeletes } from '../../../../tests/support/limit-deletes.ts'
import type { CreditCard } from '../../contract.ts'
import type { ReconciliationReport } from '../gateways/reconciliation.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, deliverAll, begin, subscribe, detail } = fixture
const { db, jobs } = app.coffer.platform
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]
const [stripe, paypal, paystack] = doubles as unknown as [StripeDouble, PayPalDouble, GatewayDouble]

t.test('gateways: a late answer does not undo what its user did meanwhile', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  const { reached, release } = stripe.holdNext(new RegExp(`^GET /v1/subscriptions/${id}$`))
  const comparing = jobs.runNow('reconcile-gateways')
  await reached
  const acting = (async () => {
    t.equal((await user.client.post(`/api/subscriptions/swap/${pro}`, {})).status, 200)
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
  })()
  // Both would be done by now if they did not wait for the comparison.
  await Promise.race([acting, sleep(500)])
  release()
  await Promise.all([comparing, acting])
  t.match(await detail(user), { status: 'cancelled', name: 'Pro' })
})

t.test('gateways: a card that was removed does not come back, wherever it was removed', async (t) => {
  const user = await signUp(app)
  const customer = await storeCard(stripe, user)
  const cards = async () =>
    (await user.client.get<{ data: { id: string }[] }>('/api/subscriptions/credit-cards')).body.data
  const { reached, release } = stripe.holdNext(new RegExp(`^GET /v1/customers/${customer}/payment_methods$`))
  const refreshing = user.client.post('/api/subscriptions/credit-cards/refresh', {})
  await reached
  const removing = user.client.delete(`/api/stripe/credit-cards/${(await cards())[0]?.id}`)
  // It would be done by now if it did not wait.
  await Promise.race([removing, sleep(500)])
  release()
  t.equal((await removing).status, 200)
  await refreshing
  t.same(await cards(), [])

  await storeCard(stripe, user)
  await deliverAll(stripe)
  t.equal((await cards()).length, 1)
  stripe.detachCard(stripe.customers.get(customer)?.cards[0]?.id ?? '')
  await deliverAll(stripe)
  t.same(await cards(), [], 'at the dashboard of the gateway')
})

t.test(
  'gateways: two cards made the default at once: subscriptions are charged to the card shown as default',
  async (t) => {
    const user = await signUp(app)
    await subscribe(user, stripe, plus)
    const customer = await storeCard(stripe, user)
    for (const last4 of ['5556', '0008']) stripe.storeCard(customer, last4)
    await deliverAll(stripe)
    const cards = async () =>
      (await user.client.get<{ data: CreditCard[] }>('/api/subscriptions/credit-cards')).body.data
    const [first, second] = (await cards()).filter(({ attributes }) => !attributes.is_default)
    const makeDefault = (card?: CreditCard) => user.client.patch(`/api/stripe/credit-cards/${card?.id}`, {})
    const { reached, release } = stripe.holdNext(new RegExp(`^POST /v1/customers/${customer}$`))
    const one = makeDefault(first)
    await reached
    const other = makeDefault(second)
    // It would be done by now if it did not wait.
    await Promise.race([other, sleep(500)])
    release()
    t.same([(await one).status, (await other).status], [200, 200])
    const shown = (await cards()).find(({ attributes }) => attributes.is_default)
    const [{ reference } = { reference: '' }] = await db.query<{ reference: string }>(
      'select reference from payment_cards where id = $1',
      [shown?.id],
    )
    const { id = '' } = [...stripe.subscriptions.values()].find((one) => one.customer === customer) ?? {}
    t.same([stripe.defaultMethods.get(customer), stripe.defaultMethods.get(id)], [reference, reference])
  },
)

t.test('gateways: abandoned checkouts at PayPal are compared for ten days, then given up', async (t) => {
  const compare = async () => (await jobs.runNow('reconcile-gateways')) as ReconciliationReport
  const { compared } = await compare()
  const user = await signUp(app)
  const references = [await begin(user, paypal, plus), await begin(user, paypal, plus)]
  for (const reference of references) {
    const { body } = await user.client.get(`/api/subscriptions/checkouts/${reference}`)
    t.match(body, { data: { status: 'open' } }, 'its user returned without an agreement')
  }
  t.match(await compare(), { compared: compared + 2, failed: 0 })
  paypal.checkouts.splice(paypal.checkouts.indexOf(paypal.checkoutOf(references[1] ?? '')), 1)
  await db.query("update gateway_checkouts set created_at = now() - interval '241 hours' where reference = any($1)", [
    references,
  ])
  t.match(await compare(), { compared: compared + 2, failed: 1 }, 'PayPal has one of them no longer')
  t.match(await compare(), { compared, failed: 0 }, 'the day after')
  t.same(await db.query('select 1 from subscriptions where user_id = $1', [user.id]), [])
  const path = `/api/subscriptions/checkouts/${references[0]}`
  t.match((await user.client.get(path)).body, { data: { status: 'failed' } })
  paypal.pay(references[0] ?? '')
  await deliverAll(paypal)
  t.match((await user.client.get(path)).body, { data: { status: 'paid' } }, 'agreed to after all')
})

t.test('gateways: a checkout that Paystack does not have is given up after ten days', async (t) => {
  const reference = await begin(await signUp(app), paystack, plus)
  paystack.checkouts.splice(paystack.checkouts.indexOf(paystack.checkoutOf(reference)), 1)
  await db.query("update gateway_checkouts set created_at = now() - interval '241 hours' where reference = $1", [
    reference,
  ])
  await jobs.runNow('reconcile-gateways')
  t.match(await db.query('select status from gateway_checkouts where reference = $1', [reference]), [
    { status: 'failed' },
  ])
  t.match(await jobs.runNow('reconcile-gateways'), { failed: 0 }, 'the day after')
})

t.test('gateways: a checkout whose gateway cannot be asked is not given up, however old it is', async (t) => {
  const user = await signUp(app)
  const reference = await begin(user, stripe, plus)
  stripe.pay(reference)
  await db.query("update gateway_checkouts set created_at = now() - interval '241 hours' where reference = $1", [
    reference,
  ])
  const status = async () =>
    (await db.query('select status from gateway_checkouts where reference = $1', [reference]))[0]
  const { credentials } = stripe
  const rolled = credentials.secret
  for (const outage of ['no answer', 'wrong credentials'] as const) {
    stripe.failing = outage === 'no answer' ? 1 : 0
    if (outage === 'wrong credentials') credentials.secret = 'sk_rolled'
    await jobs.runNow('reconcile-gateways')
    Object.assign(stripe, { failing: 0 })
    credentials.secret = rolled
    t.match(await status(), { status: 'open' }, outage)
  }
  await jobs.runNow('reconcile-gateways')
  t.match(await status(), { status: 'paid' })
  t.match(await detail(user), { status: 'active', name: 'Plus' })
})

t.test(
  'gateways: an error while a missing subscription is ended does not stop the comparison of the others',
  async (t) => {
    const users = [await signUp(app), await signUp(app), await signUp(app)]
    for (const user of users) stripe.subscriptions.delete(await subscribe(user, stripe, plus))
    const [failing] = users
    await db.query(
      `update subscriptions set period_from = now() - interval '40 days', period_to = now() - interval '8 days'
     where user_id = any($1)`,
      [users.map(({ id }) => id)],
    )
    await db.query(`create function reject_end() returns trigger language plpgsql as $$ begin
    if new.user_id = '${failing?.id}' and new.status = 'completed' then raise 'no' using errcode = '55P03'; end if;
    return new;
  end $$`)
    await db.query(
      'create trigger reject_end before update on subscriptions for each row execute function reject_end()',
    )
    t.match(await jobs.runNow('reconcile-gateways'), { repaired: 2, failed: 1 })
    await db.query('drop function reject_end cascade')
    t.match(await jobs.runNow('reconcile-gateways'), { repaired: 1, failed: 0 })
    for (const user of users) t.match(await detail(user), { status: 'completed' })
  },
)

t.test('renewals: a plan that is to be charged in an hour stays when its user asks for the deletion', async (t) => {
  for (const is of ['paid', 'declined'] as const) {
    const user = await signUp(app)
    const id = await subscribe(user, stripe, plus)
    stripe.failRenewal(id)
    const subscription = stripe.subscriptionOf(id)
    if (subscription.overdue) subscription.overdue.isDraft = true
    await deliverAll(stripe)
    t.match(
      await detail(user),
      { status: 'active', past_due: null, is_unpaid: true },
      'a cancellation would end it now',
    )
    t.match(await user.client.get(`/api/subscriptions/swap/${pro}`), {
      status: 409,
      body: { code: 'renewal-unpaid' },
    })
    await confirmPassword(user)
    t.equal((await user.client.post('/api/user/deletion')).status, 202)
    await jobs.settled('sync-gateway-object')
    t.match(await detail(user), { status: 'active' })
    t.equal(subscription.status, 'active')
    if (is === 'declined') Object.assign(subscription.overdue ?? {}, { isDraft: false })
    else stripe.settle(id)
    await jobs.runNow('reconcile-gateways')
    t.match(await detail(user), is === 'paid' ? { status: 'cancelled', is_unpaid: false } : { status: 'active' }, is)
  }
})

t.test('webhooks: processed ones are deleted after 90 days, in batches', async (t) => {
  await db.query(
    `insert into gateway_events (gateway, id, type, received_at, processed_at)
     select 'stripe', n::text, 'test', now() - make_interval(days => case when n > 2 then 91 else 89 end), case when n <> 3 then now() end
     from generate_series(1, 1203) n`,
  )
  t.teardown(await limitDeletes(db, 'gateway_events'))
  await jobs.runNow('reconcile-gateways')
  t.same(await db.query(`select id from gateway_events where type = 'test' order by id`), [
    { id: '1' },
    { id: '2' },
    { id: '3' },
  ])
})
