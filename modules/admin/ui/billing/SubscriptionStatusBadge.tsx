import type { Subscription } from '../../../billing/contract.ts'
import { Badge, type Tone, useT } from '../../../web/ui.ts'

const tones: Record<Subscription['attributes']['status'], Tone> = {
  active: 'success',
  cancelled: 'warning',
  completed: 'neutral',
  inactive: 'neutral',
}

/** Status of a subscription, with a name of its own while the gateway retries a renewal that it could not charge. */
export const SubscriptionStatusBadge = ({ subscription: { attributes } }: { subscription: Subscription }) => {
  const t = useT()
  const { status, past_due } = attributes
  if (past_due) return <Badge tone="danger">{t('billing:page.subscription.pastDue')}</Badge>
  return <Badge tone={tones[status]}>{t(`admin:subscriptions.status.${status}`)}</Badge>
}
