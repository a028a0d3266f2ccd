import type { Platform } from '../../../platform/index.ts'
import { formatMoney, toDecimal } from '../../../shared/contract.ts'
import type { PlanSyncResult } from '../../contract.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { Plans } from '../plans/plans.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayClient } from './gateway-client.ts'
import { GatewayError } from './gateway-error.ts'
import type { GatewayPrices } from './gateway-prices.ts'
import type { Gateways } from './gateways.ts'

interface Deps extends Pick<Platform, 'db' | 'log'> {
  gateways: Gateways
  prices: GatewayPrices
  plans: Pick<Plans, 'offered'>
}

const maxReasonLength = 200
/** Brand names, the same in every language. */
const gatewayLabels: Record<GatewayName, string> = { stripe: 'Stripe', paypal: 'PayPal', paystack: 'Paystack' }

/** Keeps the plans at the gateways like those here: created, named and archived alike. */
export class PlanSync {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * Synchronises with each gateway that is offered. A plan that fails does not stop the others; the outcome is stored for
   * `failures`.
   */
  async run(): Promise<PlanSyncResult[]> {
    const { db, gateways } = this.deps
    const results: PlanSyncResult[] = []
    for (const client of await gateways.offered()) results.push(await this.syncWith(client))
    await db.transaction(async (tx) => {
      await tx.query('delete from plan_syncs where gateway <> all($1)', [results.map(({ gateway }) => gateway)])
      // An administrator's run and a job's may end at the same time: the later outcome stays.
      for (const { gateway, synced, failed, reason } of results)
        await tx.query(
          `insert into plan_syncs (gateway, synced, failed, reason) values ($1, $2, $3, $4)
           on conflict (gateway) do update
             set synced = excluded.synced, failed = excluded.failed, reason = excluded.reason, synced_at = now()`,
          [gateway, synced, failed, reason],
        )
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
      ...offered.map((plan) => () => this.sync(client, plan)),
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

  /**
   * Synchronises one plan. A price from before the gateway was set up may be below its least charge: then rejects with
   * `GatewayError`.
   */
  private async sync(client: GatewayClient, plan: PlanVersion): Promise<void> {
    const { amount, currency, name } = plan
    if (amount !== null && client.units.isTooSmall({ amount, currency })) {
      const least = toDecimal({ amount: client.units.leastOf(currency), currency })
      throw new GatewayError(client.name, { status: 422, reason: `${name}: less than ${least} ${currency}` })
    }
    await this.deps.prices.sync(client, plan)
  }

  /** Throws 422 `price-too-small` when a gateway that is offered has a higher least charge. */
  async requireCharged(
    { amount, currency }: { amount: number | null; currency: string },
    locale: string,
  ): Promise<void> {
    if (amount === null) return
    for (const { name, units } of await this.deps.gateways.offered())
      if (units.takes(currency) && units.isTooSmall({ amount, currency })) {
        const least = formatMoney({ amount: units.leastOf(currency), currency }, locale)
        throw billingErrors.fail('price-too-small', { values: { gateway: gatewayLabels[name], amount: least } })
      }
  }

  /** Reason why the gateway rejected the step; null: it did not. */
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
