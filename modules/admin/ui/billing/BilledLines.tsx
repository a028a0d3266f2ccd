import type { AdminTransaction } from '../../../billing/contract.ts'
import { formatBytes, formatNumber, usePageContext, useT } from '../../../web/ui.ts'

/** Lines of a bill or an estimate: one per feature, with its cost. */
export const BilledLines = ({ lines }: { lines: AdminTransaction['lines'] }) => {
  const t = useT()
  const { locale } = usePageContext()
  return (
    <dl className="divide-y divide-line text-14">
      {lines.map(({ feature, quantity, cost }) => (
        <div key={feature} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <dt>{t(`admin:plans.feature.${feature}`)}</dt>
          <dd className="flex gap-4 tabular-nums">
            {feature !== 'flatFee' && (
              <span className="text-muted">
                {feature === 'member' ? formatNumber(quantity, locale) : formatBytes(quantity, locale)}
              </span>
            )}
            <span className="font-medium">{cost}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
