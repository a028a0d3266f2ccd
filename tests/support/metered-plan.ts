import type { Coffer } from '../../server/app.ts'
import { type Actor, signUp } from './actors.ts'
import type { TestApp } from './app.ts'

const tier = (per_unit: string, flat_fee: string | null) => [{ first_unit: 1, last_unit: null, per_unit, flat_fee }]

/** A metered plan that costs $12.49 a period, plus usage; from then on all accounts have it. */
export const sellUsage = async (admin: Actor): Promise<void> => {
  const { status } = await admin.client.post('/api/subscriptions/admin/plans', {
    type: 'metered',
    name: 'Usage',
    currency: 'USD',
    meters: [
      { key: 'storage', aggregate_strategy: 'maximum_usage', tiers: tier('0.02', null) },
      { key: 'bandwidth', aggregate_strategy: 'sum_of_usage', tiers: tier('0.05', '2.49') },
      { key: 'member', aggregate_strategy: 'maximum_usage', tiers: tier('1', null) },
      { key: 'flatFee', aggregate_strategy: 'maximum_usage', tiers: tier('10', null) },
    ],
  })
  if (status !== 201) throw new Error(`metered plan: ${status}`)
}

/** A new account whose period has begun. */
export const meteredUser = async (app: TestApp): Promise<Actor> => {
  const user = await signUp(app)
  await app.coffer.platform.jobs.runNow('apply-billing-engine')
  return user
}

/** The running period of a metered account began a month earlier, and ends now: it is billed and collected. */
export const endPeriod = async ({ platform }: Coffer, { id }: Actor): Promise<void> => {
  await platform.db.query(
    "update subscriptions set period_from = period_from - interval '30 days', period_to = date_trunc('milliseconds', now()) where user_id = $1",
    [id],
  )
  await platform.jobs.runNow('settle-subscriptions')
}
