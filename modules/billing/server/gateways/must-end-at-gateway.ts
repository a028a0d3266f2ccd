import type { Sql } from '../../../platform/index.ts'
import type { GatewayName } from './gateway.ts'

/**
 * Whether the gateway must end a subscription, for which it would go on charging: another one has replaced it here, its
 * payments were returned, or its account was deleted, perhaps while its checkout was paid. False for a subscription that
 * ended here because it was unpaid, and is charged no more: it continues once its user pays.
 */
export const mustEndAtGateway = async (sql: Sql, gateway: GatewayName, id: string): Promise<boolean> => {
  const rows = await sql.query(
    `select 1 from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
     where g.gateway = $1 and g.id = $2 and (s.status = 'completed' and (
       exists (select 1 from subscription_events e where e.subscription_id = s.id and e.type = 'completed'
         and (e.details->>'replacedBy' is not null or e.details->>'isReturned' is not null))
       or exists (select 1 from subscriptions o where o.user_id = s.user_id and o.id <> s.id and o.gateway <> 'system'
         and o.status in ('active', 'cancelled') and (o.ends_at is null or o.ends_at > now())))
       or not exists (select 1 from user_summaries u where u.id = s.user_id))`,
    [gateway, id],
  )
  return rows.length > 0
}
