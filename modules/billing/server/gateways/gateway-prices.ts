import { sql } from 'kysely'
import type { Db, Executor } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayClient, PlanDetails } from './gateway-client.ts'
import { existsAtGateway } from './gateway-error.ts'
import type { ObjectLocks } from './object-locks.ts'

const detailsOf = ({ id, name, description, interval, amount, currency }: PlanVersion): PlanDetails => {
  if (amount === null || interval === null) throw billingErrors.fail('plan-not-found')
  return { id, name, description, interval, amount, currency }
}

/** The prices of plans at the gateways. Each version has its own: subscribers keep what they agreed to. */
export class GatewayPrices {
  private readonly db: Db
  private readonly objectLocks: ObjectLocks
  constructor(db: Db, objectLocks: ObjectLocks) {
    this.db = db
    this.objectLocks = objectLocks
  }

  /**
   * Creates the price where the gateway's account has none. 404 `plan-not-found` for a plan without a price, or that was
   * removed meanwhile.
   */
  async ensure(client: GatewayClient, plan: PlanVersion): Promise<string> {
    const price = (await this.present(client, plan.id)) ?? (await this.create(client, plan))
    if (price === null) throw billingErrors.fail('plan-not-found')
    return price
  }

  /** Creates the price, or brings the gateway's name and description of it up to date. */
  async sync(client: GatewayClient, plan: PlanVersion): Promise<void> {
    const present = await this.present(client, plan.id)
    if (present) await client.syncPlan(detailsOf(plan), present)
    else await this.create(client, plan)
  }

  /** The version of a plan that a gateway's price belongs to. */
  async versionOf(gateway: GatewayName, price: string, executor: Executor = this.db): Promise<string | null> {
    const row = await executor
      .builder<BillingTables>()
      .selectFrom('gateway_prices')
      .select('plan_version_id')
      .where('gateway', '=', gateway)
      .where('id', '=', price)
      .executeTakeFirst()
    return row?.plan_version_id ?? null
  }

  /** All prices of a version, first the price in the gateway account that was used last. */
  async pricesOf(gateway: GatewayName, versionId: string): Promise<string[]> {
    const rows = await this.db
      .builder<BillingTables>()
      .selectFrom('gateway_prices')
      .select('id')
      .where('gateway', '=', gateway)
      .where('plan_version_id', '=', versionId)
      .orderBy('used_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The price in the gateway account of the client: test mode, and each account, has one of its own. */
  private async present(client: GatewayClient, versionId: string): Promise<string | null> {
    const prices = await this.pricesOf(client.name, versionId)
    for (const id of prices)
      if (await client.hasPlan(id)) {
        if (id !== prices[0]) await this.setNow(client, id, 'used_at')
        return id
      }
    return null
  }

  /** The prices of a plan, of all its versions, that gateways still sell. */
  async sold(planId: string): Promise<{ gateway: GatewayName; id: string }[]> {
    return this.db.query(
      `select g.gateway, g.id from gateway_prices g join plan_versions v on v.id = g.plan_version_id
       where v.plan_id = $1 and g.archived_at is null order by g.gateway, g.created_at`,
      [planId],
    )
  }

  /** Prices of archived plans that a gateway still sells. */
  async toArchive(gateway: GatewayName): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select g.id from gateway_prices g join plan_versions v on v.id = g.plan_version_id
       join plans p on p.id = v.plan_id
       where g.gateway = $1 and g.archived_at is null and p.status = 'archived' order by g.created_at`,
      [gateway],
    )
    return rows.map(({ id }) => id)
  }

  /** Archives a price, at the gateway only where its account has it. */
  async archive(client: GatewayClient, id: string): Promise<void> {
    await existsAtGateway(client.archivePlan(id))
    await this.setNow(client, id, 'archived_at')
  }

  private async setNow({ name: gateway }: GatewayClient, id: string, column: 'used_at' | 'archived_at'): Promise<void> {
    await this.db
      .builder<BillingTables>()
      .updateTable('gateway_prices')
      .set({ [column]: sql<Date>`now()` })
      .where('gateway', '=', gateway)
      .where('id', '=', id)
      .execute()
  }

  /** The gateways' ids of versions, by version and gateway. */
  async idsOf(versionIds: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const rows = await this.db.query<{ plan_version_id: string; gateway: GatewayName; id: string }>(
      'select plan_version_id, gateway, id from gateway_prices where plan_version_id = any($1::uuid[]) order by used_at',
      [versionIds],
    )
    const ids = new Map<string, Record<string, string>>()
    for (const row of rows) ids.set(row.plan_version_id, { ...ids.get(row.plan_version_id), [row.gateway]: row.id })
    return ids
  }

  /**
   * Creates the price, one call at a time for a version: Paystack has no keys by which two calls would create one price.
   * Null: the plan was removed meanwhile; the gateway does not sell the price.
   */
  private create(client: GatewayClient, plan: PlanVersion): Promise<string | null> {
    return this.objectLocks.withLock({ gateway: client.name, kind: 'price', id: plan.id }, async () => {
      const present = await this.present(client, plan.id)
      if (present) return present
      const id = await client.syncPlan(detailsOf(plan), null)
      // Waits for a deletion of the plan that has begun.
      const versions = await this.db.query(
        `with version as (select id from plan_versions where id = $1 for key share),
           stored as (insert into gateway_prices (plan_version_id, gateway, id) select id, $2, $3 from version
             on conflict do nothing)
         select id from version`,
        [plan.id, client.name, id],
      )
      if (versions.length > 0) return id
      await existsAtGateway(client.archivePlan(id))
      return null
    })
  }
}
