import { hasTooManyDecimals, isTypedAmount, typedDecimal } from '../../../shared/contract.ts'

/** Checks of typed amounts and limits; the server decides about everything else. Each gives the i18n key of its error. */
const payableCheck = (text: string, currency: string, invalid: string, below = Infinity) => {
  if (hasTooManyDecimals(text, currency)) return 'billing:page.amount.decimals'
  const amount = Number(typedDecimal(text, currency))
  return isTypedAmount(text, currency) && amount > 0 && amount < below ? null : invalid
}

/** What is credited or refunded. */
export const amountCheck = (currency: string) => (value: string) =>
  payableCheck(value, currency, 'billing:error.invalid-amount')

/** A price below a billion in the currency that the form has chosen. */
export const priceCheck = (value: string, { currency = '' }: Record<string, string>) =>
  currency ? payableCheck(value, currency, 'admin:plan.error.price', 1e9) : null

/** A price per unit may be a fraction of a cent. */
export const unitPriceCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,10})?$/.test(typedDecimal(value)) ? null : 'admin:plan.error.unitPrice'

export const storageCheck = (value: string) =>
  /^\d{1,9}$/.test(value.trim()) && Number(value) > 0 ? null : 'admin:plan.error.storage'

export const membersCheck = (value: string) => (/^(-1|\d{1,6})$/.test(value.trim()) ? null : 'admin:plan.error.members')
