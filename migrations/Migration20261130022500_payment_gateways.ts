import { Migration } from '@mikro-orm/migrations'

const tables = ['ledger_transactions', 'subscriptions'] as const
const index = (column: string) => `ledger_transactions_${column}_index`

/** `driver` is the gateway that moved the money or charges for the subscription, and other tables call it `gateway`. */
export class Migration20261130022500_payment_gateways extends Migration {
  override up(): void {
    this.rename('driver', 'gateway')
  }

  override down(): void {
    this.rename('gateway', 'driver')
  }

  private rename(from: string, to: string): void {
    for (const table of tables) this.addSql(`alter table ${table} rename column ${from} to ${to}`)
    this.addSql(`alter index ${index(from)} rename to ${index(to)}`)
  }
}
