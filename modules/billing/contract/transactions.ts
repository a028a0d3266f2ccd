import {
  alias,
  array,
  BoundedMeta,
  boolean,
  content,
  endpoint,
  integer,
  listQuery,
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
import { dayRange } from './day-range.ts'
import { paymentSources } from './payments.ts'
import { meteredFeatures } from './plans.ts'

export const transactionTypes = ['credit', 'charge', 'withdrawal', 'refund'] as const
export type TransactionType = (typeof transactionTypes)[number]
export const transactionStatuses = ['completed', 'cancelled', 'error'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Usage of a feature on a bill, in bytes or pieces, and its cost with up to four decimals. */
const BilledFeature = object({ feature: oneOf(meteredFeatures), usage: integer(), cost: string() })

/** Money that was moved, or could not be moved (`error`). */
export const LedgerTransaction = object({
  id: uuid(),
  type: string(),
  attributes: object({
    type: oneOf(transactionTypes),
    status: oneOf(transactionStatuses),
    note: nullable(string()),
    /** Formatted in the caller's language. */
    price: string(),
    currency: string(),
    /** Minor units. */
    amount: integer(),
    /** The payment source. */
    driver: oneOf(paymentSources),
    reference: nullable(string()),
    /** Lines of a bill, with costs formatted in the caller's language; null for other transactions. */
    metadata: nullable(array(BilledFeature)),
    /** Whether `/invoices/{id}` has an invoice. */
    has_invoice: boolean(),
    created_at: timestamp(),
  }),
  relationships: object({ user: object({ data: object({ id: uuid(), type: string() }) }) }),
})
export type LedgerTransaction = Static<typeof LedgerTransaction>

const { page, cursor, per_page } = listQuery
const query = object({ page, cursor, per_page })
/** `search`: words of the user's name or email, or a gateway's id of a payment. `user`: the id of one account. */
const filters = {
  user: optional(uuid()),
  search: optional(string({ maxLength: 200 })),
  type: optional(oneOf(transactionTypes)),
  status: optional(oneOf(transactionStatuses)),
  driver: optional(oneOf(paymentSources)),
  ...dayRange,
}
export const TransactionFilters = object(filters)
export type TransactionFilters = Static<typeof TransactionFilters>
const response = { 200: object({ data: array(single(LedgerTransaction)), meta: BoundedMeta }) }
const id = object({ id: uuid() })

export const listOwnTransactions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/transactions',
  summary: 'List the caller’s transactions',
  access: 'session',
  query,
  response,
  errors: ['billing.invalid-cursor'],
})

/** `listOwnTransactions` under the URL of the account. */
export const listAccountTransactions = alias(listOwnTransactions, { path: '/api/user/transactions' })

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/transactions',
  summary: 'List the transactions of all users',
  access: 'admin',
  scope: 'account',
  query: object({ page, cursor, per_page, ...filters }),
  response,
  errors: ['billing.invalid-cursor'],
})

/** `listTransactions` under the URL of the administration. */
export const listTransactionsOfAll = alias(listTransactions, { path: '/api/admin/transactions' })

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/transactions/export.csv',
  summary: 'Download the transactions of all users as CSV',
  access: 'admin',
  scope: 'account',
  query: TransactionFilters,
  response: { 200: content('text/csv', ['content-disposition', 'cache-control']) },
  errors: [],
})

export const listUserTransactions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/users/:id/transactions',
  summary: 'List the transactions of a user',
  access: 'admin',
  scope: 'account',
  params: id,
  query,
  response,
  errors: ['billing.invalid-cursor'],
})

export const listTransactionsOfUser = alias(listUserTransactions, { path: '/api/admin/users/:id/transactions' })

export const creditUser = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/users/:id/credit',
  summary: 'Add to the prepaid balance of a user',
  access: 'admin',
  scope: 'account',
  params: id,
  body: object({
    /** Major units as people write them: `9.99`. */
    amount: moneyInput(),
    /** Idempotency key: calls with the same key and amount credit the balance once. */
    key: optional(string({ minLength: 16, maxLength: 64 })),
  }),
  response: { 200: SuccessMessage },
  errors: ['billing.user-not-found', 'billing.invalid-amount'],
})
