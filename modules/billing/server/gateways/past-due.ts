import type { Tx } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import type { GatewayName } from './gateway.ts'
import type { GatewaySubscription } from './gateway-client.ts'
import { planVersionName } from './subscription-versions.ts'

interface ReportedSubscription {
  gateway: GatewayName
  reported: GatewaySubscription
  userId: string
  versionId: string
}

/** Stores whether and how the running period is paid, with the renewal that is not, and notifies its user once for each renewal that failed. */
export const recordPastDue = async (
  tx: Tx,
  { gateway, reported, userId, versionId }: ReportedSubscription,
): Promise<void> => {
  const { pastDue, isUnpaid, isPaidByCredit } = reported
  const { key = null, url = null } = pastDue ?? {}
  const [stored] = await tx.query<{ past_due: string | null }>(
    'select past_due from gateway_subscriptions where gateway = $1 and id = $2 for update',
    [gateway, reported.id],
  )
  await tx
    .builder<BillingTables>()
    .updateTable('gateway_subscriptions')
    .set({ past_due: key, payment_url: url, is_unpaid: isUnpaid, is_paid_by_credit: isPaidByCredit })
    .where('gateway', '=', gateway)
    .where('id', '=', reported.id)
    .execute()
  if (key === null || key === stored?.past_due) return
  const plan = await planVersionName(tx, versionId)
  tx.emit('billing.renewal.failed', { userId, plan })
}
