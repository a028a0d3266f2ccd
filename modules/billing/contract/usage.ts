import { endpoint, moneyInput, object, SuccessMessage } from '../../shared/contract.ts'

export const setBillingAlert = endpoint({
  method: 'POST',
  path: '/api/subscriptions/billing-alert',
  summary: 'Ask for an email when the running period costs more than an amount',
  access: 'session',
  scope: 'account',
  body: object({ amount: moneyInput() }),
  response: { 201: SuccessMessage },
  errors: ['billing.invalid-amount', 'billing.alert-exists', 'billing.subscription-not-found'],
})

export const updateBillingAlert = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/billing-alert',
  summary: 'Change the amount of the billing alert',
  access: 'session',
  scope: 'account',
  body: object({ amount: moneyInput() }),
  response: { 200: SuccessMessage },
  errors: ['billing.invalid-amount', 'billing.subscription-not-found'],
})

export const deleteBillingAlert = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/billing-alert',
  summary: 'Delete the billing alert',
  access: 'session',
  scope: 'account',
  response: { 200: SuccessMessage },
  errors: [],
})

export const setSpendingCap = endpoint({
  method: 'PUT',
  path: '/api/subscriptions/spending-cap',
  summary: 'Limit what a period may cost',
  access: 'session',
  scope: 'account',
  body: object({
    /** Major units as people write them; at least what the running period costs already. */
    amount: moneyInput(),
  }),
  response: { 200: SuccessMessage },
  errors: ['billing.invalid-amount', 'billing.cap-below-usage', 'billing.subscription-not-found'],
})

export const deleteSpendingCap = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/spending-cap',
  summary: 'Remove the limit of what a period may cost',
  access: 'session',
  scope: 'account',
  response: { 200: SuccessMessage },
  errors: [],
})
