import type { Db } from '../../../platform/index.ts'
import { defaultPerPage, uuidPattern } from '../../../shared/contract.ts'
import type { TransactionStatus, TransactionType } from '../../contract.ts'
import { billingErrors } from '../errors.ts'

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

const cursorPattern = new RegExp(`^(\\d{1,18})/(${uuidPattern.slice(1, -1)})$`)
const writeCursor = ({ at, id }: { at: string; id: string }) => Buffer.from(`${at}/${id}`).toString('base64url')
const readCursor = (text: string) => {
  const [, at, id] = cursorPattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!at || !id) throw billingErrors.fail('invalid-cursor')
  return { at, id }
}

/** Lists transactions, newest first; of one user, or of all (null). 422 `invalid-cursor`. */
export const listTransactions = async (
  db: Db,
  userId: string | null,
  { cursor, page = 1, perPage = defaultPerPage }: PageRequest,
): Promise<TransactionPage> => {
  const from = cursor === undefined ? null : readCursor(cursor)
  // Two texts instead of `$1 is null or …`, so that each walks its index.
  const ofUser = userId === null ? '' : 'user_id = $1 and '
  const values = [userId, from?.at ?? null, from?.id ?? null, perPage + 1, from ? 0 : (page - 1) * perPage]
  const [found, [counted]] = await Promise.all([
    db.query<TransactionRow & { at: string }>(
      `select id, user_id, type, status, note, currency, amount, driver, reference, created_at,
         (extract(epoch from created_at) * 1000000)::bigint::text as at
       from ledger_transactions
       where ${ofUser}($1::uuid is null or true) and ($2::bigint is null
         or (created_at, id) < (to_timestamp(0) + $2::bigint * interval '1 microsecond', $3::uuid))
       order by created_at desc, id desc limit $4 offset $5`,
      values,
    ),
    db.query<{ total: number }>(
      `select count(*) as total from ledger_transactions where ${ofUser}($1::uuid is null or true)`,
      [userId],
    ),
  ])
  const rows = found.slice(0, perPage)
  const last = rows.at(-1)
  const nextCursor = found.length > perPage && last ? writeCursor(last as TransactionRow & { at: string }) : null
  return { rows, total: counted?.total ?? 0, page, perPage, nextCursor }
}
