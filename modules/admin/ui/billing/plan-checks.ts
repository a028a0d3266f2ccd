import { checkAmount } from '../../../billing/contract.ts'
import { typedDecimal } from '../../../shared/contract.ts'

/**
 * Checks a credited or refunded amount. These functions return the i18n key of an error, or null; the server checks
 * everything else.
 */
export const amountCheck = (currency: string) => (value: string) =>
  checkAmount(value, currency, { invalid: 'billing:error.invalid-amount' })

/** A price below a billion in the currency that the form has chosen. */
export const priceCheck = (value: string, { currency = '' }: Record<string, string>) =>
  currency ? checkAmount(value, currency, { below: 1e9, invalid: 'admin:plan.error.price' }) : null

/** A price per unit may be a fraction of a cent. */
export const unitPriceCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,10})?$/.test(typedDecimal(value)) ? null : 'admin:plan.error.unitPrice'

export const storageCheck = (value: string) =>
  /^\d{1,9}$/.test(value.trim()) && Number(value) > 0 ? null : 'admin:plan.error.storage'

export const membersCheck = (value: string) => (/^(-1|\d{1,6})$/.test(value.trim()) ? null : 'admin:plan.error.members')
