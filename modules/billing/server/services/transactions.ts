import { type Db, newestFirst } from '../../../platform/index.ts'
import { defaultPerPage } from '../../../shared/contract.ts'
import type { TransactionStatus, TransactionType } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { BillLine } from './bill.ts'

export interface TransactionRow {
  id: string
  user_id: string
  type: TransactionType
  status: TransactionStatus
  note: string | null
  currency: string
  amount: number
  driver: string
  reference: string | null
  /** Of a bill. */
  lines: BillLine[] | null
  has_invoice: boolean
  created_at: Date
}

export interface TransactionPage {
  rows: TransactionRow[]
  total: number
  page: number
  perPage: number
  nextCursor: string | null
}

export interface PageRequest {
  cursor?: string | undefined
  page?: number
  perPage?: number | undefined
}

/** Lists transactions, newest first; of one user, or of all (null). 422 `invalid-cursor`. */
export const listTransactions = async (
  db: Db,
  userId: string | null,
  { cursor, page = 1, perPage = defaultPerPage }: PageRequest,
): Promise<TransactionPage> => {
  const from = cursor === undefined ? null : newestFirst.read(cursor)
  if (cursor !== undefined && !from) throw billingErrors.fail('invalid-cursor')
  // Two texts instead of `$1 is null or …`, so that each walks its index.
  const [ofUser, owner] = userId === null ? ['true', []] : ['user_id = $5', [userId]]
  const [found, [counted]] = await Promise.all([
    db.query<TransactionRow & { at: string }>(
      `select id, user_id, type, status, note, currency, amount, driver, reference, created_at,
         metadata->'lines' as lines, exists(select 1 from invoices where transaction_id = t.id) as has_invoice,
         ${newestFirst.column}
       from ledger_transactions t where ${ofUser} and ${newestFirst.after(1)}
       order by ${newestFirst.order} limit $3 offset $4`,
      [from?.at ?? null, from?.id ?? null, perPage + 1, from ? 0 : (page - 1) * perPage, ...owner],
    ),
    db.query<{ total: number }>(
      `select count(*) as total from ledger_transactions ${userId === null ? '' : 'where user_id = $1'}`,
      owner,
    ),
  ])
  return { ...newestFirst.page(found, perPage), total: counted?.total ?? 0, page, perPage }
}
