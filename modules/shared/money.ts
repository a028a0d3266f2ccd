import { formatLocale } from './format-locale.ts'

/** An amount in minor units of its currency, such as cents. Always an integer. */
export interface Money {
  amount: number
  /** ISO 4217. */
  currency: string
}

/**
 * Currencies without two decimals, by ISO 4217 (list one of https://www.iso.org/iso-4217-currency-codes.html). The numbers
 * in Node and browsers differ and change with their versions: they count decimals in circulation, none for HUF. Amounts are
 * stored by this table: an entry is never changed or removed.
 */
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThree = 'BHD IQD JOD KWD LYD OMR TND'

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. Throws a RangeError for a text that is not a currency code. */
export const decimalsOf = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${JSON.stringify(currency)} is not a currency code`)
  return withoutDecimals.includes(currency) ? 0 : withThree.includes(currency) ? 3 : 2
}

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
 * An amount of major units as people of the locale read it: `$9.99`; with up to `maxDecimals` where it has that many. The sign
 * of `US$` would stand on the other side of its letters in a text from right to left: a mark keeps it.
 */
export const formatDecimal = (
  amount: string | number,
  { currency, locale, maxDecimals = 0 }: { currency: string; locale: string; maxDecimals?: number },
): string => {
  const minimumFractionDigits = decimalsOf(currency)
  const maximumFractionDigits = Math.max(minimumFractionDigits, maxDecimals)
  return new Intl.NumberFormat(formatLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits,
  })
    .format(amount as Intl.StringNumericLiteral)
    .replace(/(?<=\u200f.*\p{Script=Latin})\p{Sc}/u, '$&\u200e')
}

/** The amount as people of the locale read it: `$9.99`. */
export const formatMoney = (money: Money, locale: string): string =>
  formatDecimal(toDecimal(money), { currency: money.currency, locale })
