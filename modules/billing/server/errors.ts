import { errorTable, failure, invalid } from '../../platform/index.ts'

export const billingErrors = errorTable('billing', {
  'invalid-cursor': invalid('cursor', 'The cursor is not one of this list.'),
  'invalid-amount': invalid('amount', 'The amount is not above 0, or has more decimals than the currency.'),
  'invalid-currency': invalid('currency', 'The text is not an ISO 4217 currency code.'),
  'invalid-meters': invalid(
    'meters',
    'The tiers do not follow each other from unit 1 on, or a feature has two meters.',
  ),
  'user-not-found': failure(404, 'There is no user of this id.'),
  'plan-not-found': failure(404, 'There is no plan of this id, or it is not offered.'),
  'subscription-not-found': failure(404, 'There is no such subscription.'),
  'subscription-state': failure(409, 'The subscription cannot change in this way now.'),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    billing: keyof typeof billingErrors.entries
  }
}
