import { formatBytes, formatDate, usePageContext, useT } from '../../../../web/ui.ts'
import type { TrafficDay } from '../../../tree/contract.ts'

/** Figures of the chart, newest day first. */
export const TrafficTable = ({ caption, days }: { caption: string; days: readonly TrafficDay[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  return (
    <table className="mt-2 w-full text-14 tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {t('storage:usage.day')}
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {t('storage:usage.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ created_at, amount }) => (
          <tr key={created_at} className="border-b border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              {formatDate(created_at, locale, 'UTC')}
            </th>
            <td className="py-1.5 text-end">{formatBytes(amount, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
