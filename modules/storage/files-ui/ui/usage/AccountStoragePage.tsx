import { type ReactNode, useEffect, useState } from 'react'
import { Card, call, formatBytes, useData, usePageContext, useT } from '../../../../web/ui.ts'
import { type StorageUsage, showStorage } from '../../../tree/contract.ts'
import { Capacity } from './Capacity.tsx'
import { LargestFiles } from './LargestFiles.tsx'
import { OpenUploads } from './OpenUploads.tsx'
import { TrafficChart } from './TrafficChart.tsx'
import { useItemChanges } from './useItemChanges.ts'

/** Usage and traffic of the account. */
export const AccountStoragePage = () => {
  const t = useT()
  const data = useData<StorageUsage>()
  const [usage, setUsage] = useState(data)
  useEffect(() => setUsage(data), [data])
  const changes = useItemChanges()
  useEffect(() => {
    if (changes === 0) return
    let outdated = false
    call(showStorage).then(
      ({ data }) => !outdated && setUsage(data),
      // The next change tries again.
      () => undefined,
    )
    return () => {
      outdated = true
    }
  }, [changes])
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-28 font-bold outline-none">{t('storage:page.storage')}</h1>
      <Capacity usage={usage} changes={changes} />
      <LargestFiles changes={changes} />
      <OpenUploads />
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
