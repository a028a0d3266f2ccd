import { Badge, Callout, Card, LinkButton, useSentenceSpace, useT } from '../../../web/ui.ts'
import type { CurrentSubscription } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { PlanLimits } from './PlanLimits.tsx'
import { SubscriptionButtons } from './SubscriptionButtons.tsx'

/** The plan of the account, until when it is paid, and how much of it is used. */
export const SubscriptionCard = (subscription: CurrentSubscription & { isAwaited: boolean }) => {
  const t = useT()
  const space = useSentenceSpace()
  const { date, price } = useBillingFormat()
  const { attributes, relationships } = subscription.resource
  const { is_cancelled, renews_at, ends_at, driver, past_due, next_plan } = attributes
  const plan = relationships.plan.data
  return (
    <Card
      title={t('billing:page.subscription.title')}
      actions={
        <Badge tone={past_due ? 'danger' : is_cancelled ? 'warning' : 'success'}>
          {t(`billing:page.subscription.${past_due ? 'pastDue' : is_cancelled ? 'cancelled' : 'active'}`)}
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
        {renews_at && !past_due && t('billing:page.subscription.renews', { date: date(renews_at) })}
        {space}
        {next_plan && t('billing:page.subscription.changes', { plan: next_plan })}
        {space}
        {driver !== 'system' && t('billing:page.subscription.paidBy', { gateway: t(`billing:gateway.${driver}`) })}
      </p>
      {past_due && (
        <Callout
          tone="danger"
          className="mt-4"
          title={t('billing:page.subscription.pastDueTitle')}
          actions={
            past_due.url && (
              <LinkButton variant="solid" href={past_due.url}>
                {t('billing:page.failed.retry')}
              </LinkButton>
            )
          }
        >
          {/* i18n-keys: billing:page.subscription.pastDueText, billing:page.subscription.pastDueManage */}
          {t(`billing:page.subscription.${past_due.url ? 'pastDueText' : 'pastDueManage'}`, {
            plan: attributes.name,
            gateway: t(`billing:gateway.${driver}`),
          })}
        </Callout>
      )}
      <div className="mt-5 border-t border-line pt-5">
        <PlanLimits />
      </div>
    </Card>
  )
}
