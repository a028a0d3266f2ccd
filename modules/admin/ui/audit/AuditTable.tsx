import { cx, formatDateTime, usePageContext, useT, useZone } from '../../../web/ui.ts'
import { actionText, detailLines } from '../../client/audit-actions.ts'
import { auditHref } from '../../client/audit-query.ts'
import type { AuditEntry, AuditQuery } from '../../contract.ts'
import { HeadCell, TableBox, TableCell } from '../Table.tsx'

interface Props {
  entries: readonly AuditEntry[]
  query: AuditQuery
}

/** On narrower screens, time and actor stand below the action, so that the details have room. */
const classOf = (column: string) => (column === 'time' || column === 'actor' ? 'max-xl:hidden' : undefined)

export const AuditTable = ({ entries, query }: Props) => {
  const t = useT()
  return (
    <TableBox label={t('admin:audit.title')}>
      <thead>
        <tr className="border-b border-line">
          {(['time', 'actor', 'action', 'target'] as const).map((id) => (
            <HeadCell key={id} className={classOf(id)}>
              {t(`admin:audit.column.${id}`)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} query={query} />
        ))}
      </tbody>
    </TableBox>
  )
}

const Row = ({ entry, query }: { entry: AuditEntry; query: AuditQuery }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const time = <time dateTime={entry.created_at}>{formatDateTime(entry.created_at, locale, zone)}</time>
  const actor = entry.actor ? (
    <a className="link" href={auditHref({ ...query, before: undefined, actor: entry.actor.id })}>
      {entry.actor.name}
    </a>
  ) : (
    (entry.actor_id ?? t('admin:audit.system'))
  )
  return (
    <tr data-entry={entry.id} className="align-top">
      <TableCell className={cx('whitespace-nowrap tabular-nums', classOf('time'))}>{time}</TableCell>
      <TableCell className={cx('min-w-24', classOf('actor'))}>
        {actor}
        {entry.ip && <span className="block text-12 text-muted">{entry.ip}</span>}
      </TableCell>
      <TableCell className="min-w-40 sm:min-w-52">
        {actionText(entry.action, t)}
        <code className="block text-12 break-all text-muted">{entry.action}</code>
        <span className="mt-1 block text-12 text-muted xl:hidden">
          {actor}
          <span className="block tabular-nums">{time}</span>
        </span>
      </TableCell>
      <TableCell className="w-full min-w-40 wrap-anywhere">
        {entry.person ? (
          <a className="link" href={`/admin/user/${entry.person.id}/details`}>
            {entry.person.name}
          </a>
        ) : (
          (entry.target ?? '–')
        )}
        <span className="block">
          {detailLines(entry.details).map((line) => (
            <span key={line} className="me-3 inline-block text-13 text-muted" dir="auto">
              {line}
            </span>
          ))}
        </span>
      </TableCell>
    </tr>
  )
}
