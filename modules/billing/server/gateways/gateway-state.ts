import type { Executor } from '../../../platform/index.ts'
import { gatewayTraits } from '../../contract.ts'
import type { SubscriptionState } from '../subscriptions/state.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewaySubscription } from './gateway-client.ts'
import type { GatewayPrices } from './gateway-prices.ts'
import { endOfPeriod } from './subscription-versions.ts'

/** The stored subscription, if its period began when the gateway says. */
interface StoredPeriod {
  version: string
  status: SubscriptionState['status']
  to: Date | null
  isPastDue: boolean
}

const storedPeriod = async (
  executor: Executor,
  gateway: GatewayName,
  { id, period }: GatewaySubscription,
): Promise<StoredPeriod | null> => {
  const [row] = await executor.query<StoredPeriod>(
    `select s.plan_version_id as version, s.status, s.period_to as to, g.past_due is not null as "isPastDue"
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
     where g.gateway = $1 and g.id = $2 and s.period_from = $3`,
    [gateway, id, period?.from ?? null],
  )
  return row ?? null
}

/**
 * The gateway's subscription as a state of the state machine; null while its price is none of ours. A change that is charged
 * from the next payment on takes effect then, with the limits of the new plan: until then the stored plan, which was paid
 * for, stays.
 */
export const stateOfGateway = async (
  executor: Executor,
  prices: Pick<GatewayPrices, 'versionOf'>,
  gateway: GatewayName,
  subscription: GatewaySubscription,
): Promise<SubscriptionState | null> => {
  const { status, endsAt } = subscription
  const reportedVersion = await prices.versionOf(gateway, subscription.price)
  if (!reportedVersion) return null
  const stored = gatewayTraits[gateway].changesWithPayment ? await storedPeriod(executor, gateway, subscription) : null
  const isCurrent = stored?.status === 'active' || stored?.status === 'cancelled'
  const planVersionId = isCurrent ? stored.version : reportedVersion
  const { from, to } = subscription.period ?? {}
  const period = from
    ? { from, to: to ?? (await paidUntil(executor, stored, stored?.version ?? reportedVersion, from)) }
    : null
  return { planVersionId, status, period, endsAt: status === 'cancelled' ? (endsAt ?? period?.to ?? null) : endsAt }
}

/**
 * End of the period that was paid. While a payment is past due, the stored end is of the unpaid period, so the end is
 * computed instead.
 */
const paidUntil = (
  executor: Executor,
  stored: StoredPeriod | null,
  version: string,
  from: Date,
): Date | Promise<Date> => (stored?.to && !stored.isPastDue ? stored.to : endOfPeriod(executor, version, from))
