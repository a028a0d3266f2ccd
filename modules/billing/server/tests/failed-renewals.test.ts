import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { addUtcMonths } from '../subscriptions/periods.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, deliverAll, subscribe, detail, charges } = fixture
const { db, jobs } = app.coffer.platform
const [stripe, paypal, paystack] = doubles as [StripeDouble, GatewayDouble, GatewayDouble]
const day = 86_400_000
const plus = await newPlan('Plus', '9')
const pro = await newPlan('Pro', '19')

/** Its paid period of 30 days ended some days ago. */
const age = (double: GatewayDouble, id: string, days = 10) => {
  const [from, to] = [new Date(Date.now() - (days + 30) * day), new Date(Date.now() - days * day)]
  Object.assign(double.subscriptionOf(id), { from, paidFrom: from, to })
  for (const { paidFor } of double.subscriptionOf(id).payments) Object.assign(paidFor ?? {}, { from, to })
}
const { entitlements } = app.coffer.billing
const empty = { used: 0, limit: null }

t.test('renewals: a plan that its gateway gave up ends, and goes on when it is paid after all', async (t) => {
  for (const double of [stripe, paypal]) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    age(double, id)
    double.failRenewal(id)
    double.giveUp(id)
    await deliverAll(double)
    await jobs.runNow('complete-subscriptions')
    t.match(await detail(user), { status: 'completed' }, double.name)
    double.settle(id)
    await deliverAll(double)
    t.match(await detail(user), { status: 'active', name: 'Plus', ends_at: null }, double.name)
    t.equal(double.subscriptionOf(id).status, 'active', 'it is not cancelled at its gateway')
    t.equal(await charges(user), 2)
    t.equal((await db.query('select 1 from invoices where user_id = $1', [user.id])).length, 2)
  }
})

t.test(
  'renewals: a subscription that was replaced, or whose user has another plan, is cancelled; its payment counts',
  async (t) => {
    const user = await signUp(app)
    const replaced = await subscribe(user, stripe, plus)
    await subscribe(user, paystack, pro)
    stripe.subscriptionOf(replaced).status = 'active'
    stripe.renew(replaced)
    await deliverAll(stripe)
    t.equal(stripe.subscriptionOf(replaced).status, 'cancelled')
    t.match(await detail(user), { status: 'active', name: 'Pro' })
    t.equal(await charges(user), 3)

    const other = await signUp(app)
    const former = await subscribe(other, stripe, plus)
    age(stripe, former)
    stripe.failRenewal(former)
    stripe.giveUp(former)
    await deliverAll(stripe)
    await jobs.runNow('complete-subscriptions')
    await subscribe(other, paystack, pro)
    stripe.settle(former)
    await deliverAll(stripe)
    t.equal(stripe.subscriptionOf(former).status, 'cancelled')
    t.match(await detail(other), { status: 'active', name: 'Pro' })
    t.equal(await charges(other), 3)
  },
)

t.test('renewals: a failed renewal is reported once, and leads to the gateway’s page until it is paid', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    const told = () =>
      db.query("select 1 from notifications where user_id = $1 and category = 'payment-alert'", [user.id])
    double.failRenewal(id)
    await deliverAll(double)
    const { past_due, status } = await detail(user)
    t.equal(status, 'active', 'the gateway still tries')
    t.same(past_due, {
      url: double.name === 'stripe' ? `${double.base}/invoice/in_${double.subscriptionOf(id).overdue?.id}` : null,
    })
    t.equal((await entitlements.standingOf(user.id, empty)).notice, 'billing:reason.renewal-failed')
    await eventually(t, async () => (await told()).length, 1, double.name)
    await jobs.runNow('reconcile-gateways')
    t.equal((await told()).length, 1, 'once')
    const find = async () => (await mailsTo(app.dataDir, user.email)).filter(({ text }) => text.includes('next period'))
    await eventually(t, async () => (await find()).length, 1)
    const [mail] = await find()
    t.match(mail, { subject: 'Your Plus plan couldn’t be renewed', text: '/user/settings/billing' })
    double.settle(id)
    await deliverAll(double)
    t.match(await detail(user), { status: 'active', past_due: null })
    t.equal((await entitlements.standingOf(user.id, empty)).notice, null)
    t.equal(await charges(user), 2)
  }
})

t.test('renewals: a plan at PayPal lasts as long as it was paid for, whatever plan was to follow', async (t) => {
  const annual = await newPlan('Annual', '90', 50, 'year')
  const cancel = ({ client }: Actor) => client.post('/api/subscriptions/cancel', {})
  const giveUp = async (_user: Actor, id: string) => {
    paypal.failRenewal(id)
    await deliverAll(paypal)
    paypal.giveUp(id)
  }
  for (const [paid, next, end] of [
    [plus, annual, cancel],
    [annual, plus, cancel],
    [plus, annual, giveUp],
  ] as const) {
    const user = await signUp(app)
    const id = await subscribe(user, paypal, paid)
    const { from, to } = paypal.subscriptionOf(id)
    await user.client.post(`/api/subscriptions/swap/${next}`, {})
    await deliverAll(paypal)
    await end(user, id)
    await deliverAll(paypal)
    const ends_at = (end === cancel ? to : addUtcMonths(from, 1)).toISOString()
    t.match(await detail(user), { status: 'cancelled', ends_at })
    await jobs.runNow('reconcile-gateways')
    t.match(await detail(user), { status: 'cancelled', ends_at }, 'it stays')
  }
})

t.test('renewals: a larger plan at Stripe begins when it is paid', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  stripe.declining = true
  const swapped = await user.client.post<{ url?: string }>(`/api/subscriptions/swap/${pro}`, {})
  stripe.declining = false
  t.match(swapped, {
    status: 200,
    body: { url: `${stripe.base}/invoice/in_${stripe.subscriptionOf(id).pending?.payment.id}` },
  })
  await deliverAll(stripe)
  t.match(await detail(user), { status: 'active', name: 'Plus', past_due: null })
  stripe.settle(id)
  await deliverAll(stripe)
  t.match(await detail(user), { status: 'active', name: 'Pro' })
})

t.test('renewals: a plan in an unpaid period is not changed: there is nothing to credit', async (t) => {
  const annual = await newPlan('Yearly', '1000', 50, 'year')
  const rejected = { status: 409, body: { code: 'renewal-unpaid' } }
  for (const late of ['told', 'not told', 'not charged yet'] as const) {
    const user = await signUp(app)
    const id = await subscribe(user, stripe, annual)
    const { price } = stripe.subscriptionOf(id)
    stripe.failRenewal(id)
    const { overdue } = stripe.subscriptionOf(id)
    if (overdue && late === 'not charged yet') overdue.isDraft = true
    if (late !== 'not told') await deliverAll(stripe)
    if (late === 'told') t.match(await user.client.get(`/api/subscriptions/swap/${plus}`), rejected)
    t.match(await user.client.post(`/api/subscriptions/swap/${plus}`, {}), rejected, late)
    t.equal(stripe.subscriptionOf(id).price, price)
    stripe.settle(id)
    await deliverAll(stripe)
    t.equal((await user.client.post(`/api/subscriptions/swap/${plus}`, {})).status, 200, 'once it is paid')
    t.match(await detail(user), { status: 'active', name: 'Plus' })
  }
})

t.test('renewals: Paystack tries for ever; a second period that is not paid ends the plan', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, paystack, plus)
  const subscription = paystack.subscriptionOf(id)
  const paid = new Date(Date.now() - 65 * day)
  for (const payment of subscription.payments) payment.at = paid
  Object.assign(subscription, { createdAt: paid, from: paid, to: new Date(Date.now() - 35 * day) })
  for (let period = 0; period < 2; period++) paystack.failRenewal(id)
  await deliverAll(paystack)
  t.match(await detail(user), { status: 'cancelled', past_due: null })
  t.equal(await app.coffer.billing.subscriptions.current(user.id), null)
  t.equal(subscription.status, 'cancelled', 'it is not charged again')
  for (let round = 0; round < 2; round++) await jobs.runNow('reconcile-gateways')
  await jobs.runNow('complete-subscriptions')
  t.match(await detail(user), { status: 'completed' })
})

t.test(
  'renewals: a period that is over unpaid ends a plan at Stripe, whose account may leave it past due for ever',
  async (t) => {
    const user = await signUp(app)
    const id = await subscribe(user, stripe, plus)
    age(stripe, id, 35)
    for (let period = 0; period < 2; period++) stripe.failRenewal(id)
    await deliverAll(stripe)
    t.match(await detail(user), { status: 'completed', past_due: null })
    t.match(stripe.subscriptionOf(id), { status: 'completed', overdue: null, unpaid: [] }, 'nothing can be paid')
  },
)

const remove = async ({ id }: Actor) => {
  await db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [id])
  await jobs.runNow('delete-accounts')
  t.same(await db.query('select 1 from users where id = $1', [id]), [])
}

t.test(
  'renewals: a subscription that has ended here is ended at its gateway when the account is deleted',
  async (t) => {
    for (const double of doubles) {
      const user = await signUp(app)
      const id = await subscribe(user, double, plus)
      age(double, id)
      double.failRenewal(id)
      double.giveUp(id)
      await deliverAll(double)
      await db.query("update subscriptions set status = 'completed', ends_at = now() where user_id = $1", [user.id])
      await remove(user)
      t.ok(['cancelled', 'completed'].includes(double.subscriptionOf(id).status), double.name)
      if (double !== stripe) continue
      double.settle(id)
      await deliverAll(double)
      t.equal(await charges(user), 1, 'its invoice cannot be paid')
    }
  },
)

t.test('renewals: a plan cancelled in an unpaid period is charged no more, nor is a deleted account', async (t) => {
  const cancel = ({ client }: Actor) => client.post('/api/subscriptions/cancel', {})
  for (const what of ['past due', 'not charged yet', 'cancelled before', 'replaced'] as const) {
    const user = await signUp(app)
    const id = await subscribe(user, stripe, plus)
    if (what === 'cancelled before') stripe.subscriptionOf(id).status = 'cancelled'
    stripe.failRenewal(id)
    const { overdue } = stripe.subscriptionOf(id)
    if (overdue && what === 'not charged yet') overdue.isDraft = true
    await deliverAll(stripe)
    if (what === 'replaced') await subscribe(user, paystack, pro)
    else if (what !== 'cancelled before') {
      t.equal((await cancel(user)).status, 200, what)
      t.match(await detail(user), { status: 'completed' }, what)
    }
    await eventually(t, () => stripe.subscriptionOf(id).status, 'completed', what)
    const paid = await charges(user)
    await remove(user)
    stripe.settle(id)
    await deliverAll(stripe)
    t.equal(await charges(user), paid, what)
  }
  for (const double of doubles) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    double.failRenewal(id)
    await remove(user)
    t.ok(['cancelled', 'completed'].includes(double.subscriptionOf(id).status), double.name)
  }
})

t.test('renewals: a cancellation that was interrupted before its invoices were closed is completed', async (t) => {
  for (const [what, isDraft] of [
    ['webhook', true],
    ['webhook', false],
    ['comparison', true],
  ] as const) {
    const user = await signUp(app)
    const id = await subscribe(user, stripe, plus)
    stripe.failRenewal(id)
    const subscription = stripe.subscriptionOf(id)
    if (subscription.overdue) subscription.overdue.isDraft = isDraft
    await deliverAll(stripe)
    stripe.failingInvoices = true
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 503, what)
    stripe.failingInvoices = false
    t.equal(subscription.status, 'completed')
    t.ok(subscription.overdue, 'it may be charged yet')
    if (what === 'webhook') await deliverAll(stripe)
    else await jobs.runNow('reconcile-gateways')
    t.equal(subscription.overdue, null, what)
    t.match(await detail(user), { status: 'completed' }, what)
  }
})
