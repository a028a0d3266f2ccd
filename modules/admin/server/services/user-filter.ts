import { accountSearch } from '../../../users/index.ts'
import type { UserQuery } from '../../contract.ts'

export interface UserFilter {
  /** Conditions on `u`, joined by `and`. */
  sql: string
  values: unknown[]
}

/** The condition of a list without filters. */
export const allUsersSql = 'true'

/** The conditions of a list; placeholders from $1. */
export const userFilterOf = ({ search, role, status, verified, subscription, plan }: UserQuery): UserFilter => {
  const values: unknown[] = []
  const conditions: string[] = [allUsersSql, ...accountSearch(search ?? '', values)]
  // Constants instead of parameters, so that the planner can use the partial indexes.
  if (role) conditions.push(`u.role = '${role === 'admin' ? 'admin' : 'user'}'`)
  if (status) conditions.push(`u.status = '${status === 'active' ? 'active' : 'suspended'}'`)
  if (verified) conditions.push(`u.email_verified_at is ${verified === 'yes' ? 'not null' : 'null'}`)
  const subscribed = 'exists (select 1 from subscription_summaries b where b.user_id = u.id'
  if (subscription === 'none') conditions.push(`not ${subscribed})`)
  else if (subscription)
    conditions.push(`${subscribed} and b.status = '${subscription === 'active' ? 'active' : 'cancelled'}')`)
  if (plan) conditions.push(`${subscribed} and b.plan_id = $${values.push(plan)}::uuid)`)
  return { sql: conditions.join(' and '), values }
}
