import { hasTooManyDecimals, isTypedAmount, typedDecimal } from '../../../shared/contract.ts'

/** An amount of the currency, from 1 to 999,999,999. */
export const amountCheck =
  (currency: string) =>
  (text: string): string | null => {
    if (hasTooManyDecimals(text, currency)) return 'billing:page.amount.decimals'
    const amount = Number(typedDecimal(text, currency))
    return isTypedAmount(text, currency) && amount >= 1 && amount < 1e9 ? null : 'billing:page.amount.invalid'
  }
