import { defineEntity, p } from '@mikro-orm/core'
import { LedgerTransactionEntity } from './ledger.entities.ts'

/** A refund that an administrator requested, at the gateway of the payment; completed once the ledger has it. */
export const RefundRequestEntity = defineEntity({
  name: 'RefundRequest',
  tableName: 'refund_requests',
  checks: [{ name: 'refund_requests_amount_check', expression: 'amount > 0' }],
  indexes: [
    { name: 'refund_requests_transaction_id_index', properties: ['transactionId'] },
    {
      name: 'refund_requests_open_index',
      expression: 'create index refund_requests_open_index on refund_requests (created_at) where completed_at is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    /** The payment. */
    transactionId: p
      .manyToOne(LedgerTransactionEntity)
      .mapToPk()
      .fieldName('transaction_id')
      .deleteRule('no action')
      .updateRule('no action'),
    /** Minor units. */
    amount: p.bigint('number'),
    reason: p.text(),
    actorId: p.uuid().fieldName('actor_id'),
    ip: p.text(),
    /** Whether the plan that the payment was for ends, once all payments for its running period have been returned. */
    endsPlan: p.boolean().fieldName('ends_plan').default(false),
    /** The gateway's id of the refund; null before it answered. */
    reference: p.text().nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
    completedAt: p.datetime().columnType('timestamptz').fieldName('completed_at').nullable(),
  },
})
