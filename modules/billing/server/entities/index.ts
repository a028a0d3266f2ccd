import type { TablesOf } from '../../../platform/index.ts'
import { LedgerAccountEntity, LedgerEntryEntity, LedgerTransactionEntity } from './ledger.entities.ts'

export const billingEntities = [LedgerAccountEntity, LedgerTransactionEntity, LedgerEntryEntity]

/** Tables of the module, for `builder<BillingTables>()`. */
export type BillingTables = TablesOf<typeof billingEntities>
