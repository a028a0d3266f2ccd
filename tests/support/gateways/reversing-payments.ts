import type { Test } from 'tap'
import type { Actor } from '../actors.ts'
import { newAdmin } from '../admins.ts'
import { testApp } from '../app.ts'
import { deliver, gatewayDoubles } from './gateways.ts'
import type { ReversingDouble } from './reversing-double.ts'

/** An installation that sells a plan and balances at gateways at whose side payments go back. */
export const reversingPaymentsOf = async (t: Test) => {
  const { doubles, env } = await gatewayDoubles(t)
  const reversing = doubles as ReversingDouble[]
  const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
  const { db, settings, jobs } = app.coffer.platform
  const admin = await newAdmin(app)
  await settings.set({ allowed_payments: true, subscription_type: 'fixed', tax_rates: { DE: '19' } })
  for (const { name: service, credentials } of doubles)
    await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
  const { body: plan } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
    type: 'fixed',
    name: 'Plus',
    amount: '9',
    currency: 'USD',
    interval: 'month',
    features: { max_storage_amount: 50, max_team_members: 5 },
  })

  const known = new Map<ReversingDouble, number>()
  t.beforeEach(() => {
    for (const double of reversing) known.set(double, double.events.length)
  })
  /** Sends the test's events of a gateway three times each, the newest first. */
  const deliverAll = async (double: ReversingDouble) => {
    const events = double.events.slice(known.get(double) ?? 0).reverse()
    for (let round = 0; round < 3; round++) for (const { body } of events) await deliver(app, double, body)
    await jobs.settled('sync-gateway-object')
  }
  /** Resolves with the reference of a plan's checkout that is not paid. */
  const begin = async ({ client }: Actor, double: ReversingDouble): Promise<string> => {
    const { body } = await client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
      planCode: plan.data.id,
    })
    return body.data.reference
  }
  /** Pays for a plan; resolves with the gateway's own id of the payment, before anything is delivered. */
  const subscribe = async (user: Actor, double: ReversingDouble): Promise<string> => {
    double.pay(await begin(user, double))
    return [...double.subscriptions.values()].at(-1)?.payments[0]?.id ?? ''
  }
  const refunds = ({ id }: Actor) =>
    db.query<{ amount: number; reason: string; total: number }>(
      `select t.amount, i.lines->0->>'item' as reason, i.total from ledger_transactions t
       join invoices i on i.transaction_id = t.id where t.user_id = $1 and t.type = 'refund' order by t.amount`,
      [id],
    )
  /** The administrators' call that refunds the user's payment. */
  const refundPath = async ({ id }: Actor) => {
    const [charge] = await db.query<{ id: string }>(
      "select id from ledger_transactions where user_id = $1 and type = 'charge'",
      [id],
    )
    return `/api/subscriptions/admin/transactions/${charge?.id}/refund`
  }
  const accountsOf = async ({ id }: Actor) => {
    const rows = await db.query<{ kind: string; balance: number }>(
      'select kind, balance from ledger_accounts where user_id = $1',
      [id],
    )
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
  }
  const notified = async () => {
    const { body } = await admin.client.get<{ data: { data: { attributes: { title?: string } } }[] }>(
      '/api/notifications',
    )
    return JSON.stringify(body)
  }
  return { app, admin, reversing, deliverAll, begin, subscribe, refunds, refundPath, accountsOf, notified }
}
