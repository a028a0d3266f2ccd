import type { UserBilling } from '../../../billing/contract.ts'
import { Card, formatBytes, formatNumber, Progress, usePageContext, useT } from '../../../web/ui.ts'
import { CancelSubscription } from './CancelSubscription.tsx'
import { SubscriptionStatusBadge } from './SubscriptionStatusBadge.tsx'
import { useDayFormat } from './useDayFormat.ts'
import { usePlanTexts } from './usePlanTexts.ts'

/** The plan of an account with its limits, or the free plan. */
export const UserPlanCard = ({ userId, billing }: { userId: string; billing: UserBilling }) => {
  const { subscription, limits } = billing
  const t = useT()
  const { locale } = usePageContext()
  const date = useDayFormat()
  const { price } = usePlanTexts()
  const current = subscription?.attributes.status === 'completed' ? null : subscription
  const storage = limits.max_storage_amount
  const members = limits.max_team_members
  const state = () => {
    if (!current) return t('admin:userBilling.freeText')
    const { ends_at, renews_at, is_unpaid } = current.attributes
    if (ends_at) return t('admin:userBilling.endsAt', { date: date(ends_at) })
    // The period that runs is not paid: nothing is promised until its end.
    return is_unpaid ? undefined : t('admin:userBilling.activeUntil', { date: date(renews_at) })
  }
  return (
    <Card
      title={current ? current.attributes.name : t('admin:userBilling.free')}
      text={state()}
      actions={current && <SubscriptionStatusBadge subscription={current} />}
    >
      {current && <p className="mb-4 text-20 font-semibold tabular-nums">{price(current.relationships.plan.data)}</p>}
      <div className="flex flex-col gap-4">
        <Limit
          label={t('admin:plan.storage')}
          used={formatBytes(storage.use, locale)}
          total={storage.total === null || storage.total <= 0 ? null : formatBytes(storage.total, locale)}
          percentage={storage.percentage}
          tone="warning"
        />
        <Limit
          label={t('admin:plan.members')}
          used={formatNumber(members.use, locale)}
          total={members.total < 0 ? null : formatNumber(members.total, locale)}
          percentage={members.percentage}
          tone="purple"
        />
        {current?.attributes.status === 'active' && <CancelSubscription userId={userId} subscription={current} />}
      </div>
    </Card>
  )
}

interface LimitProps {
  label: string
  used: string
  /** Null: no limit. */
  total: string | null
  percentage: number
  tone: 'warning' | 'purple'
}

const Limit = ({ label, used, total, percentage, tone }: LimitProps) => {
  const t = useT()
  const text = total === null ? t('admin:userBilling.unlimited', { used }) : t('admin:userBilling.of', { used, total })
  return (
    <div>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-14">
        <span>{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </p>
      {total !== null && <Progress label={label} value={Math.min(percentage, 100)} valueText={text} tone={tone} />}
    </div>
  )
}
