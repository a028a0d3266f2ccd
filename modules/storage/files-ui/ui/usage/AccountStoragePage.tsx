import { type ReactNode, useEffect } from 'react'
import { Card, call, formatBytes, useData, useLoad, usePageContext, useT } from '../../../../web/ui.ts'
import { type StorageUsage, showStorage } from '../../../tree/contract.ts'
import { Capacity } from './Capacity.tsx'
import { LargestFiles } from './LargestFiles.tsx'
import { OfflineCard } from './OfflineCard.tsx'
import { OpenUploads } from './OpenUploads.tsx'
import { TrafficChart } from './TrafficChart.tsx'
import { useItemChanges } from './useItemChanges.ts'

/** Usage and traffic of the account. */
export const AccountStoragePage = () => {
  const t = useT()
  const pageUsage = useData<StorageUsage>()
  const changes = useItemChanges()
  const load = async (signal: AbortSignal) => (await call(showStorage, { signal })).data
  // After a failure the figures stay, and the next change loads again.
  const { data: newUsage, setData: setNewUsage } = useLoad(changes === 0 ? null : load, [changes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: data of the page that were loaded again are newer
  useEffect(() => setNewUsage(null), [pageUsage, setNewUsage])
  const usage = newUsage ?? pageUsage
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-28 font-bold outline-none">{t('storage:page.storage')}</h1>
      <Capacity usage={usage} changes={changes} />
      <LargestFiles changes={changes} />
      <OpenUploads />
      <OfflineCard />
      <TrafficCards usage={usage} />
    </div>
  )
}

/** The same figures of another account. `children`: below its usage. */
export const StorageUsageCards = ({ usage, children }: { usage: StorageUsage; children?: ReactNode }) => (
  <>
    <Capacity usage={usage} own={false} />
    {children}
    <TrafficCards usage={usage} />
  </>
)

const TrafficCards = ({ usage }: { usage: StorageUsage }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { chart, upload, download } = usage.meta.traffic
  return (
    <>
      {(
        [
          ['upload', upload, chart.upload],
          ['download', download, chart.download],
        ] as const
      ).map(([kind, total, days]) => (
        <Card
          key={kind}
          title={t(`storage:usage.${kind}.title`)}
          text={t('storage:usage.days', { count: days.length })}
        >
          <p className="mb-4 text-28 font-semibold tabular-nums">{formatBytes(total, locale)}</p>
          <TrafficChart kind={kind} days={days} />
        </Card>
      ))}
    </>
  )
}
