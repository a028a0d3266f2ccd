import type { Platform } from '../../../platform/index.ts'
import type { PlanSyncResult } from '../../contract.ts'
import type { Plans } from '../plans/plans.ts'
import type { GatewayClient } from './client.ts'
import type { GatewayName } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'
import type { Gateways } from './gateways.ts'
import type { Prices } from './prices.ts'

interface Deps extends Pick<Platform, 'db' | 'log'> {
  gateways: Gateways
  prices: Prices
  plans: Pick<Plans, 'offered'>
}

const maxReasonLength = 200

/** Keeps the plans of the gateways like those here: created, named and archived as they are. */
export class PlanSync {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /** With each gateway that is offered. A plan that fails does not stop the others; the outcome is kept for `failures`. */
  async run(): Promise<PlanSyncResult[]> {
    const { db, gateways } = this.deps
    const results: PlanSyncResult[] = []
    for (const client of await gateways.offered()) results.push(await this.syncWith(client))
    await db.transaction(async (tx) => {
      await tx.query('delete from plan_syncs')
      for (const { gateway, synced, failed, reason } of results)
        await tx.query('insert into plan_syncs (gateway, synced, failed, reason) values ($1, $2, $3, $4)', [
          ...[gateway, synced, failed, reason],
        ])
    })
    return results
  }

  /** Gateways whose last synchronisation failed for a plan, with the reason of the first one. */
  async failures(): Promise<{ gateway: GatewayName; reason: string }[]> {
    return this.deps.db.query('select gateway, reason from plan_syncs where failed > 0 order by gateway')
  }

  /** Archives a plan at each gateway that has it; resolves with the gateways that failed. */
  async archive(planId: string): Promise<GatewayName[]> {
    const { prices, gateways } = this.deps
    const failed = new Set<GatewayName>()
    for (const { gateway, id } of await prices.sold(planId)) {
      const client = await gateways.find(gateway)
      const reason = client ? await this.attempt(client, () => prices.archive(client, id)) : 'not set up'
      if (reason !== null) failed.add(gateway)
    }
    return [...failed]
  }

  private async syncWith(client: GatewayClient): Promise<PlanSyncResult> {
    const { prices, plans } = this.deps
    const offered = (await plans.offered()).filter(({ type }) => type === 'fixed')
    const outdated = await prices.toArchive(client.name)
    const steps = [
      ...offered.map((plan) => () => prices.sync(client, plan)),
      ...outdated.map((id) => () => prices.archive(client, id)),
    ]
    const reasons: string[] = []
    for (const step of steps) {
      const reason = await this.attempt(client, step)
      if (reason !== null) reasons.push(reason)
    }
    const failed = reasons.length
    return { gateway: client.name, synced: steps.length - failed, failed, reason: reasons[0] ?? null }
  }

  /** Why the gateway rejected it, or null. */
  private async attempt({ name }: GatewayClient, step: () => Promise<void>): Promise<string | null> {
    try {
      await step()
      return null
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.deps.log.warn({ err: error, gateway: name }, 'a plan could not be synchronised with its gateway')
      return error.reason.slice(0, maxReasonLength)
    }
  }
}
