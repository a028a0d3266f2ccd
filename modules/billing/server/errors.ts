import {
  errorTable,
  failure,
  invalidField,
  invalidFieldPerCall,
  temporaryFailure,
  unprocessable,
} from '../../platform/index.ts'

export const billingErrors = errorTable('billing', {
  'invalid-cursor': invalidField('cursor', 'The cursor is not one of this list.'),
  'invalid-amount': invalidField('amount', 'The amount is not above 0, or has more decimals than the currency.'),
  'currency-not-taken': failure(409, 'The gateway does not take this currency.'),
  'amount-not-taken': invalidField('amount', 'The gateway takes amounts of this currency in larger steps only.'),
  'amount-too-small': invalidField('amount', 'The gateway takes no amount as small as this.'),
  'price-too-small': invalidField('amount', 'A gateway that is offered charges more only.'),
  'price-not-taken': failure(409, 'The gateway does not take the price of this plan.'),
  'invalid-currency': invalidField('currency', 'The text is not an ISO 4217 currency code.'),
  'invalid-meters': invalidField(
    'meters',
    'The tiers do not follow each other from unit 1 on, or a feature has two meters.',
  ),
  'invalid-strategy': invalidField(
    'meters',
    'A feature is not charged in this way: `maximum_usage` for storage, member and flatFee, `sum_of_usage` for bandwidth.',
  ),
  'plan-incomplete': invalidFieldPerCall('A field that plans of this type need is missing.'),
  'metered-plan-exists': invalidField('type', 'There is an active metered plan, which bills all accounts.'),
  'plan-without-limits': invalidField('max_storage_amount', 'The plan is metered: it has no limits.'),
  'plan-not-comparable': invalidField('planId', 'The plan has another currency, another type, or is the present one.'),
  'alert-exists': invalidField('amount', 'The account has a billing alert already.'),
  'cap-below-usage': invalidField('amount', 'The running period costs more than this already.'),
  'connection-failed': unprocessable(
    'The gateway did not accept the credentials; the log has the reason.',
    'the gateway does not say which of them is wrong',
  ),
  'invalid-credentials': invalidField(
    'webhook',
    'A credential has spaces or characters that credentials do not have, or is missing.',
  ),
  'card-not-found': failure(404, 'There is no such stored card.'),
  'checkout-not-found': failure(404, 'There is no such payment of the caller.'),
  'webhook-rejected': failure(400, 'The signature is missing, is not of the gateway, or is too old.'),
  'transaction-not-found': failure(404, 'There is no transaction of this id.'),
  'refund-rejected': failure(
    409,
    'The transaction is no payment, is refunded already, or its gateway rejects the refund.',
  ),
  'refund-too-high': invalidField('amount', 'The amount is higher than what is left of the payment.'),
  'refund-above-balance': invalidField(
    'amount',
    'The balance that the payment was paid into is lower than the amount.',
  ),
  'user-not-found': failure(404, 'There is no user of this id.'),
  'plans-not-offered': failure(409, 'The installation does not sell fixed plans.'),
  'plan-not-found': failure(404, 'There is no plan of this id, or it is not offered.'),
  'invoice-not-found': failure(404, 'The transaction has no invoice, or is not the caller’s.'),
  'subscription-not-found': failure(404, 'There is no such subscription.'),
  'payment-declined': failure(409, 'The balance is too low and no stored card could be charged.'),
  'subscription-state': failure(409, 'The subscription cannot change in this way now.'),
  'renewal-unpaid': failure(
    409,
    'The period that runs is not paid yet: it is paid first, or the subscription is cancelled.',
  ),
  'gateway-unavailable': temporaryFailure(
    503,
    60,
    'The gateway that charges for the subscription is not set up or does not answer.',
  ),
})

declare module '../../shared/endpoint.ts' {
  interface ErrorCodes {
    billing: keyof typeof billingErrors.entries
  }
}
