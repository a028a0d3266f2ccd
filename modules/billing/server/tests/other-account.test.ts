import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { gatewayDoubles } from '../../../../tests/support/gateways/gateways.ts'

const { doubles, env } = await gatewayDoubles(t)
const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
const { db, jobs, settings } = app.coffer.platform
const admin = await newAdmin(app)
await settings.set({ allowed_payments: true, subscription_type: 'fixed' })
const plan = {
  type: 'fixed',
  name: 'Plus',
  currency: 'USD',
  amount: '9',
  interval: 'month',
  features: { max_storage_amount: 1, max_team_members: 1 },
}
await admin.client.post('/api/subscriptions/admin/plans', plan)
const [{ id: planCode = '' } = {}] = await db.query<{ id: string }>('select plan_id as id from plan_versions')
const priceOf = async (gateway: string) =>
  (
    await db.query<{ id: string }>('select id from gateway_prices where gateway = $1 order by used_at desc', [gateway])
  )[0]?.id

for (const double of doubles) {
  const { name: service, credentials } = double
  const setUp = () => admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
  const subscribe = async (user: Awaited<ReturnType<typeof signUp>>) => {
    const path = `/api/${service}/checkout`
    const { status, body } = await user.client.post<{ data?: { reference: string } }>(path, { planCode })
    return { status, reference: body.data?.reference ?? '' }
  }

  t.test(`${service}: live credentials after those of a test get prices and customers of their own`, async (t) => {
    const [user, leaver, idler] = [await signUp(app), await signUp(app), await signUp(app)]
    t.equal((await setUp()).status, 200)
    await jobs.runNow('sync-plans')
    const tested = await priceOf(service)
    for (const one of [user, leaver, idler]) {
      const { status, reference } = await subscribe(one)
      t.equal(status, 201)
      double.pay(reference)
      await jobs.runNow('reconcile-gateways')
    }
    t.equal((await setUp()).status, 200, 'the same account again')
    t.equal(await priceOf(service), tested, 'keeps what it has')

    const before = [double.prices, double.customers, double.subscriptions].map(
      (known) => new Map<string, unknown>(known),
    )
    for (const known of [double.prices, double.customers, double.subscriptions]) known.clear()
    double.checkouts.length = 0
    double.forgetKeys()
    t.equal((await setUp()).status, 200)
    await jobs.runNow('sync-plans')
    t.ok(double.prices.has((await priceOf(service)) ?? ''))
    const buyer = await signUp(app)
    t.equal((await subscribe(buyer)).status, 201)
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200, 'the test subscription ends')
    t.match(await db.query('select status from subscriptions where user_id = $1', [user.id]), [{ status: 'cancelled' }])
    const compare = async () => {
      await jobs.runNow('reconcile-gateways')
      return (await app.coffer.billing.subscriptions.current(idler.id))?.status ?? null
    }
    t.equal(await compare(), 'active', 'the other account may have it')
    await db.query(
      `update subscriptions set period_from = now() - interval '40 days', period_to = now() - interval '8 days'
       where user_id = $1`,
      [idler.id],
    )
    t.equal(await compare(), null, 'not paid since')
    await db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [leaver.id])
    await jobs.runNow('delete-accounts')
    t.same(await db.query('select 1 from users where id = $1', [leaver.id]), [], 'nothing is left to end there')

    const all = [double.prices, double.customers, double.subscriptions] as Map<string, unknown>[]
    for (const [at, known] of all.entries()) {
      known.clear()
      for (const [id, value] of before[at] ?? []) known.set(id, value)
    }
    t.equal((await setUp()).status, 200, 'back to the first account')
    await jobs.runNow('sync-plans')
    t.equal(await priceOf(service), tested, 'which has what it had')
  })
}
