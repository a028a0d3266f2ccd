import {
  Badge,
  formatBytes,
  formatDateTime,
  formatNumber,
  type Tone,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import type { Backup, BackupState } from '../../contract.ts'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'

const tones: Record<BackupState, Tone> = {
  verified: 'success',
  stored: 'neutral',
  damaged: 'warning',
  torn: 'danger',
  failed: 'danger',
}

// i18n-keys: admin:backups.state.*
/** Backups, the newest first; below a failed one is the reason. */
export const BackupsTable = ({ backups }: { backups: readonly Backup[] }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  return (
    <TableBox label={t('admin:backups.title')} inCard>
      <thead>
        <tr className="border-b border-line">
          <HeadCell>{t('admin:backups.column.at')}</HeadCell>
          <HeadCell>{t('admin:backups.column.state')}</HeadCell>
          <HeadCell end>{t('admin:backups.column.files')}</HeadCell>
          <HeadCell end>{t('admin:backups.column.size')}</HeadCell>
          <HeadCell>{t('admin:backups.column.place')}</HeadCell>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {backups.map(({ id, at, state, place, files, bytes, missing, reason }) => (
          <tr key={id ?? at} data-state={state}>
            <TableCell className="whitespace-nowrap">
              <time dateTime={at}>{formatDateTime(at, locale, zone)}</time>
            </TableCell>
            <TableCell>
              <Badge tone={tones[state]}>
                {t(`admin:backups.state.${state}`, { missing: formatNumber(missing, locale) })}
              </Badge>
              {reason && <p className="mt-1 min-w-48 text-12 break-words text-muted">{reason}</p>}
            </TableCell>
            <TableCell end>{state === 'failed' ? '–' : formatNumber(files, locale)}</TableCell>
            <TableCell end className="whitespace-nowrap">
              {state === 'failed' ? '–' : formatBytes(bytes, locale)}
            </TableCell>
            <TableCell className="max-w-72 break-all">
              <bdi dir="ltr">{place}</bdi>
            </TableCell>
          </tr>
        ))}
      </tbody>
    </TableBox>
  )
}
