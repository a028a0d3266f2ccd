import type { Platform } from '../../../platform/index.ts'
import { subscriptionChanged } from '../../contract.ts'
import type { SubscriptionEvent } from '../subscriptions/state.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayClient } from './gateway-client.ts'
import { findReturnedPlan } from './returned-periods.ts'

export interface EndedPlansDeps extends Pick<Platform, 'db' | 'audit' | 'realtime'> {
  subscriptions: Subscriptions
}
interface EndedPlan {
  gateway: GatewayName
  subscriptionId: string
  userId: string
}

/** Ends a plan here, and notifies its user. False: it had ended, as with its account or because another plan replaced it. */
const complete = async (
  { db, audit, realtime, subscriptions }: EndedPlansDeps,
  { gateway, subscriptionId, userId }: EndedPlan,
  event: SubscriptionEvent & { type: 'completed' },
): Promise<boolean> => {
  const isEnded = await db.transaction(async (tx) => {
    await subscriptions.lockAccount(tx, userId)
    if ((await subscriptions.byId(subscriptionId, tx))?.status === 'completed') return false
    await subscriptions.apply(tx, subscriptionId, event)
    const details = { gateway, subscription: subscriptionId, ...(event.isReturned ? { isReturned: true } : {}) }
    await audit({ actorId: null, action: 'billing.subscription.ended', target: userId, details }, tx)
    return true
  })
  if (isEnded) realtime.publish({ userId, event: subscriptionChanged, ids: {} })
  return isEnded
}

/**
 * Ends a plan whose payments for the running period have been returned. True: it ended. The caller has locked the
 * subscription.
 */
export const endReturnedPlan = async (deps: EndedPlansDeps, client: GatewayClient, id: string): Promise<boolean> => {
  const { name: gateway } = client
  const returned = await deps.db.transaction((tx) => findReturnedPlan(tx, gateway, id))
  if (!returned) return false
  // The gateway comes first: where the process stops in between, the gateway's report or the daily comparison completes the
  // end.
  await client.end(id)
  await complete(deps, { gateway, ...returned }, { type: 'completed', at: returned.at, isReturned: true })
  return true
}

/** A gateway reports a renewal within this time. */
const renewedWithin = '7 days'

/**
 * Ends a subscription that its gateway does not have once its period is long over: the credentials are of another gateway
 * account, as after a trial. `running`: it may be found again with the former credentials. `over`: it had ended before.
 */
export const endMissingPlan = async (
  deps: EndedPlansDeps,
  gateway: GatewayName,
  id: string,
): Promise<'ended' | 'running' | 'over'> => {
  const [plan] = await deps.db.query<{
    subscriptionId: string
    userId: string
    status: string
    at: Date | null
    isOver: boolean
  }>(
    `select s.id as "subscriptionId", s.user_id as "userId", s.status, coalesce(s.ends_at, s.period_to) as at,
       coalesce(s.ends_at, s.period_to) < now() - interval '${renewedWithin}' as "isOver"
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id where g.gateway = $1 and g.id = $2`,
    [gateway, id],
  )
  if (plan?.status === 'completed') return 'over'
  if (!plan?.at || !plan.isOver) return 'running'
  return (await complete(deps, { gateway, ...plan }, { type: 'completed', at: plan.at })) ? 'ended' : 'over'
}
