import {
  alias,
  array,
  boolean,
  endpoint,
  integer,
  moneyInput,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  single,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { gatewayNames, paymentSources } from './payments.ts'
import { meteredFeatures } from './plans.ts'
import { LedgerTransaction, transactionStatuses, transactionTypes } from './transactions.ts'

/** A transaction as administrators see it. Texts are formatted in the caller's language. */
export const AdminTransaction = object({
  id: uuid(),
  type: oneOf(transactionTypes),
  status: oneOf(transactionStatuses),
  note: nullable(string()),
  total: string(),
  currency: string(),
  /** The payment source. */
  driver: oneOf(paymentSources),
  created_at: timestamp(),
  /** Name and email are null when the account was deleted. */
  user: object({ id: uuid(), name: nullable(string()), email: nullable(string()) }),
  /** Lines of a bill: bytes or pieces of a feature, and their formatted cost. */
  lines: array(object({ feature: oneOf(meteredFeatures), quantity: integer(), cost: string() })),
  /** Amount that can still be refunded at the gateway, in major units as people write them; null: none. */
  refundable: nullable(string()),
  /** Whether the transaction paid for the running period of a plan; a refund of the whole payment can end that plan. */
  pays_plan: boolean(),
  /** Whether `/invoices/{id}` has an invoice. */
  has_invoice: boolean(),
})
export type AdminTransaction = Static<typeof AdminTransaction>

const Money = object({ amount: integer(), currency: string(), formatted: string() })

/** The plan that an account is subscribed to now. */
export const AccountPlan = object({
  name: string(),
  status: oneOf(['active', 'cancelled']),
  /** Estimate of the running period up to the last recording of usage; null for a fixed plan. */
  estimate: nullable(Money),
})
export type AccountPlan = Static<typeof AccountPlan>

/** Paid plan, prepaid balances and unpaid amounts of an account. */
export const BillingHoldings = object({
  /** Fixed plan whose period is running. While it is `active`, the account cannot be deleted. */
  subscription: nullable(
    object({
      name: string(),
      status: oneOf(['active', 'cancelled']),
      /** End of the period that is paid. */
      paid_until: nullable(timestamp()),
    }),
  ),
  /** Prepaid money, by currency. */
  balances: array(Money),
  /** Bills that could not be collected, debts, and the usage of the running period, by currency. */
  unpaid: array(Money),
})
export type BillingHoldings = Static<typeof BillingHoldings>

export const listNewestTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/transactions',
  summary: 'List the newest transactions',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(single(LedgerTransaction)) }) },
  errors: [],
})

export const maxRefundReasonLength = 500

/** Refunds a payment at the gateway that took it. */
export const refundTransaction = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/transactions/:id/refund',
  summary: 'Refund a payment, whole or in part',
  access: 'admin',
  scope: 'account',
  params: object({ id: uuid() }),
  body: object({
    /** Major units as people write them: `9.99`; missing: all that can still be refunded. */
    amount: optional(moneyInput()),
    reason: string({ minLength: 1, maxLength: maxRefundReasonLength, pattern: '\\S' }),
    /** Idempotency key: requests with the same key and amount refund the payment once. */
    key: optional(string({ minLength: 16, maxLength: 64 })),
    /** Ends the plan that the payment was for, at once, if all payments for its running period have been returned. */
    end_plan: optional(boolean()),
  }),
  response: { 200: SuccessMessage },
  errors: [
    'billing.transaction-not-found',
    'billing.invalid-amount',
    'billing.amount-not-taken',
    'billing.currency-not-taken',
    'billing.refund-too-high',
    'billing.refund-above-balance',
    'billing.refund-rejected',
    'billing.gateway-unavailable',
    'users.password-confirmation-required',
  ],
})

export const PlanSyncResult = object({
  gateway: oneOf(gatewayNames),
  /** Plans that were synchronised, and plans whose synchronisation failed. */
  synced: integer(),
  failed: integer(),
  /** Reason of the first failure, in the gateway’s own words. */
  reason: nullable(string()),
})
export type PlanSyncResult = Static<typeof PlanSyncResult>

export const synchronizePlans = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/plans/synchronize',
  summary: 'Bring the plans of the payment gateways up to date',
  access: 'admin',
  scope: 'account',
  response: { 200: object({ data: array(PlanSyncResult) }) },
  errors: [],
})

/** `synchronizePlans` by GET. */
export const synchronizePlansByGet = alias(synchronizePlans, { method: 'GET', changesByGet: true })
