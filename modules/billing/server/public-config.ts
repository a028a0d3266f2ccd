import type { Platform } from '../../platform/index.ts'
import type { BillingConfig } from '../../site/contract.ts'
import type { Plans } from './plans/plans.ts'

/** Tables that an installation without billing has no rows in. */
const emptySql = `select not exists (select 1 from plans) as plans,
  not exists (select 1 from ledger_transactions) as transactions,
  not exists (select 1 from subscriptions where status <> 'inactive') as subscriptions`

/** Public configuration of billing besides the public settings. Of credentials it has only the publishable keys. */
export const readPublicConfig = async (
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  plans: Pick<Plans, 'metered'>,
): Promise<BillingConfig> => {
  const [[empty], metered, stripe, paypal, paystack] = await Promise.all([
    db.query<{ plans: boolean; transactions: boolean; subscriptions: boolean }>(emptySql, [], 'billing.empty'),
    plans.metered(),
    settings.get('stripe_credentials'),
    settings.get('paypal_credentials'),
    settings.get('paystack_credentials'),
  ])
  return {
    stripe_public_key: stripe?.key ?? null,
    paypal_client_id: paypal?.key ?? null,
    isPayPalLive: paypal?.live ?? false,
    paystack_public_key: paystack?.key ?? null,
    isCreatedMeteredPlan: metered !== null,
    meteredPlanId: metered?.plan_id ?? null,
    isEmptyPlans: empty?.plans ?? true,
    isEmptyTransactions: empty?.transactions ?? true,
    isEmptySubscriptions: empty?.subscriptions ?? true,
  }
}
