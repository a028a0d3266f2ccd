import { defineEntity, p } from '@mikro-orm/core'
import type { GatewayName, PaymentSource, TransactionStatus, TransactionType } from '../../contract.ts'

/**
 * Kinds of ledger accounts, by whose money they hold. `balance`: prepaid by a user, never negative. `debt`: owed by a user,
 * never positive. `sales`: earned. `bonus`: given by the installation. `gateway`: received by a payment provider. The sum
 * over all accounts of a currency is 0.
 */
export type LedgerAccountKind = 'balance' | 'debt' | 'sales' | 'bonus' | 'gateway'

/** An account of the ledger. `balance` in minor units; the database adds up its entries, and rejects other changes. */
export const LedgerAccountEntity = defineEntity({
  name: 'LedgerAccount',
  tableName: 'ledger_accounts',
  indexes: [
    {
      name: 'ledger_accounts_unique',
      expression:
        'create unique index ledger_accounts_unique on ledger_accounts (kind, user_id, gateway, currency) nulls not distinct',
    },
    {
      name: 'ledger_accounts_debt_index',
      expression:
        "create index ledger_accounts_debt_index on ledger_accounts (user_id) where kind = 'debt' and balance < 0",
    },
  ],
  checks: [
    { name: 'ledger_accounts_kind_check', expression: "kind in ('balance', 'debt', 'sales', 'bonus', 'gateway')" },
    { name: 'ledger_accounts_user_check', expression: "(user_id is not null) = (kind in ('balance', 'debt'))" },
    { name: 'ledger_accounts_gateway_check', expression: "(gateway is not null) = (kind = 'gateway')" },
    { name: 'ledger_accounts_currency_check', expression: 'length(currency) = 3' },
    {
      name: 'ledger_accounts_balance_check',
      expression: "(kind <> 'balance' or balance >= 0) and (kind <> 'debt' or balance <= 0)",
    },
  ],
  properties: {
    id: p.bigint('number').primary().columnType('bigint').autoincrement(),
    kind: p.text().$type<LedgerAccountKind>(),
    userId: p.uuid().fieldName('user_id').nullable(),
    gateway: p.text().$type<GatewayName>().nullable(),
    currency: p.text(),
    balance: p.bigint('number').default(0),
  },
})

/** A credit, charge, withdrawal or refund; a failed one has no entries. Never changed or deleted. */
export const LedgerTransactionEntity = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transactions',
  indexes: [
    { name: 'ledger_transactions_user_id_created_at_index', properties: ['userId', 'createdAt', 'id'] },
    { name: 'ledger_transactions_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'ledger_transactions_type_index', properties: ['type', 'createdAt', 'id'] },
    {
      name: 'ledger_transactions_status_index',
      expression:
        "create index ledger_transactions_status_index on ledger_transactions (status, created_at, id) where status <> 'completed'",
    },
    {
      name: 'ledger_transactions_gateway_index',
      expression:
        "create index ledger_transactions_gateway_index on ledger_transactions (gateway, created_at, id) where gateway <> 'system'",
    },
    {
      name: 'ledger_transactions_reference_index',
      expression:
        'create index ledger_transactions_reference_index on ledger_transactions (gateway, reference) where reference is not null',
    },
  ],
  uniques: [{ name: 'ledger_transactions_idempotency_key_unique', properties: ['idempotencyKey'] }],
  checks: [
    { name: 'ledger_transactions_type_check', expression: "type in ('credit', 'charge', 'withdrawal', 'refund')" },
    { name: 'ledger_transactions_status_check', expression: "status in ('completed', 'cancelled', 'error')" },
    { name: 'ledger_transactions_amount_check', expression: 'amount >= 0' },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid().fieldName('user_id'),
    type: p.text().$type<TransactionType>(),
    status: p.text().$type<TransactionStatus>(),
    currency: p.text(),
    /** Minor units. */
    amount: p.bigint('number'),
    /** Named `driver` in the API. */
    gateway: p.text().$type<PaymentSource>(),
    /** The gateway's own id of the payment. */
    reference: p.text().nullable(),
    note: p.text().nullable(),
    metadata: p.json().$type<Record<string, unknown>>().nullable(),
    idempotencyKey: p.text().fieldName('idempotency_key'),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})

/** Amount that a transaction adds to an account, in minor units; a negative amount is taken from it. */
export const LedgerEntryEntity = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  indexes: [{ name: 'ledger_entries_account_id_index', properties: ['accountId'] }],
  checks: [{ name: 'ledger_entries_amount_check', expression: 'amount <> 0' }],
  properties: {
    transactionId: p
      .manyToOne(LedgerTransactionEntity)
      .mapToPk()
      .primary()
      .fieldName('transaction_id')
      .deleteRule('no action')
      .updateRule('no action'),
    accountId: p
      .manyToOne(LedgerAccountEntity)
      .mapToPk()
      .primary()
      .fieldName('account_id')
      .deleteRule('no action')
      .updateRule('no action'),
    amount: p.bigint('number'),
  },
})
