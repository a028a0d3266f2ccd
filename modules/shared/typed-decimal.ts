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

/** Whether the text is an amount with no more decimals than the currency has: `1.000` euros may be meant as a thousand. */
export const isTypedAmount = (text: string, currency: string): boolean => {
  const amount = typedDecimal(text, currency)
  const decimals = amount.split('.')[1]?.length ?? 0
  return /^\d+(\.\d+)?$/.test(amount) && decimals <= decimalsOf(currency)
}
