import type { Db } from '../../../platform/index.ts'
import { accountSearch } from '../../../users/index.ts'
import type { PageOf, SubscriptionFilters } from '../../contract.ts'
import { dayConditions } from '../services/day-conditions.ts'
import { type ListFilter, type PageRequest, readPage } from '../services/list-page.ts'
import {
  type SubscriptionWithPlan,
  subscriptionColumns,
  subscriptionTables,
  withNestedPlan,
} from './subscription.row.ts'

/** A subscription with its user; name and email are null when the account was deleted. */
export interface ListedSubscription extends SubscriptionWithPlan {
  user_name: string | null
  user_email: string | null
  /** The renewal that its gateway could not charge for, by the gateway's id of it, and the page at which it is paid. */
  past_due: string | null
  is_unpaid: boolean | null
  payment_url: string | null
  /** Name of the plan that it changes to with the next payment. */
  next_plan: string | null
}

const owner = `nullif(concat_ws(' ', u.first_name, u.last_name), '') as user_name, u.email as user_email`
const columns = `${subscriptionColumns}, ${owner}, g.past_due, g.is_unpaid, g.payment_url, n.name as next_plan`
const more = `left join user_summaries u on u.id = s.user_id left join gateway_subscriptions g on g.subscription_id = s.id
  left join plan_versions n on n.id = g.next_plan_version_id`
const tables = `${subscriptionTables} ${more}`
const perPageDefault = 20

type Flat = Parameters<typeof withNestedPlan>[0]
const listed = (row: Flat): ListedSubscription => withNestedPlan(row) as ListedSubscription

/** Conditions of a list of subscriptions; of one plan, or of all (null). */
export const subscriptionFilter = (
  planId: string | null,
  { search = '', status, ...days }: SubscriptionFilters,
): Pick<ListFilter, 'conditions' | 'values'> => {
  const values: unknown[] = []
  const conditions = [status ? `status = $${values.push(status)}` : `status <> 'inactive'`]
  if (planId !== null)
    conditions.push(
      `plan_version_id = any(array(select id from plan_versions where plan_id = $${values.push(planId)}))`,
    )
  const words = accountSearch(search, values)
  if (words.length > 0) conditions.push(`user_id in (select u.id from user_summaries u where ${words.join(' and ')})`)
  conditions.push(...dayConditions(days, values))
  return { conditions, values }
}

/**
 * Subscriptions that had a first payment, newest first; of one plan, or of all (null). `search`: words of the user's name or
 * email. 422 `invalid-cursor`.
 */
export const listSubscriptions = async (
  db: Db,
  planId: string | null,
  { per_page = perPageDefault, ...request }: PageRequest,
  filters: SubscriptionFilters = {},
): Promise<PageOf<ListedSubscription>> => {
  const page = await readPage<Flat & { at: string; id: string }>(
    db,
    { table: 'subscriptions', ...subscriptionFilter(planId, filters) },
    { ...request, per_page },
    (listSql, direction) => `select ${columns}, s.at from (${listSql}) s
      join plan_versions v on v.id = s.plan_version_id join plans p on p.id = v.plan_id ${more} order by s.created_at ${direction}, s.id ${direction}`,
  )
  return { ...page, rows: page.rows.map(listed) }
}

/** The user's current subscription, or else the newest one that ended; null when there was none. */
export const findUserSubscription = async (db: Db, userId: string): Promise<ListedSubscription | null> => {
  const rows = await db.query<Flat>(
    `select ${columns} from ${tables} where s.user_id = $1 and s.status <> 'inactive'
     order by s.status in ('active', 'cancelled') desc, s.created_at desc limit 1`,
    [userId],
  )
  return rows[0] ? listed(rows[0]) : null
}
