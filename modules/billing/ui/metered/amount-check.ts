import { checkAmount } from '../../contract.ts'

/** An amount of the currency, from 1 to 999,999,999. */
export const prepaidAmountCheck =
  (currency: string) =>
  (text: string): string | null =>
    checkAmount(text, currency, { least: 1, below: 1e9, invalid: 'billing:page.amount.invalid' })
