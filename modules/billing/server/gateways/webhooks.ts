import { deleteInBatches, type Platform, type Sql } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayObject, WebhookRequest } from './gateway-client.ts'
import type { Gateways } from './gateways.ts'

type Deps = Pick<Platform, 'db' | 'jobs' | 'log'> & { gateways: Gateways }

export const syncJob = 'sync-gateway-object'
export type SyncPayload = { gateway: GatewayName } & GatewayObject

/** Attempts of the job, with growing delays, for more than half a day. */
const maxAttempts = 15
const eventRetention = '90 days'

/**
 * Receives events of gateways. Nothing is applied before the response: each event is stored once, with a job for its object.
 * An event that is only known by a hash, which an earlier one has too, may be new: it gets a job too, which fetches the
 * state and so repeats nothing.
 */
export class Webhooks {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * 400 `webhook-rejected` for any signature that is not the gateway's; 503 `gateway-unavailable` while payments are paused:
   * gateways repeat it for days.
   */
  async receive(name: GatewayName, request: WebhookRequest): Promise<void> {
    const { db, gateways, log } = this.deps
    if (await gateways.isPaused()) throw billingErrors.fail('gateway-unavailable')
    const event = (await (await gateways.find(name))?.verify(request)) ?? null
    if (!event) {
      log.warn({ gateway: name }, 'a webhook was rejected: its signature is missing, wrong or too old')
      throw billingErrors.fail('webhook-rejected')
    }
    const { id, isHash = false, type, object } = event
    await db.transaction(async (tx) => {
      const stored = await tx.query(
        `insert into gateway_events (gateway, id, type, object_kind, object_id, processed_at)
         values ($1, $2, $3, $4, $5, case when $4::text is null then now() end)
         on conflict (gateway, id) do update set received_at = now(), processed_at = excluded.processed_at
         where $6 returning 1`,
        [name, id, type, object?.kind ?? null, object?.id ?? null, isHash],
      )
      if (stored.length > 0 && object) await this.requestSync({ gateway: name, ...object }, { tx })
    })
  }

  /** Lets a job fetch the object's state and apply it. Events of one object that wait share one job. */
  async requestSync(payload: SyncPayload, options: { tx?: Sql; delayMs?: number } = {}): Promise<void> {
    const key = `${syncJob}:${payload.gateway}:${payload.kind}:${payload.id}`
    await this.deps.jobs.add(syncJob, payload, { ...options, key, maxAttempts })
  }

  /** `requestSync` for the plan of an account. Not where its gateway has no credentials any more. */
  async requestSyncOfPlan(tx: Sql, userId: string): Promise<void> {
    const rows = await tx.query<{ gateway: GatewayName; id: string }>(
      `select g.gateway, g.id from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
       where s.user_id = $1 and s.status in ('active', 'cancelled')`,
      [userId],
    )
    for (const { gateway, id } of rows)
      if (await this.deps.gateways.find(gateway)) await this.requestSync({ gateway, kind: 'subscription', id }, { tx })
  }

  /** The database's clock, to the microsecond. */
  async now(): Promise<string> {
    const [row] = await this.deps.db.query<{ now: string }>('select now()::text as now')
    return (row as { now: string }).now
  }

  /** `fetchedAt`: `now()` before the state was fetched. Later events have a job of their own. */
  async markProcessed({ gateway, kind, id }: SyncPayload, fetchedAt: string): Promise<void> {
    await this.deps.db.query(
      `update gateway_events set processed_at = now() where gateway = $1 and object_kind = $2 and object_id = $3
       and processed_at is null and received_at <= $4`,
      [gateway, kind, id, fetchedAt],
    )
  }

  /** Gateways repeat an event for days, not months. */
  async deleteOld(): Promise<void> {
    await deleteInBatches(this.deps, {
      table: 'gateway_events',
      time: 'received_at',
      condition: `processed_at is not null and received_at < now() - interval '${eventRetention}'`,
    })
  }
}
