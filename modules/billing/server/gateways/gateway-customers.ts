import { sql } from 'kysely'
import type { Db } from '../../../platform/index.ts'
import { type Account, displayName } from '../../../users/index.ts'
import { cardGateway } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewayClient } from './gateway-client.ts'

/** A customer who began to store a card is compared for this long. */
const cardFor = '7 days'

/** The gateways' ids of users, who are customers there. */
export class GatewayCustomers {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * The gateway's id of a user, who is made a customer if the gateway account has none. Test mode, and each gateway account
   * whose credentials were used before, has a customer of its own.
   */
  async ensure(client: GatewayClient, account: Account): Promise<string> {
    const customers = await this.customersOf(client.name, account.id)
    for (const customer of customers)
      if (await client.hasCustomer(customer)) {
        await this.markUsed(client.name, customer)
        return customer
      }
    const { id: userId, email } = account
    const former = customers.length
    const customer = await client.createCustomer({ userId, email, name: displayName(account), former })
    // The gateway gives two concurrent requests the same customer, by the idempotency key or the email address.
    await this.db
      .builder<BillingTables>()
      .insertInto('gateway_customers')
      .values({ user_id: userId, gateway: client.name, customer })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return customer
  }

  /** The customer in the gateway account that was used last. */
  async find(gateway: GatewayName, userId: string): Promise<string | null> {
    return (await this.customersOf(gateway, userId))[0] ?? null
  }

  /** All customers of a user, first the one in the gateway account that was used last. */
  private async customersOf(gateway: GatewayName, userId: string): Promise<string[]> {
    const rows = await this.db
      .builder<BillingTables>()
      .selectFrom('gateway_customers')
      .select('customer')
      .where('gateway', '=', gateway)
      .where('user_id', '=', userId)
      .orderBy('used_at', 'desc')
      .orderBy('customer')
      .execute()
    return rows.map(({ customer }) => customer)
  }

  /**
   * A page of customers whose cards may have changed: those with cards, and metered ones who may have stored their first card
   * without its webhook. `id` is the user's.
   */
  toCompare(gateway: GatewayName, after: string, limit: number): Promise<{ id: string; customer: string }[]> {
    return this.db.query(
      `select distinct on (user_id) user_id as id, customer from gateway_customers c
       where gateway = $1 and ($2 = '' or user_id > nullif($2, '')::uuid)
       and (exists (select 1 from payment_cards p where p.user_id = c.user_id and p.gateway = c.gateway)
         or ($3 and used_at > now() - interval '${cardFor}' and exists (
           select 1 from subscriptions s join plan_versions v on v.id = s.plan_version_id
           where s.user_id = c.user_id and s.status in ('active', 'cancelled') and v.meters is not null)))
       order by user_id, used_at desc, customer limit $4`,
      [gateway, after, gateway === cardGateway, limit],
    )
  }

  private async markUsed(gateway: GatewayName, customer: string): Promise<void> {
    await this.db
      .builder<BillingTables>()
      .updateTable('gateway_customers')
      .set({ used_at: sql<Date>`now()` })
      .where('gateway', '=', gateway)
      .where('customer', '=', customer)
      .execute()
  }

  async userOf(gateway: GatewayName, customer: string): Promise<string | null> {
    const row = await this.db
      .builder<BillingTables>()
      .selectFrom('gateway_customers')
      .select('user_id')
      .where('gateway', '=', gateway)
      .where('customer', '=', customer)
      .executeTakeFirst()
    return row?.user_id ?? null
  }
}
