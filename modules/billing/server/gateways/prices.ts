import type { Db } from '../../../platform/index.ts'
import { billingErrors } from '../errors.ts'
import type { PlanVersion } from '../plans/plan.row.ts'
import type { GatewayClient, PlanDetails } from './client.ts'
import type { GatewayName } from './gateway.ts'

const detailsOf = ({ id, name, description, interval, amount, currency }: PlanVersion): PlanDetails => {
  if (amount === null || interval === null) throw billingErrors.fail('plan-not-found')
  return { id, name, description, interval, amount, currency }
}

/** The prices of plans at the gateways. Each version has its own: subscribers keep what they agreed to. */
export class Prices {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Creates the price where it is missing. 404 `plan-not-found` for a plan without a price. */
  async ensure(client: GatewayClient, plan: PlanVersion): Promise<string> {
    return (await this.find(client.name, plan.id)) ?? this.create(client, plan)
  }

  /** Creates the price, or brings the gateway's name and description of it up to date. */
  async sync(client: GatewayClient, plan: PlanVersion): Promise<void> {
    const known = await this.find(client.name, plan.id)
    if (known) await client.syncPlan(detailsOf(plan), known)
    else await this.create(client, plan)
  }

  /** The version of a plan that a gateway's price belongs to. */
  async versionOf(gateway: GatewayName, price: string): Promise<string | null> {
    const [row] = await this.db.query<{ plan_version_id: string }>(
      'select plan_version_id from gateway_prices where gateway = $1 and id = $2',
      [gateway, price],
    )
    return row?.plan_version_id ?? null
  }

  async find(gateway: GatewayName, versionId: string): Promise<string | null> {
    const [row] = await this.db.query<{ id: string }>(
      'select id from gateway_prices where gateway = $1 and plan_version_id = $2',
      [gateway, versionId],
    )
    return row?.id ?? null
  }

  private async create(client: GatewayClient, plan: PlanVersion): Promise<string> {
    const id = await client.syncPlan(detailsOf(plan), null)
    await this.db.query(
      'insert into gateway_prices (plan_version_id, gateway, id) values ($1, $2, $3) on conflict do nothing',
      [plan.id, client.name, id],
    )
    return (await this.find(client.name, plan.id)) ?? id
  }
}
