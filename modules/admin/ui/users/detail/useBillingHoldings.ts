import type { BillingHoldings } from '../../../../billing/contract.ts'
import { useT } from '../../../../web/ui.ts'
import { useDayFormat } from '../../billing/useDayFormat.ts'

/** Texts about the account's subscription, balance and debts; empty when it has none of these. */
export const useBillingHoldings = ({ subscription, balances, unpaid }: BillingHoldings): string[] => {
  const t = useT()
  const date = useDayFormat()
  const sum = (money: BillingHoldings['balances']) => money.map(({ formatted }) => formatted).join(' + ')
  return [
    ...(subscription
      ? [
          t('admin:user.delete.subscription', {
            name: subscription.name,
            date: subscription.paid_until ? date(subscription.paid_until) : '–',
          }),
        ]
      : []),
    ...(balances.length > 0 ? [t('admin:user.delete.balance', { amount: sum(balances) })] : []),
    ...(unpaid.length > 0 ? [t('admin:user.delete.unpaid', { amount: sum(unpaid) })] : []),
  ]
}
