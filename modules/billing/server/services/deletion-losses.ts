import type { Platform } from '../../../platform/index.ts'
import type { BillingHoldings, PaymentSource, SubscriptionActions } from '../../contract.ts'
import { findUserSubscription } from '../subscriptions/subscription-list.ts'

interface Deps extends Pick<Platform, 'db' | 'i18n'> {
  holdings(userId: string, locale: string): Promise<BillingHoldings>
  actions(gateway: PaymentSource): Promise<SubscriptionActions>
}

/** Texts about the plan, the balance and the unpaid amounts that an account loses, or still pays, when it is deleted. */
export const deletionLosses =
  ({ db, i18n, holdings, actions }: Deps) =>
  async (userId: string, locale: string): Promise<string[]> => {
    const t = i18n.translator(locale)
    const { subscription, balances, unpaid } = await holdings(userId, locale)
    const sum = (money: BillingHoldings['balances']) => money.map(({ formatted }) => formatted).join(' + ')
    const losses: string[] = []
    if (subscription) {
      const { gateway = 'system', is_unpaid: isUnpaid } = (await findUserSubscription(db, userId)) ?? {}
      const isActive = subscription.status === 'active'
      const values = { plan: subscription.name }
      // A cancellation would end it at once: it is cancelled when it is paid, or by its user.
      if (isActive && isUnpaid) losses.push(t('billing:deletion.planUnpaid', values))
      else if (isActive && !(await actions(gateway)).resume) losses.push(t('billing:deletion.planFinal', values))
      else losses.push(t('billing:deletion.plan', values))
    }
    if (balances.length > 0) losses.push(t('billing:deletion.balance', { amount: sum(balances) }))
    if (unpaid.length > 0) losses.push(t('billing:deletion.unpaid', { amount: sum(unpaid) }))
    return losses
  }
