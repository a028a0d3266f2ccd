import type { Sql, Tx } from '../../../platform/index.ts'
import type { PlanInterval } from '../entities/plan.entities.ts'
import { periodAt } from '../subscriptions/periods.ts'
import type { GatewayName } from './gateway.ts'

/** The plan version that a subscription had at a moment, by its recorded changes. */
export const versionAt = async (tx: Tx, gateway: GatewayName, id: string, at = new Date()): Promise<string | null> => {
  const [event] = await tx.query<{ version: string }>(
    `select e.details->>'planVersionId' as version from subscription_events e
     join gateway_subscriptions g on g.subscription_id = e.subscription_id
     where g.gateway = $1 and g.id = $2 and (e.type = 'created' or (e.type = 'changed'
       and coalesce((e.details->'period'->>'from')::timestamptz, e.created_at) <= $3))
     order by e.id desc limit 1`,
    [gateway, id, at],
  )
  return event?.version ?? null
}

/** End of the period that a payment at `from` for a version of a fixed plan pays. */
export const endOfPeriod = async (sql: Sql, versionId: string, from: Date): Promise<Date> => {
  const [plan] = await sql.query<{ interval: PlanInterval | null }>(
    'select interval from plan_versions where id = $1',
    [versionId],
  )
  return periodAt(from, plan?.interval ?? 'month', from).to
}

/** Name of a plan, as it was in this version. */
export const planName = async (tx: Tx, versionId: string): Promise<string> => {
  const [plan] = await tx.query<{ name: string }>('select name from plan_versions where id = $1', [versionId])
  return plan?.name ?? ''
}
