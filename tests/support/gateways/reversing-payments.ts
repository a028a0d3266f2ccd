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

  /** By gateway: the account that began a checkout last, and which of its events were delivered or came before that account. */
  const passed = new Map<ReversingDouble, { account: string; before: number; delivered: number }>()
  /**
   * Sends all events of a gateway since its newest account came three times each, the newest first. Those of earlier
   * accounts have been delivered as often: again with every one of later accounts, they would take most of the time.
   */
  const deliverAll = async (double: ReversingDouble) => {
    const { before, delivered } = passed.get(double) ?? { before: 0, delivered: 0 }
    const events = double.events.slice(Math.min(before, delivered))
    for (let round = 0; round < 3; round++) for (const { body } of events.toReversed()) await deliver(app, double, body)
    Object.assign(passed.get(double) ?? {}, { delivered: double.events.length })
    await jobs.settled('sync-gateway-object')
  }
  /** Resolves with the reference of a plan's checkout that is not paid. */
  const begin = async ({ id, client }: Actor, double: ReversingDouble): Promise<string> => {
    const known = passed.get(double)
    if (known?.account !== id)
      passed.set(double, { account: id, before: double.events.length, delivered: known?.delivered ?? 0 })
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
