import { Badge, Card, useT } from '../../../web/ui.ts'
import type { CurrentSubscription } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { Limits } from './Limits.tsx'
import { SubscriptionButtons } from './SubscriptionButtons.tsx'

/** The plan of the account, until when it is paid, and how much of it is used. */
export const SubscriptionCard = (subscription: CurrentSubscription) => {
  const t = useT()
  const { date, price } = useBillingFormat()
  const { attributes, relationships } = subscription.resource
  const { is_cancelled, renews_at, ends_at, driver } = attributes
  const plan = relationships.plan.data
  return (
    <Card
      title={t('billing:page.subscription.title')}
      actions={
        <Badge tone={is_cancelled ? 'warning' : 'success'}>
          {t(`billing:page.subscription.${is_cancelled ? 'cancelled' : 'active'}`)}
        </Badge>
      }
      footer={<SubscriptionButtons {...subscription} />}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-20 font-semibold">{attributes.name}</span>
        <span className="font-medium tabular-nums">{price(plan)}</span>
      </p>
      <p className="mt-1 text-small text-muted">
        {ends_at && t('billing:page.subscription.ends', { date: date(ends_at) })}
        {renews_at && t('billing:page.subscription.renews', { date: date(renews_at) })}{' '}
        {driver !== 'system' && t('billing:page.subscription.paidBy', { gateway: t(`billing:gateway.${driver}`) })}
      </p>
      <div className="mt-5 border-t border-line pt-5">
        <Limits />
      </div>
    </Card>
  )
}
