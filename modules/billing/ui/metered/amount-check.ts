import { decimalsOf } from '../../../shared/contract.ts'

/** Major units as the API takes them; a decimal comma counts as a point. */
export const amountOf = (text: string): string => text.trim().replace(',', '.')

/** 1 to 999,999,999 with no more decimals than the currency has: “1,000” may be meant as a thousand. */
export const amountCheck =
  (currency: string) =>
  (text: string): string | null => {
    const amount = amountOf(text)
    const decimals = amount.split('.')[1]?.length ?? 0
    const isAmount = /^\d{1,9}(\.\d+)?$/.test(amount) && decimals <= decimalsOf(currency) && Number(amount) >= 1
    return isAmount ? null : 'billing:page.amount.invalid'
  }
