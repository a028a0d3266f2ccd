import type { Sql } from '../../../platform/index.ts'
import type { GatewayName } from './gateway.ts'

/**
 * The step that a requested or withdrawn deletion of the account makes necessary for its plan. `cancel`: the user has asked
 * for the deletion, so the plan is not renewed. `resume`: the user keeps the account, and had not cancelled the plan before.
 */
export const stepOfDeletion = async (
  sql: Sql,
  gateway: GatewayName,
  id: string,
): Promise<'cancel' | 'resume' | null> => {
  const [row] = await sql.query<{ status: string; isLeaving: boolean; isForDeletion: boolean }>(
    `select s.status, u.deletion_at is not null as "isLeaving", coalesce((select e.details->>'isForDeletion' is not null
       from subscription_events e where e.subscription_id = s.id order by e.id desc limit 1), false) as "isForDeletion"
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
     join user_summaries u on u.id = s.user_id
     where g.gateway = $1 and g.id = $2 and (s.status = 'active' or (s.status = 'cancelled' and s.ends_at > now()))`,
    [gateway, id],
  )
  if (!row) return null
  if (row.status === 'active') return row.isLeaving ? 'cancel' : null
  return row.isForDeletion && !row.isLeaving ? 'resume' : null
}
