import type { TablesOf } from '../../../platform/index.ts'
import { BillEntity } from './bill.entities.ts'
import { gatewayEntities } from './gateway.entities.ts'
import { InvoiceEntity, InvoiceMailEntity, InvoiceSeriesEntity, InvoiceSeriesSuffixEntity } from './invoice.entities.ts'
import { LedgerAccountEntity, LedgerEntryEntity, LedgerTransactionEntity } from './ledger.entities.ts'
import { PlanEntity, PlanVersionEntity } from './plan.entities.ts'
import { RefundRequestEntity } from './refund-request.entity.ts'
import { SubscriptionEntity, SubscriptionEventEntity } from './subscription.entities.ts'
import { BillingAccountEntity, UsageEventEntity, UsageMeterEntity } from './usage.entities.ts'

export const billingEntities = [
  LedgerAccountEntity,
  LedgerTransactionEntity,
  LedgerEntryEntity,
  RefundRequestEntity,
  PlanEntity,
  PlanVersionEntity,
  SubscriptionEntity,
  SubscriptionEventEntity,
  UsageEventEntity,
  UsageMeterEntity,
  BillingAccountEntity,
  BillEntity,
  InvoiceSeriesEntity,
  InvoiceSeriesSuffixEntity,
  InvoiceEntity,
  InvoiceMailEntity,
  ...gatewayEntities,
]

/** Tables of the module, for `builder<BillingTables>()`. */
export type BillingTables = TablesOf<typeof billingEntities>
