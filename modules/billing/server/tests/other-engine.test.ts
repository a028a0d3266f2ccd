import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { dayMs, meteredPlan, meterOf, subscribeSince } from '../../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, deliverAll, subscribe, detail } = fixture
const { coffer } = app
const { db, jobs, settings } = coffer.platform
const { administration, pages, entitlements } = coffer.billing
const standingOf = (userId: string) => entitlements.standingOf(userId, { used: 0, limit: null })
const stripe = doubles[0] as GatewayDouble
const overview = ({ id }: Actor) => pages.overview(id, 'en')
const dollar = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '1')])

/** A metered account that could not pay its bill, in an installation with another engine. */
const debtor = async (engine: 'none' | 'fixed' | 'metered') => {
  await settings.set({ subscription_type: 'fixed' })
  const user = await signUp(app)
  await subscribeSince(coffer, user.id, dollar, new Date(Date.now() - 31 * dayMs))
  await settings.set({ subscription_type: 'metered' })
  await jobs.runNow('settle-subscriptions')
  await settings.set({ subscription_type: engine })
  return user
}
const fund = async ({ client }: Actor, double: GatewayDouble, amount: string) => {
  const { body } = await client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, { amount })
  double.pay(body.data.reference)
  await client.get(`/api/subscriptions/checkouts/${body.data.reference}`)
}

t.test(
  'a bill from before the engine was changed: its user is told, sees it, and pays it at each gateway',
  async (t) => {
    for (const engine of ['none', 'fixed'] as const)
      for (const double of engine === 'none' ? doubles : [stripe]) {
        const user = await debtor(engine)
        t.match(await standingOf(user.id), { notice: 'billing:reason.open-bill', isBilled: true })
        const owed = await overview(user)
        t.match(owed, { engine, failedPayments: [{ attributes: { total: 100, source: 'balance' } }] })
        t.equal(owed?.options.length, 3)
        await fund(user, double, '3')
        const left = async () => ((await overview(user))?.failedPayments ?? []).length
        await eventually(t, left, 0, `${engine}, ${double.name}`)
        t.equal(await coffer.billing.ledger.balance(user.id, 'USD'), 200)
        t.match(await standingOf(user.id), { notice: null, isBilled: false })
        t.equal((await overview(user)) === null, engine === 'none', 'the page is there for what is owed')
      }
  },
)

t.test('metered: an account that is blocked is released by what it pays at any gateway', async (t) => {
  for (const double of doubles) {
    const user = await debtor('metered')
    t.match(await standingOf(user.id), { notice: 'billing:reason.open-bill' }, 'told before anything is denied')
    await db.query('update billing_accounts set dunning_sequence = 3 where user_id = $1', [user.id])
    t.match(await entitlements.canDownload(user.id), { allowed: false, reason: 'billing:reason.payment-failed' })
    t.match(await administration.user(user.id, 'en'), { isBlocked: true })
    await fund(user, double, '1')
    await eventually(t, async () => (await entitlements.canDownload(user.id)).allowed, true, double.name)
    t.same((await overview(user))?.failedPayments, [])
    t.match(await administration.user(user.id, 'en'), { isBlocked: false })
  }
})

t.test('without an engine only accounts with an unpaid bill can enter a card', async (t) => {
  const user = await debtor('none')
  t.ok(await pages.cardForm(user.id))
  t.equal(await pages.cardForm((await signUp(app)).id), null)
})

t.test('a plan that its gateway goes on charging for can be ended without an engine', async (t) => {
  await settings.set({ subscription_type: 'fixed' })
  const plus = await newPlan('Plus', '9')
  for (const double of doubles) {
    await settings.set({ subscription_type: 'fixed' })
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    await settings.set({ subscription_type: 'none' })
    t.match(await standingOf(user.id), { notice: null, isBilled: true })
    t.match(await overview(user), {
      engine: 'none',
      plans: [],
      subscription: { resource: { attributes: { name: 'Plus' } } },
    })
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200, double.name)
    t.equal(double.subscriptionOf(id).status, 'cancelled')
    double.end(id)
    await deliverAll(double)
    t.equal((await detail(user)).status, 'completed')
    t.equal(await overview(user), null)
  }
  const newcomer = await signUp(app)
  t.match(await standingOf(newcomer.id), { notice: null, isBilled: false })
  t.equal(await overview(newcomer), null)
})
