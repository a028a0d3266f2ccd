import { type Db, newestFirst } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import type { PageRequest } from '../services/transactions.ts'
import { nestPlan, type SubscriptionWithPlan, subscriptionColumns, subscriptionTables } from './subscription.row.ts'

/** A subscription with its user; name and email are null when the account was deleted. */
export interface ListedSubscription extends SubscriptionWithPlan {
  user_name: string | null
  user_email: string | null
}

const owner = `nullif(concat_ws(' ', u.first_name, u.last_name), '') as user_name, u.email as user_email`
const columns = `${subscriptionColumns}, ${owner}`
const tables = `${subscriptionTables} left join user_summaries u on u.id = s.user_id`
const perPageDefault = 20

type Flat = Parameters<typeof nestPlan>[0]
const listed = (row: Flat): ListedSubscription => nestPlan(row) as ListedSubscription

/** Subscriptions that had a first payment, newest first; of one plan, or of all (null). 422 `invalid-cursor`. */
export const listSubscriptions = async (
  db: Db,
  planId: string | null,
  { cursor, page = 1, perPage = perPageDefault }: PageRequest,
) => {
  const from = cursor === undefined ? null : newestFirst.read(cursor)
  if (cursor !== undefined && !from) throw billingErrors.fail('invalid-cursor')
  const [ofPlan, plan] =
    planId === null
      ? ['true', []]
      : ['plan_version_id = any(array(select id from plan_versions where plan_id = $5))', [planId]]
  const shown = `status <> 'inactive'`
  const [found, [counted]] = await Promise.all([
    db.query<Flat & { at: string; id: string }>(
      `select ${columns}, s.at from (
         select *, ${newestFirst.column} from subscriptions where ${shown} and ${ofPlan} and ${newestFirst.after(1)}
         order by ${newestFirst.order} limit $3 offset $4) s
       join plan_versions v on v.id = s.plan_version_id join plans p on p.id = v.plan_id
       left join user_summaries u on u.id = s.user_id order by s.created_at desc, s.id desc`,
      [from?.at ?? null, from?.id ?? null, perPage + 1, from ? 0 : (page - 1) * perPage, ...plan],
    ),
    db.query<{ total: number }>(
      `select count(*) as total from subscriptions where ${shown} and ${ofPlan.replace('$5', '$1')}`,
      plan,
    ),
  ])
  const { rows, nextCursor } = newestFirst.page(found, perPage)
  return { rows: rows.map(listed), nextCursor, total: counted?.total ?? 0, page, perPage }
}

/** The user's current subscription, or else the newest one that ended; null when there was none. */
export const findOfUser = async (db: Db, userId: string): Promise<ListedSubscription | null> => {
  const rows = await db.query<Flat>(
    `select ${columns} from ${tables} where s.user_id = $1 and s.status <> 'inactive'
     order by s.status in ('active', 'cancelled') desc, s.created_at desc limit 1`,
    [userId],
  )
  return rows[0] ? listed(rows[0]) : null
}
