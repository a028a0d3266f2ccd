import { decimalsOf } from './money.ts'
import { integer, number, string, union } from './schema.ts'

/** An amount of money in major units as people write it (`9.99`), or as a JSON number. */
export const moneyInput = () =>
  union([string({ minLength: 1, maxLength: 32 }), number({ minimum: 0, maximum: 999_999_999_999 })])

/** The digits of an amount. Numbers that JavaScript writes with an exponent are no amount, which parsing finds. */
export const moneyText = (given: string | number): string => String(given)

/** A whole number, or its digits as a text, which the handler reads by `Number`. */
export const wholeInput = ({ minimum, maximum, digits }: { minimum: number; maximum: number; digits: string }) =>
  union([integer({ minimum, maximum }), string({ pattern: `^(?:${digits})$` })])

/**
 * A typed decimal as calls take it: a decimal comma counts as a point. `1,000` may be meant as a thousand: it stays as it is,
 * which is no number, unless the currency of the amount has three decimals.
 */
export const typedDecimal = (text: string, currency?: string): string => {
  const typed = text.trim()
  const isThousands = /^[1-9]\d{0,2},\d{3}$/.test(typed) && !(currency && decimalsOf(currency) === 3)
  return isThousands ? typed : typed.replace(',', '.')
}
