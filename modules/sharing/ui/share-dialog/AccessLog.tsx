import { ArrowDownToLine, ArrowUpFromLine, Eye } from 'lucide-react'
import { useEffect } from 'react'
import { isolate } from '../../../shared/contract.ts'
import {
  Button,
  formatBytes,
  formatDateTime,
  Icon,
  LinkButton,
  Skeleton,
  usePageContext,
  usePages,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { shareLinksApi } from '../../client/share-links.api.ts'
import type { AccessLogEntry } from '../../contract.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'
import type { ShareSectionProps } from './section-props.ts'

const icons = { opened: Eye, downloaded: ArrowDownToLine, uploaded: ArrowUpFromLine } as const

/** IPs as the server shortens them, unless the setting keeps them whole. */
const shortened = /(\.0|::)$/

/** Visits, downloads and uploads by the link, newest first. */
export const AccessLog = ({ links, link: { attributes } }: ShareSectionProps) => {
  const t = useT()
  const { token, opened, downloads } = attributes
  const load = async (cursor: string | undefined) => {
    const { data, meta } = await shareLinksApi.log(token, cursor)
    return { rows: data, next: meta.next_cursor }
  }
  // A new visit shows in the counts. It is no event: they are as old as the dialog until they are read again.
  const { rows: entries, hasMore, isLoading, error, more, retry } = usePages(load, [token, opened, downloads])
  useEffect(() => void links.refresh(), [links])

  const failed = error !== null && <ShareLoadFailed onRetry={retry} />
  if (failed && !entries) return failed
  if (!entries) return <Skeleton shape="text" count={5} />
  if (entries.length === 0) return <p className="py-6 text-center text-body text-muted">{t('sharing:log.empty')}</p>
  return (
    <>
      <ul aria-label={t('sharing:tab.log')} className="divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {failed}
      {entries.some(({ ip }) => ip && shortened.test(ip)) && (
        <p className="mt-2 text-12 text-muted">{t('sharing:log.shortened')}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {hasMore && (
          <Button size="sm" loading={isLoading} onClick={more}>
            {t('sharing:log.more')}
          </Button>
        )}
        <LinkButton size="sm" href={`/api/share/${token}/log.csv`} download data-vike="false" className="ms-auto">
          {t('sharing:log.csv')}
        </LinkButton>
      </div>
    </>
  )
}

const Entry = ({ entry }: { entry: AccessLogEntry }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const {
    action,
    item,
    bytes,
    completed,
    recipient,
    visitor,
    visitor_count: count,
    ip,
    occurred_at: occurredAt,
  } = entry
  const broken = action === 'downloaded' && !completed
  return (
    <li className="flex gap-3 py-2.5" data-action={action}>
      <Icon of={icons[action]} size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 grow text-13">
        <p className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-medium">
            {t(`sharing:log.${action}`)}
            {item && ` · ${isolate(item.name, locale)}`}
          </span>
          <time dateTime={occurredAt} className="shrink-0 text-muted tabular-nums">
            {formatDateTime(occurredAt, locale, zone)}
          </time>
        </p>
        <p className="truncate text-muted tabular-nums">
          {[
            recipient ??
              (visitor ? t('sharing:log.visitor', { name: visitor }) : t('sharing:log.moreVisitors', { count })),
            ip,
            bytes > 0 ? formatBytes(bytes, locale) : null,
            broken ? t('sharing:log.incomplete') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  )
}
