import { hasTooManyDecimals, isTypedAmount, typedDecimal } from '../../shared/contract.ts'

interface Range {
  /** Smallest allowed amount; missing: any amount above 0. */
  least?: number
  /** Upper bound, which is not allowed itself. */
  below?: number
  /** The i18n key of the error. */
  invalid: string
}

/** Checks a typed amount of a currency; returns the i18n key of its error. */
export const checkAmount = (
  text: string,
  currency: string,
  { least = 0, below = Infinity, invalid }: Range,
): string | null => {
  if (hasTooManyDecimals(text, currency)) return 'billing:page.amount.decimals'
  const amount = Number(typedDecimal(text, currency))
  return isTypedAmount(text, currency) && amount > 0 && amount >= least && amount < below ? null : invalid
}
