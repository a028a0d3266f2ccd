import type { Db } from '../../../platform/index.ts'
import type { GatewayClient } from './client.ts'

/** A single one may be missing for another reason. */
const sampled = 3

const isUnknown = async (ids: readonly string[], has: (id: string) => Promise<boolean>): Promise<boolean> => {
  for (const id of ids) if (await has(id)) return false
  return ids.length > 0
}

/**
 * Forgets prices, customers and cards that the account of new credentials does not have: those of its test mode, or of
 * another account. They are created anew when they are needed. Rejects with `GatewayError`.
 */
export const forgetOtherAccount = async (db: Db, client: GatewayClient): Promise<void> => {
  const newest = async (column: string, table: string) => {
    const rows = await db.query<{ id: string }>(
      `select ${column} as id from ${table} where gateway = $1 order by created_at desc limit ${sampled}`,
      [client.name],
    )
    return rows.map(({ id }) => id)
  }
  if (await isUnknown(await newest('id', 'gateway_prices'), (id) => client.hasPlan(id)))
    await db.query('delete from gateway_prices where gateway = $1', [client.name])
  if (await isUnknown(await newest('customer', 'gateway_customers'), (id) => client.hasCustomer(id)))
    await db.transaction(async (tx) => {
      await tx.query('delete from payment_cards where gateway = $1', [client.name])
      await tx.query('delete from gateway_customers where gateway = $1', [client.name])
    })
}
