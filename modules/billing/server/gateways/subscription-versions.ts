import type { Executor, Tx } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import { periodAt } from '../subscriptions/periods.ts'
import type { GatewayName } from './gateway.ts'

/** The plan version that a subscription had at a moment, or has now, by its recorded changes. */
export const planVersionAt = async (tx: Tx, gateway: GatewayName, id: string, at?: Date): Promise<string | null> => {
  const [event] = await tx.query<{ version: string }>(
    `select e.details->>'planVersionId' as version from subscription_events e
     join gateway_subscriptions g on g.subscription_id = e.subscription_id
     where g.gateway = $1 and g.id = $2 and (e.type = 'created' or (e.type = 'changed'
       and coalesce((e.details->'period'->>'from')::timestamptz, e.created_at) <= coalesce($3, clock_timestamp())))
     order by e.id desc limit 1`,
    [gateway, id, at ?? null],
  )
  return event?.version ?? null
}

/** End of the period that a payment at `from` for a version of a fixed plan pays. */
export const endOfPeriod = async (executor: Executor, versionId: string, from: Date): Promise<Date> => {
  const versions = executor.builder<BillingTables>().selectFrom('plan_versions').select('interval')
  const plan = await versions.where('id', '=', versionId).executeTakeFirst()
  return periodAt(from, plan?.interval ?? 'month', from).to
}

/** Name of a plan, as it was in this version. */
export const planVersionName = async (tx: Tx, versionId: string): Promise<string> => {
  const versions = tx.builder<BillingTables>().selectFrom('plan_versions').select('name')
  const plan = await versions.where('id', '=', versionId).executeTakeFirst()
  return plan?.name ?? ''
}
