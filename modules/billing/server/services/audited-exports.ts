import type { AuditActor, Platform } from '../../../platform/index.ts'
import type { SubscriptionFilters, TransactionFilters } from '../../contract.ts'
import { subscriptionsCsv } from '../subscriptions/subscription-export.ts'
import { transactionsCsv } from './transaction-export.ts'

/** The administrators' lists as CSV, which is read while it is sent. The audit log names each export before it begins. */
export class AuditedExports {
  private readonly platform: Pick<Platform, 'db' | 'audit'>
  constructor(platform: Pick<Platform, 'db' | 'audit'>) {
    this.platform = platform
  }

  async transactions(filters: TransactionFilters, actor: AuditActor): Promise<AsyncGenerator<string>> {
    await this.platform.audit({ ...actor, action: 'billing.transactions.exported' })
    return transactionsCsv(this.platform.db, filters)
  }

  async subscriptions(filters: SubscriptionFilters, actor: AuditActor): Promise<AsyncGenerator<string>> {
    await this.platform.audit({ ...actor, action: 'billing.subscriptions.exported' })
    return subscriptionsCsv(this.platform.db, filters)
  }
}
