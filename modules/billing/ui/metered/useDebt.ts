import { useData } from '../../../web/ui.ts'
import type { BillingData } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'

/** Debt in the currency of the balance; null: none. Without a metered plan, from the bills of an earlier one. */
export const useDebt = () => {
  const { money } = useBillingFormat()
  const { balance, usage, failedPayments } = useData<BillingData>()
  const { currency } = balance
  if (usage) return usage.debt.amount > 0 && usage.currency === currency ? usage.debt : null
  const amount = failedPayments
    .filter(({ attributes }) => attributes.currency === currency)
    .reduce((sum, { attributes }) => sum + attributes.total, 0)
  return amount > 0 ? { amount, currency, formatted: money({ amount, currency }) } : null
}
