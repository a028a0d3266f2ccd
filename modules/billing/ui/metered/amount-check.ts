import { decimalsOf, typedDecimal } from '../../../shared/contract.ts'

/** 1 to 999,999,999 with no more decimals than the currency has: “1,000” may be meant as a thousand. */
export const amountCheck =
  (currency: string) =>
  (text: string): string | null => {
    const amount = typedDecimal(text, currency)
    const decimals = amount.split('.')[1]?.length ?? 0
    const isAmount = /^\d{1,9}(\.\d+)?$/.test(amount) && decimals <= decimalsOf(currency) && Number(amount) >= 1
    return isAmount ? null : 'billing:page.amount.invalid'
  }
