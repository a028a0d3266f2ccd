import { errorTable, failure, invalid } from '../../platform/index.ts'

export const billingErrors = errorTable('billing', {
  'invalid-cursor': invalid('cursor', 'The cursor is not one of this list.'),
  'invalid-amount': invalid('amount', 'The amount is not above 0, or has more decimals than the currency.'),
  'user-not-found': failure(404, 'There is no user of this id.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    billing: keyof typeof billingErrors.entries
  }
}
