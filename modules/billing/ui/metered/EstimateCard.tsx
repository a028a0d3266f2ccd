import { Card, useData, useT } from '../../../web/ui.ts'
import type { BillingData } from '../billing-data.ts'
import { FeatureRows } from '../FeatureRows.tsx'
import { useBillingFormat } from '../useBillingFormat.ts'

/** Cost of the running period so far, by feature. */
export const EstimateCard = () => {
  const t = useT()
  const { date, time } = useBillingFormat()
  const { usage } = useData<BillingData>()
  const title = t('billing:page.estimate.title')
  if (!usage)
    return (
      <Card title={title}>
        <p className="text-muted">{t('billing:page.estimate.none')}</p>
      </Card>
    )
  const { costEstimate, amount, spending_cap, period_from, period_to, estimated_at, featureEstimates } = usage
  return (
    <Card title={title} text={t('billing:page.estimate.since', { from: date(period_from) })}>
      <p className="text-small text-muted">{t('billing:page.estimate.total')}</p>
      <p className="text-28 font-semibold tabular-nums">{costEstimate}</p>
      {spending_cap && amount >= spending_cap.amount && (
        <p className="text-small text-warning-text">{t('billing:page.estimate.capped')}</p>
      )}
      <div className="mt-3 border-y border-line">
        <FeatureRows features={Object.values(featureEstimates)} caption={title} />
      </div>
      <p className="mt-3 text-small text-muted">
        {t('billing:page.estimate.updated', { time: time(estimated_at), date: date(period_to) })}
      </p>
    </Card>
  )
}
