import type { Platform } from '../../../platform/index.ts'
import type { BillingHoldings, PaymentSource, SubscriptionActions } from '../../contract.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

interface Deps extends Pick<Platform, 'i18n'> {
  subscriptions: Pick<Subscriptions, 'current'>
  holdings(userId: string, locale: string): Promise<BillingHoldings>
  actions(gateway: PaymentSource): Promise<SubscriptionActions>
}

/** Texts about the plan, the balance and the unpaid amounts that an account loses, or still pays, when it is deleted. */
export const deletionLosses =
  ({ i18n, subscriptions, holdings, actions }: Deps) =>
  async (userId: string, locale: string): Promise<string[]> => {
    const t = i18n.translator(locale)
    const { subscription, balances, unpaid } = await holdings(userId, locale)
    const sum = (money: BillingHoldings['balances']) => money.map(({ formatted }) => formatted).join(' + ')
    const losses: string[] = []
    if (subscription) {
      const gateway = (await subscriptions.current(userId))?.gateway ?? 'system'
      const isFinal = subscription.status === 'active' && !(await actions(gateway)).resume
      const values = { plan: subscription.name }
      losses.push(isFinal ? t('billing:deletion.planFinal', values) : t('billing:deletion.plan', values))
    }
    if (balances.length > 0) losses.push(t('billing:deletion.balance', { amount: sum(balances) }))
    if (unpaid.length > 0) losses.push(t('billing:deletion.unpaid', { amount: sum(unpaid) }))
    return losses
  }
