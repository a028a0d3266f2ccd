import { isTypedAmount, typedDecimal } from '../../../shared/contract.ts'

/** An amount of the currency, from 1 to 999,999,999. */
export const amountCheck =
  (currency: string) =>
  (text: string): string | null =>
    isTypedAmount(text, currency) && Number(typedDecimal(text, currency)) >= 1 ? null : 'billing:page.amount.invalid'
