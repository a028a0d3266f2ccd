import { decimalsOf } from './money.ts'

/**
 * A typed decimal as calls take it: a decimal comma counts as a point. `1,000` may be meant as a thousand: it stays as it is,
 * which is no number, unless the currency of the amount has three decimals.
 */
export const typedDecimal = (text: string, currency?: string): string => {
  const typed = text.trim()
  const isThousands = /^[1-9]\d{0,2},\d{3}$/.test(typed) && !(currency && decimalsOf(currency) === 3)
  return isThousands ? typed : typed.replace(',', '.')
}
