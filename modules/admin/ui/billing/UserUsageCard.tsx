import type { UserBilling } from '../../../billing/contract.ts'
import { Card, useT } from '../../../web/ui.ts'
import { BilledLines } from './BilledLines.tsx'
import { useDayFormat } from './useDayFormat.ts'

/** Cost so far of a metered account's running period. */
export const UserUsageCard = ({ usage }: Pick<UserBilling, 'usage'>) => {
  const t = useT()
  const date = useDayFormat()
  if (!usage)
    return (
      <Card title={t('admin:userBilling.usage')}>
        <p className="text-small text-muted">{t('admin:userBilling.notMetered')}</p>
      </Card>
    )
  const { spending_cap: cap } = usage
  const lines = Object.values(usage.featureEstimates).map(({ feature, usage: quantity, cost }) => ({
    feature,
    quantity,
    cost,
  }))
  return (
    <Card
      title={t('admin:userBilling.usage')}
      text={t('admin:userBilling.since', { date: date(usage.period_from) })}
      actions={<p className="text-20 font-semibold tabular-nums">{usage.costEstimate}</p>}
    >
      <BilledLines lines={lines} />
      {cap && usage.amount >= cap.amount && (
        <p className="mt-3 text-small text-warning-text">
          {t('web:kit.labelled', { label: t('billing:page.cap.title'), value: cap.formatted })}
        </p>
      )}
      {usage.debt.amount > 0 && (
        <p className="mt-3 text-small text-danger-text">
          {t('admin:userBilling.debt', { amount: usage.debt.formatted })}
        </p>
      )}
    </Card>
  )
}
