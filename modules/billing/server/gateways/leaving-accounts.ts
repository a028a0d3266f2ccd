import type { Sql } from '../../../platform/index.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewaySubscription } from './gateway-client.ts'

interface Plan {
  status: string
  isSuspended: boolean
  isLeaving: boolean
  isPaused: boolean
}

/**
 * The step that the state of its account makes necessary for a plan. `cancel`: the account is suspended, or its user has
 * asked for its deletion, so the plan is not renewed. `resume`: the user has the account again, and had not cancelled the
 * plan before. While a period is unpaid, a cancellation would end the plan at once: before a deletion it is kept until then.
 */
export const renewalChangeFor = async (
  sql: Sql,
  gateway: GatewayName,
  { id, isUnpaid }: Pick<GatewaySubscription, 'id' | 'isUnpaid'>,
): Promise<'cancel' | 'resume' | null> => {
  const [plan] = await sql.query<Plan>(
    `select s.status, u.status = 'suspended' as "isSuspended", u.deletion_at is not null as "isLeaving",
       coalesce((select e.details->>'isForDeletion' is not null
         from subscription_events e where e.subscription_id = s.id order by e.id desc limit 1), false) as "isPaused"
     from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
     join user_summaries u on u.id = s.user_id
     where g.gateway = $1 and g.id = $2 and (s.status = 'active' or (s.status = 'cancelled' and s.ends_at > now()))`,
    [gateway, id],
  )
  if (!plan) return null
  const { status, isSuspended, isLeaving, isPaused } = plan
  if (status === 'active') return isSuspended || (isLeaving && !isUnpaid) ? 'cancel' : null
  return isPaused && !isSuspended && !isLeaving ? 'resume' : null
}
