import { Migration } from '@mikro-orm/migrations'

const indexes: Record<string, string> = {
  ledger_transactions_type_index: 'ledger_transactions (type, created_at, id)',
  // Rare ones only: nearly all transactions are completed, and most of a metered installation are its own.
  ledger_transactions_status_index: `ledger_transactions (status, created_at, id) where status <> 'completed'`,
  ledger_transactions_driver_index: `ledger_transactions (driver, created_at, id) where driver <> 'system'`,
  subscriptions_status_index: 'subscriptions (status, created_at, id)',
}

/** Filters of the administrators' lists. */
export class Migration20261125001200_billing_list_indexes extends Migration {
  override up(): void {
    for (const [name, columns] of Object.entries(indexes)) this.addSql(`create index ${name} on ${columns}`)
  }

  override down(): void {
    for (const name of Object.keys(indexes)) this.addSql(`drop index ${name}`)
  }
}
