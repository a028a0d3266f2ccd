import { CloudUpload } from 'lucide-react'
import { formatLocale } from '../../../../shared/contract.ts'
import { Callout, Card, cx, EmptyState, formatBytes, LinkButton, usePageContext, useT } from '../../../../web/ui.ts'
import { type StorageUsage, type UsageKind, usageKinds } from '../../../tree/contract.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { TrashUsage } from './TrashUsage.tsx'

const colors: Record<UsageKind, string> = {
  images: 'bg-success',
  videos: 'bg-danger',
  audios: 'bg-warning',
  documents: 'bg-info',
  others: 'bg-purple',
}

interface Props {
  usage: StorageUsage
  /** Changes of items that the page has heard of: after each the trash is counted again. */
  changes?: number
  /** False: an administrator looks at it; nothing speaks to the owner or leads to the reader's own files. */
  own?: boolean
}

/** Used bytes by kind and the quota; the rest of the bar is free. */
export const Capacity = ({ usage, changes = 0, own = true }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const { used, capacity, percentage } = usage.attributes
  const bytes = (size: number) => formatBytes(size, locale)
  const percent = (share: number) =>
    new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 1 }).format(share / 100)
  const least = 0.1
  /** The server's shares have two decimals: a small file has 0. */
  const shareOf = (share: number, size = share) => (size > 0 && share < least ? `<${percent(least)}` : percent(share))
  const kinds = usageKinds
    .map((kind) => ({ kind, ...usage.meta[kind] }))
    .filter((kind) => kind.used > 0)
    .sort((a, b) => b.used - a.used)
  const over = capacity !== null && used > capacity
  return (
    <Card title={t('storage:usage.title')}>
      {over && (
        <Callout
          tone="danger"
          title={t(own ? 'storage:usage.over.title' : 'storage:usage.over.ofAccount.title')}
          className="mb-5"
        >
          {t(own ? 'storage:usage.over.text' : 'storage:usage.over.ofAccount.text', { excess: bytes(used - capacity) })}
        </Callout>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={cx('text-28 font-semibold tabular-nums', over && 'text-danger-text')}>{bytes(used)}</span>
        <span className="text-small text-muted">
          {capacity === null
            ? t('storage:usage.used')
            : t('storage:usage.of', { capacity: bytes(capacity), percent: shareOf(percentage, used) })}
        </span>
      </p>
      {(used > 0 || capacity !== null) && (
        <div aria-hidden="true" data-edge className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full bg-n4">
          {kinds.map(({ kind, used: size }) => (
            <div
              key={kind}
              data-kind={kind}
              data-tip={`${t(`storage:usage.kind.${kind}`)}: ${bytes(size)}`}
              className={cx('min-w-1 forced-color-adjust-none', colors[kind])}
              style={{ flex: `${size} 0 0` }}
            />
          ))}
          {capacity !== null && capacity > used && <div data-kind="empty" style={{ flex: `${capacity - used} 0 0` }} />}
        </div>
      )}
      {used === 0 ? (
        <EmptyState
          icon={CloudUpload}
          title={t('storage:usage.empty.title')}
          {...(own && {
            text: t('storage:usage.empty.text'),
            actions: (
              <LinkButton href={hrefOf({ section: 'files', id: null })}>{t('storage:usage.empty.open')}</LinkButton>
            ),
          })}
          className="pt-10 pb-4"
        />
      ) : (
        <>
          <ul className="mt-5 grid grid-cols-1 gap-x-8 sm:grid-cols-2">
            {kinds.map(({ kind, used: size, percentage: share }) => (
              <li key={kind} className="flex min-h-9 items-center gap-2.5 text-14">
                <span
                  aria-hidden="true"
                  className={cx('size-2.5 shrink-0 rounded-full forced-color-adjust-none', colors[kind])}
                />
                <span className="grow truncate">{t(`storage:usage.kind.${kind}`)}</span>
                <span className="tabular-nums">{bytes(size)}</span>
                <span className="w-14 text-end text-muted tabular-nums">{shareOf(share, size)}</span>
              </li>
            ))}
          </ul>
          {own && <TrashUsage changes={changes} whole={capacity ?? used} percent={shareOf} />}
        </>
      )}
    </Card>
  )
}
