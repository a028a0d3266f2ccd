import { Progress, useData, useT } from '../../../web/ui.ts'
import type { BillingData } from '../billing-data.ts'
import { useBillingFormat } from '../useBillingFormat.ts'

/** How much of the plan's storage and members is used; without a limit there is no bar. */
export const PlanLimits = () => {
  const t = useT()
  const { bytes } = useBillingFormat()
  const { storage, members } = useData<BillingData>()
  return (
    <dl className="grid gap-5 sm:grid-cols-2 sm:gap-8">
      <Limit
        label={t('billing:page.subscription.storage')}
        text={
          storage.total
            ? t('billing:page.subscription.storageUse', { use: bytes(storage.use), total: bytes(storage.total) })
            : t('billing:page.subscription.storageUnlimited', { use: bytes(storage.use) })
        }
        tone={storage.total !== null && storage.use >= storage.total ? 'danger' : 'warning'}
        value={storage.use}
        max={storage.total ?? 0}
      />
      <Limit
        label={t('billing:page.subscription.members')}
        text={
          members.total < 0
            ? t('billing:page.subscription.membersUnlimited')
            : t('billing:page.subscription.membersUse', { use: members.use, count: members.total })
        }
        tone="purple"
        value={members.use}
        max={members.total}
      />
    </dl>
  )
}

interface LimitProps {
  label: string
  text: string
  tone: 'warning' | 'danger' | 'purple'
  value: number
  /** Not above 0: no bar. */
  max: number
}

const Limit = ({ label, text, tone, value, max }: LimitProps) => (
  <div>
    <dt className="text-small text-muted">{label}</dt>
    <dd className="mt-0.5">
      <p className="font-medium tabular-nums">{text}</p>
      {max > 0 && <Progress label={label} value={value} max={max} valueText={text} tone={tone} className="mt-2.5" />}
    </dd>
  </div>
)
