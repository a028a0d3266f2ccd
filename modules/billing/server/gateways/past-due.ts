import type { Tx } from '../../../platform/index.ts'
import type { GatewaySubscription } from './client.ts'
import type { GatewayName } from './gateway.ts'
import { planName } from './subscription-versions.ts'

interface Found {
  gateway: GatewayName
  found: GatewaySubscription
  userId: string
  versionId: string
}

/** Stores the unpaid renewal of a subscription, and notifies its user once for each renewal that failed. */
export const notePastDue = async (tx: Tx, { gateway, found, userId, versionId }: Found): Promise<void> => {
  const { key = null, url = null } = found.pastDue ?? {}
  const [known] = await tx.query<{ past_due: string | null }>(
    'select past_due from gateway_subscriptions where gateway = $1 and id = $2 for update',
    [gateway, found.id],
  )
  const setPastDue = 'update gateway_subscriptions set past_due = $3, payment_url = $4 where gateway = $1 and id = $2'
  await tx.query(setPastDue, [gateway, found.id, key, url])
  if (key === null || key === known?.past_due) return
  const plan = await planName(tx, versionId)
  tx.emit('billing.renewal.failed', { userId, plan })
}
