import { TrafficChart } from '../../../storage/ui.ts'
import { Card, formatBytes, usePageContext, useT } from '../../../web/ui.ts'
import type { Dashboard } from '../../contract.ts'

/**
 * Uploads and downloads of all accounts by day. Renders nothing when they could not be read; their figure has the
 * reason.
 */
export const TrafficCards = ({ disk }: { disk: Dashboard['disk'] }) => {
  const t = useT()
  const { locale } = usePageContext()
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {(['upload', 'download'] as const).map((kind) => {
        const traffic = disk[kind]
        if (!traffic) return null
        return (
          <Card
            key={kind}
            title={t(`admin:dashboard.${kind}`)}
            text={t('admin:dashboard.days', { count: traffic.records.length })}
          >
            <p className="mb-4 text-28 font-semibold tabular-nums">{formatBytes(traffic.total, locale)}</p>
            <TrafficChart kind={kind} days={traffic.records} />
          </Card>
        )
      })}
    </div>
  )
}
