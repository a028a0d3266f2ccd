import { decimalsOf } from './money.ts'

/**
 * A typed decimal as calls take it: a decimal comma counts as a point. `1,000` may be meant as a thousand: it stays
 * unchanged, and so is not a number, unless the currency of the amount has three decimals.
 */
export const typedDecimal = (text: string, currency?: string): string => {
  const typed = text.trim()
  const isThousands = /^[1-9]\d{0,2},\d{3}$/.test(typed) && !(currency && decimalsOf(currency) === 3)
  return isThousands ? typed : typed.replace(',', '.')
}

/** Whether the number has more decimals than the currency: `1.000` or `1,000` euros, which may be meant as a thousand, `9.99` yen. */
export const hasTooManyDecimals = (text: string, currency: string): boolean => {
  const [, decimals = ''] = /^\d+[.,](\d+)$/.exec(text.trim()) ?? []
  return decimals.length > decimalsOf(currency)
}

/** Whether the text is an amount with no more decimals than the currency has. */
export const isTypedAmount = (text: string, currency: string): boolean =>
  /^\d+(\.\d+)?$/.test(typedDecimal(text, currency)) && !hasTooManyDecimals(text, currency)
