import { Card, formatBytes, formatDateTime, usePageContext, useT, useZone } from '../../../web/ui.ts'
import type { ListedLogFile } from '../../contract.ts'

/** The files of warnings and errors, to download. */
export const LogFilesCard = ({ files }: { files: readonly ListedLogFile[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  return (
    <Card title={t('admin:server.logs')} text={t('admin:server.logsText')}>
      {files.length === 0 ? (
        <p className="text-14 text-muted">{t('admin:server.noLogs')}</p>
      ) : (
        <ul className="grid gap-2">
          {files.map(({ name, bytes, at }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-4 text-14">
              <a href={`/admin/log/${name}`} download={name} className="link">
                <bdi dir="ltr">{name}</bdi>
              </a>
              <span className="text-muted">{formatBytes(bytes, locale)}</span>
              <span className="text-muted">{formatDateTime(at, locale, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
