import { typedDecimal } from '../../../shared/contract.ts'

/** Checks of typed prices and limits; the server decides about everything else. Each gives the i18n key of its error. */
const above0 = (value: string) => Number(typedDecimal(value)) > 0

export const priceCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,3})?$/.test(typedDecimal(value)) && above0(value) ? null : 'admin:plan.error.price'

/** A price per unit may be a fraction of a cent. */
export const unitPriceCheck = (value: string) =>
  /^\d{1,9}(\.\d{1,10})?$/.test(typedDecimal(value)) ? null : 'admin:plan.error.unitPrice'

export const storageCheck = (value: string) =>
  /^\d{1,9}$/.test(value.trim()) && above0(value) ? null : 'admin:plan.error.storage'

export const membersCheck = (value: string) => (/^(-1|\d{1,6})$/.test(value.trim()) ? null : 'admin:plan.error.members')
