import type { Platform } from '../../../platform/index.ts'
import type { Checkouts } from './checkouts.ts'
import { type GatewayName, gatewayNames } from './gateway.ts'
import type { Gateways } from './gateways.ts'
import type { Reversals } from './reversals.ts'
import type { GatewaySync } from './sync.ts'
import type { SyncPayload, Webhooks } from './webhooks.ts'

interface Deps extends Pick<Platform, 'db' | 'audit' | 'log'> {
  gateways: Gateways
  checkouts: Checkouts
  webhooks: Webhooks
  sync: GatewaySync
  reversals: Reversals
}

/** Subscriptions that were replaced are looked at for this long: a gateway may still charge for them. */
const replacedFor = '40 days'

export interface ReconciliationReport {
  compared: number
  /** What differed from its gateway, and does no longer. */
  repaired: number
  /** What could not be compared: the gateway did not answer. */
  failed: number
}

/** Compares everything that may still change with its gateway: for webhooks that never arrived. Runs daily. */
export class Reconciliation {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  async run(): Promise<ReconciliationReport> {
    const { gateways, checkouts, webhooks, audit, log } = this.deps
    const report: ReconciliationReport = { compared: 0, repaired: 0, failed: 0 }
    for (const gateway of gatewayNames)
      if (await gateways.find(gateway))
        for (const object of await this.objects(gateway)) await this.compare(object, report)
    // What could not be compared may have been paid.
    if (!(await gateways.isPaused())) await checkouts.giveUpOld()
    await webhooks.deleteOld()
    if (report.repaired > 0 || report.failed > 0) {
      log.warn(report, 'payments differed from their gateways')
      await audit({ actorId: null, action: 'billing.gateways.reconciled', details: { ...report } })
    }
    return report
  }

  private async compare(object: SyncPayload, report: ReconciliationReport): Promise<void> {
    report.compared += 1
    try {
      if (await this.deps.sync.apply(object)) report.repaired += 1
    } catch (error) {
      report.failed += 1
      this.deps.log.error({ err: error, object }, 'an object cannot be compared with its gateway')
    }
  }

  private async objects(gateway: GatewayName): Promise<SyncPayload[]> {
    const { db, checkouts, reversals } = this.deps
    const open = await checkouts.toCompare(gateway)
    const subscriptions = await db.query<{ id: string }>(
      `select g.id from gateway_subscriptions g join subscriptions s on s.id = g.subscription_id
       where g.gateway = $1 and (s.status <> 'completed' or s.updated_at > now() - interval '${replacedFor}')
       order by g.created_at`,
      [gateway],
    )
    const customers = await db.query<{ customer: string }>(
      `select distinct on (user_id) customer from gateway_customers c where gateway = $1
       and exists (select 1 from payment_cards p where p.user_id = c.user_id and p.gateway = c.gateway)
       order by user_id, used_at desc, customer`,
      [gateway],
    )
    return [
      ...open.map(({ reference }) => ({ gateway, kind: 'checkout' as const, id: reference })),
      ...subscriptions.map(({ id }) => ({ gateway, kind: 'subscription' as const, id })),
      ...(await reversals.toCompare(gateway)).map((object) => ({ gateway, ...object })),
      ...customers.map(({ customer }) => ({ gateway, kind: 'customer' as const, id: customer })),
    ]
  }
}
