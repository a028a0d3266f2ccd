import type { BillingHoldings } from '../../../../billing/contract.ts'
import { useT } from '../../../../web/ui.ts'
import { useDates } from '../../billing/useDates.ts'

/** Lines about what an account has paid for or owes; none where it neither has nor owes anything. */
export const useBillingHoldings = ({ subscription, balances, unpaid }: BillingHoldings): string[] => {
  const t = useT()
  const date = useDates()
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
