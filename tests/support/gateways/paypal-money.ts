import { parseMoney, toDecimal } from '../../../modules/shared/contract.ts'

/** Its currencies without decimals: an amount that has some is an error there. */
const isWhole = (currency: string) => ['HUF', 'JPY', 'TWD'].includes(currency)
export const money = ({ amount, currency }: { amount: number; currency: string }) => ({
  currency_code: currency,
  value: isWhole(currency) ? String(amount / (currency === 'JPY' ? 1 : 100)) : toDecimal({ amount, currency }),
})

export interface Money {
  currency_code: string
  value: string
}
export const moneyOf = ({ currency_code, value }: Money) => {
  if (!(isWhole(currency_code) ? /^\d+$/ : /^\d+\.\d\d$/).test(value)) throw new Error(`${value} ${currency_code}`)
  return { amount: parseMoney(value, currency_code) ?? 0, currency: currency_code }
}
