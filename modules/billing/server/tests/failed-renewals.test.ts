import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, deliverAll, subscribe, detail, charges } = fixture
const { db, jobs } = app.coffer.platform
const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
const day = 86_400_000
const plus = await newPlan('Plus', '9')
const pro = await newPlan('Pro', '19')

/** Its paid period ended ten days ago. */
const age = (double: GatewayDouble, id: string) => {
  const from = new Date(Date.now() - 40 * day)
  Object.assign(double.subscriptionOf(id), { from, paidFrom: from, to: new Date(Date.now() - 10 * day) })
}

t.test('renewals: what its gateway gave up ends, and goes on when it is paid after all', async (t) => {
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
  'renewals: one that was replaced, or whose user has another plan now, is cancelled; its payment counts',
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
