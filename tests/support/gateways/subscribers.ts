import type { Actor } from '../actors.ts'
import { newAdmin } from '../admins.ts'
import type { testApp } from '../app.ts'
import type { GatewayDouble } from './double.ts'
import { deliver, gatewayDoubles } from './gateways.ts'

interface Detail {
  data: {
    id: string
    attributes: {
      status: string
      driver: string
      name: string
      ends_at: string | null
      renews_at: string | null
      next_plan: string | null
      past_due: { url: string | null } | null
      is_unpaid: boolean
    }
  }
}

/** An installation that sells fixed plans at the three gateways; `start` begins it with their environment. */
export const subscribersOf = async (
  t: { teardown(fn: () => unknown): unknown },
  start: (env: Record<string, string>) => ReturnType<typeof testApp>,
) => {
  const { doubles, env } = await gatewayDoubles(t)
  const app = await start({ ...env, API_RATE_LIMIT: '0,0' })
  const { db, settings, jobs } = app.coffer.platform
  const admin = await newAdmin(app)
  await settings.set({ allowed_payments: true, subscription_type: 'fixed' })
  for (const { name: service, credentials } of doubles)
    await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
  const newPlan = async (name: string, amount: string, max_storage_amount = 50, interval = 'month') => {
    const features = { max_storage_amount, max_team_members: 5 }
    const { body } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
      type: 'fixed',
      name,
      amount,
      currency: 'USD',
      interval,
      features,
    })
    return body.data.id
  }
  const delivered = new Map<GatewayDouble, number>()
  /** Delivers the gateway's events, each twice, the newest first. */
  const deliverAll = async (double: GatewayDouble) => {
    const events = double.events.slice(delivered.get(double) ?? 0)
    delivered.set(double, double.events.length)
    for (const { body } of events.reverse()) for (let round = 0; round < 2; round++) await deliver(app, double, body)
    await jobs.settled('sync-gateway-object')
  }
  /** Resolves with the reference of a checkout that is not paid. */
  const begin = async ({ client }: Actor, double: GatewayDouble, planCode: string) => {
    const { status, body } = await client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
      planCode,
    })
    if (status !== 201) throw new Error(`${double.name}: ${status} ${JSON.stringify(body)}`)
    return body.data.reference
  }
  return {
    doubles,
    app,
    admin,
    newPlan,
    deliverAll,
    begin,
    /** Resolves with the gateway's id of the subscription. */
    async subscribe(user: Actor, double: GatewayDouble, planCode: string): Promise<string> {
      double.pay(await begin(user, double, planCode))
      await deliverAll(double)
      return [...double.subscriptions.values()].at(-1)?.id ?? ''
    },
    /** `status` null: there is none. */
    async detail({ client }: Actor) {
      const { status, body } = await client.get<Detail>('/api/subscriptions/detail')
      return status === 200
        ? body.data.attributes
        : { status: null, name: null, past_due: null, next_plan: null, renews_at: null }
    },
    async charges({ id }: Actor): Promise<number> {
      return (await db.query("select 1 from ledger_transactions where user_id = $1 and type = 'charge'", [id])).length
    },
  }
}
