/** An amount in minor units of its currency, such as cents. Always an integer. */
export interface Money {
  amount: number
  /** ISO 4217. */
  currency: string
}

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. Throws a RangeError for what is not a currency code. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/**
 * Minor units of an amount as people write it in major units (`9.99`), converted exactly. Null for more decimals than the
 * currency has, signs, exponents, and amounts above 2^53 - 1.
 */
export const parseMoney = (text: string, currency: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,16}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const decimals = decimalsOf(currency)
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const amount = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** The amount in major units without rounding: 999 USD is `9.99`. */
export const toDecimal = ({ amount, currency }: Money): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return `${amount < 0 ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`
}

/**
 * The amount as people of the locale read it: `$9.99`. The sign of `US$` would stand on the other side of its letters in a
 * text from right to left: a mark keeps it.
 */
export const formatMoney = (money: Money, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency })
    .format(toDecimal(money) as Intl.StringNumericLiteral)
    .replace(/(?<=\u200f.*\p{Script=Latin})\p{Sc}/u, '$&\u200e')
