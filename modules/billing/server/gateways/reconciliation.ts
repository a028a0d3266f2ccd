import type { Platform } from '../../../platform/index.ts'
import { type Checkouts, checkoutLifetime } from './checkouts.ts'
import { type EndedPlansDeps, endMissingPlan } from './ended-plans.ts'
import { type GatewayName, gatewayNames } from './gateway.ts'
import type { GatewayCustomers } from './gateway-customers.ts'
import { GatewayError } from './gateway-error.ts'
import type { GatewaySync } from './gateway-sync.ts'
import type { Gateways } from './gateways.ts'
import type { ObjectLocks } from './object-locks.ts'
import type { Reversals } from './reversals.ts'
import type { SyncPayload, Webhooks } from './webhooks.ts'

interface Deps extends Pick<Platform, 'jobs' | 'log'>, EndedPlansDeps {
  gateways: Gateways
  objectLocks: ObjectLocks
  checkouts: Checkouts
  customers: GatewayCustomers
  webhooks: Webhooks
  sync: GatewaySync
  reversals: Reversals
}

/** Replaced subscriptions are compared for this long: a gateway may still charge for them. */
const replacedFor = '40 days'
/** Rows that are read at once. */
const pageSize = 500
/** Objects that are compared before a rest. */
const batchSize = 50

export interface ReconciliationReport {
  compared: number
  /** Objects that differed from their gateway, and do so no longer. */
  repaired: number
  /** Objects that could not be compared: the gateway did not answer, or does not have them. */
  failed: number
}

/**
 * Compares all objects that may still change with their gateways, in case a webhook never arrived. Runs daily, for as long
 * as it takes.
 */
export class Reconciliation {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  async run(): Promise<ReconciliationReport> {
    const { webhooks, jobs, audit, log } = this.deps
    const report: ReconciliationReport = { compared: 0, repaired: 0, failed: 0 }
    const objects = this.objects()
    await jobs.inBatches(async () => {
      for (let compared = 0; compared < batchSize; compared++) {
        const { value, done } = await objects.next()
        if (done) return false
        await this.compare(value, report)
      }
      return true
    })
    await webhooks.deleteOld()
    if (report.repaired > 0 || report.failed > 0) {
      log.warn(report, 'payments differed from their gateways')
      await audit({ actorId: null, action: 'billing.gateways.reconciled', details: { ...report } })
    }
    return report
  }

  private async compare(object: SyncPayload, report: ReconciliationReport): Promise<void> {
    const { sync, checkouts, log } = this.deps
    report.compared += 1
    try {
      if (await sync.apply(object)) report.repaired += 1
    } catch (error) {
      const isMissing = error instanceof GatewayError && error.isMissing
      if (isMissing && object.kind === 'subscription') {
        const outcome = await this.endMissing(object)
        if (outcome === 'ended') report.repaired += 1
        if (outcome !== 'running') return
      }
      report.failed += 1
      log.error({ err: error, object }, 'an object cannot be compared with its gateway')
      // A checkout whose gateway did not answer may have been paid; of one that it rejects for good, nothing was taken.
      if (!(error instanceof GatewayError) || error.isTransient || error.isUnauthorized) return
    }
    if (object.kind === 'checkout') await checkouts.giveUp(object.gateway, object.id, { isOld: true })
  }

  /** An error concerns this object only: the comparison goes on with the next one. */
  private endMissing(object: SyncPayload): ReturnType<typeof endMissingPlan> {
    const { objectLocks, log } = this.deps
    const ended = objectLocks.withLock(object, () => endMissingPlan(this.deps, object.gateway, object.id))
    return ended.catch((error: unknown) => {
      log.error({ err: error, object }, 'a subscription that its gateway does not have cannot be ended')
      return 'running'
    })
  }

  /** All objects that may still change, read in pages as they are needed. */
  private async *objects(): AsyncGenerator<SyncPayload> {
    const { gateways, checkouts, customers, reversals } = this.deps
    for (const gateway of gatewayNames) {
      if (!(await gateways.find(gateway))) continue
      for await (const id of paged((after) => checkouts.toCompare(gateway, after, pageSize), String))
        yield { gateway, kind: 'checkout', id }
      for await (const { id } of paged((after) => this.subscriptions(gateway, after), idOf))
        yield { gateway, kind: 'subscription', id }
      for (const kind of ['refund', 'dispute'] as const)
        for await (const { object } of paged((after) => reversals.toCompare(gateway, kind, after, pageSize), idOf))
          yield { gateway, kind, id: object }
      for await (const { customer } of paged((after) => customers.toCompare(gateway, after, pageSize), idOf))
        yield { gateway, kind: 'customer', id: customer }
    }
  }

  private subscriptions(gateway: GatewayName, after: string): Promise<{ id: string }[]> {
    return this.deps.db.query(
      `select g.id from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
       where g.gateway = $1 and g.id > $2 and (s.status in ('active', 'cancelled')
         or (s.status = 'inactive' and g.created_at > now() - interval '${checkoutLifetime}')
         or (s.status = 'completed' and s.updated_at > now() - interval '${replacedFor}'))
       order by g.id limit ${pageSize}`,
      [gateway, after],
    )
  }
}

const idOf = ({ id }: { id: string }): string => id

/** The rows of all pages. `page` reads the rows after a key; '' is before all keys. */
async function* paged<Row>(page: (after: string) => Promise<Row[]>, keyOf: (row: Row) => string): AsyncGenerator<Row> {
  for (let after: string | null = ''; after !== null; ) {
    const rows: Row[] = await page(after)
    yield* rows
    const last = rows.at(-1)
    after = last !== undefined && rows.length === pageSize ? keyOf(last) : null
  }
}
