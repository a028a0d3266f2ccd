import { Card, useData, useT } from '../../../web/ui.ts'
import type { ServerPageData } from '../../contract.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { HealthCard } from '../dashboard/HealthCard.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { LogFilesCard } from './LogFilesCard.tsx'

/** Health, backups, log files, and the read-only configuration that the environment sets. */
export const ServerPage = () => {
  const t = useT()
  const { health, backups, config, logs } = useData<ServerPageData>()
  return (
    <>
      <AdminHeading title={t('admin:settings.tab.server')} />
      <HealthCard initial={health} />
      <BackupsCard initial={backups} />
      <LogFilesCard files={logs} />
      <Card title={t('admin:server.environment')} text={t('admin:server.environmentText')}>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {Object.entries(config.environment).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="font-mono text-12 text-muted">{name}</dt>
              <dd className="text-14 break-words">
                {value === null ? t('admin:server.notSet') : <bdi dir="ltr">{value}</bdi>}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}
