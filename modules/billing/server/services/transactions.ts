import type { Db } from '../../../platform/index.ts'
import { accountSearch } from '../../../users/index.ts'
import {
  gatewayNames,
  type PageOf,
  type PaymentSource,
  type TransactionFilters,
  type TransactionStatus,
  type TransactionType,
} from '../../contract.ts'
import type { BillLine } from './bill.ts'
import { dayConditions } from './day-conditions.ts'
import { type ListFilter, type PageRequest, readPage } from './list-page.ts'

export interface ListedTransaction {
  id: string
  at: string
  user_id: string
  type: TransactionType
  status: TransactionStatus
  note: string | null
  currency: string
  amount: number
  gateway: PaymentSource
  reference: string | null
  /** Lines of a bill; null for other transactions. */
  lines: BillLine[] | null
  has_invoice: boolean
  created_at: Date
}

/** Ids of payments at gateways, such as `pi_3PqFo2`; parts of emails may look like one. */
const gatewayId = /^(?=.*\d)[\w-]{8,}$/

const gateways = gatewayNames.map((name) => `'${name}'`).join(', ')

/** Conditions of a list of transactions; of one user, or of all (null). */
export const transactionFilter = (
  userId: string | null,
  { search = '', user, type, status, driver: gateway, ...days }: TransactionFilters,
): Pick<ListFilter, 'conditions' | 'values'> => {
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (column: string, value: string | null | undefined) => {
    if (value) conditions.push(`${column} = $${values.push(value)}`)
  }
  add('user_id', userId)
  add('user_id', user)
  add('type', type)
  add('status', status)
  add('gateway', gateway)
  conditions.push(...dayConditions(days, values))
  const words = accountSearch(search, values)
  if (words.length > 0) {
    const searchConditions = [`user_id in (select u.id from user_summaries u where ${words.join(' and ')})`]
    if (gatewayId.test(search.trim()))
      searchConditions.push(`reference = $${values.push(search.trim())} and gateway in (${gateways})`)
    conditions.push(`(${searchConditions.join(' or ')})`)
  }
  return { conditions, values }
}

/**
 * Lists transactions, newest first; of one user, or of all (null). `search`: words of the user's name or email, or the
 * gateway's id of a payment. 422 `invalid-cursor`.
 */
export const listTransactions = (
  db: Db,
  userId: string | null,
  request: PageRequest,
  filters: TransactionFilters = {},
): Promise<PageOf<ListedTransaction>> => {
  const { conditions, values } = transactionFilter(userId, filters)
  return readPage<ListedTransaction>(
    db,
    { table: 'ledger_transactions', conditions, values },
    request,
    (listSql, direction) => `select id, user_id, type, status, note, currency, amount, gateway, reference, created_at,
        metadata->'lines' as lines, exists(select 1 from invoices where transaction_id = t.id) as has_invoice, at
      from (${listSql}) t order by created_at ${direction}, id ${direction}`,
  )
}
