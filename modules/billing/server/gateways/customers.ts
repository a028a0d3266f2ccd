import type { Db } from '../../../platform/index.ts'
import { type Account, displayName } from '../../../users/index.ts'
import type { GatewayClient } from './client.ts'
import type { GatewayName } from './gateway.ts'

/** The gateways' ids of users, who are customers there. */
export class Customers {
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
        if (customer !== customers[0]) await this.markUsed(client.name, customer)
        return customer
      }
    const { id: userId, email } = account
    const former = customers.length
    const customer = await client.createCustomer({ userId, email, name: displayName(account), former })
    // The gateway gives two concurrent requests the same customer, by the idempotency key or the email address.
    await this.db.query(
      'insert into gateway_customers (user_id, gateway, customer) values ($1, $2, $3) on conflict do nothing',
      [userId, client.name, customer],
    )
    return customer
  }

  /** The customer in the gateway account that was used last. */
  async find(gateway: GatewayName, userId: string): Promise<string | null> {
    return (await this.customersOf(gateway, userId))[0] ?? null
  }

  /** All customers of a user, first the one in the gateway account that was used last. */
  private async customersOf(gateway: GatewayName, userId: string): Promise<string[]> {
    const rows = await this.db.query<{ customer: string }>(
      'select customer from gateway_customers where gateway = $1 and user_id = $2 order by used_at desc, customer',
      [gateway, userId],
    )
    return rows.map(({ customer }) => customer)
  }

  private async markUsed(gateway: GatewayName, customer: string): Promise<void> {
    await this.db.query('update gateway_customers set used_at = now() where gateway = $1 and customer = $2', [
      gateway,
      customer,
    ])
  }

  async userOf(gateway: GatewayName, customer: string): Promise<string | null> {
    const [row] = await this.db.query<{ user_id: string }>(
      'select user_id from gateway_customers where gateway = $1 and customer = $2',
      [gateway, customer],
    )
    return row?.user_id ?? null
  }
}
