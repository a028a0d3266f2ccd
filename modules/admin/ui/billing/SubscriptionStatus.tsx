import type { Subscription } from '../../../billing/contract.ts'
import { Badge, type Tone, useT } from '../../../web/ui.ts'

const tones: Record<Subscription['attributes']['status'], Tone> = {
  active: 'success',
  cancelled: 'warning',
  completed: 'neutral',
  inactive: 'neutral',
}

/** State of a subscription; one whose renewal could not be charged is named so, while its gateway still tries. */
export const SubscriptionStatus = ({ subscription: { attributes } }: { subscription: Subscription }) => {
  const t = useT()
  const { status, past_due } = attributes
  if (past_due) return <Badge tone="danger">{t('billing:page.subscription.pastDue')}</Badge>
  return <Badge tone={tones[status]}>{t(`admin:subscriptions.status.${status}`)}</Badge>
}
