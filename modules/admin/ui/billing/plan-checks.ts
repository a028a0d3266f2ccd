import { isTypedAmount, typedDecimal } from '../../../shared/contract.ts'

/** Checks of typed amounts and limits; the server decides about everything else. Each gives the i18n key of its error. */
const isPayable = (text: string, currency: string) =>
  isTypedAmount(text, currency) && Number(typedDecimal(text, currency)) > 0

/** What is credited or refunded. */
export const amountCheck = (currency: string) => (value: string) =>
  isPayable(value, currency) ? null : 'billing:error.invalid-amount'

/** A price below a billion in the currency that the form has chosen. */
export const priceCheck = (value: string, { currency = '' }: Record<string, string>) =>
  !currency || (isPayable(value, currency) && Number(typedDecimal(value, currency)) < 1e9)
    ? null
    : 'admin:plan.error.price'

/** A price per unit may be a fraction of a cent. */
export const unitPriceCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,10})?$/.test(typedDecimal(value)) ? null : 'admin:plan.error.unitPrice'

export const storageCheck = (value: string) =>
  /^\d{1,9}$/.test(value.trim()) && Number(value) > 0 ? null : 'admin:plan.error.storage'

export const membersCheck = (value: string) => (/^(-1|\d{1,6})$/.test(value.trim()) ? null : 'admin:plan.error.members')
