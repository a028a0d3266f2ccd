import { ChevronRight, CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react'
import { cx, FileIcon, formatBytes, Icon, IconButton, Progress, useT } from '../../../web/ui.ts'
import { percentOf } from '../client/state.ts'
import { isRetryable, type UploadGroup } from '../client/types.ts'
import { useUploadsContext } from './context.ts'
import { formatProgress, joinParts } from './upload-texts.ts'

interface GroupRowProps {
  group: UploadGroup
  open: boolean
  onToggle(): void
  held: boolean
  locale: string
}

/** A dropped folder as one row. Expands to show its files. */
export const GroupRow = ({ group, open, onToggle, held, locale }: GroupRowProps) => {
  const t = useT()
  const { uploads } = useUploadsContext()
  const { counters, folder, target } = group
  const name = folder ?? ''
  const finished = counters.done + counters.failed + counters.skipped >= counters.files
  const pausable = !finished && !held && counters.left > 0
  const retryable = finished && counters.failed > 0 ? group.uploads.filter(isRetryable) : []
  const button = (icon: typeof X, key: string, onClick: () => void) => (
    <IconButton size="sm" icon={icon} label={t(`storage:upload.action.${key}`, { name })} onClick={onClick} />
  )
  const text = finished
    ? joinParts(
        t('storage:upload.group.done', { count: counters.done }),
        counters.failed > 0 && t('storage:upload.group.failed', { count: counters.failed }),
        formatBytes(counters.sent, locale),
      )
    : joinParts(
        t('storage:upload.group.count', { count: counters.files, done: counters.done }),
        formatProgress(counters.sent, counters.bytes, locale, t),
      )
  return (
    <div className="flex h-full items-center gap-3 ps-4 pe-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="-ms-2 flex min-w-0 grow items-center gap-3 rounded-sm py-1.5 ps-2 text-start"
      >
        <FileIcon kind="folder" size={24} />
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-2">
            <span className="bidi-plaintext truncate text-14 font-medium">{name}</span>
            <span className="bidi-plaintext max-w-2/5 shrink-0 truncate text-12 text-muted">{target.name}</span>
            <Icon
              of={ChevronRight}
              size={14}
              className={cx(
                'shrink-0 self-center text-muted transition-transform',
                open ? 'rotate-90' : 'rtl:rotate-180',
              )}
            />
          </span>
          <span
            className={cx(
              'block truncate text-12 tabular-nums',
              counters.failed > 0 ? 'text-danger-text' : 'text-muted',
            )}
          >
            {text}
          </span>
          {!finished && (
            <Progress
              label={t('storage:upload.progressOf', { name })}
              value={percentOf(counters.sent, counters.bytes)}
              className="mt-1 h-1!"
            />
          )}
        </span>
      </button>
      <span className="flex shrink-0">
        {finished && counters.failed === 0 && (
          <>
            <Icon of={CircleCheck} size={18} className="mx-1.75 text-success-text" />
            <span className="sr-only">{t('storage:upload.status.done')}</span>
          </>
        )}
        {/* One button, which keeps the focus while its action changes. */}
        {pausable
          ? button(Pause, 'pause', () => uploads.pause(group.uploads))
          : counters.paused > 0 && counters.left === 0
            ? button(Play, 'resume', () => uploads.resume(group.uploads.filter(({ status }) => status === 'paused')))
            : finished && retryable.length > 0 && button(RotateCw, 'retry', () => uploads.resume(retryable))}
        {!finished &&
          button(X, 'cancel', () => uploads.cancel(group.uploads.filter(({ status }) => status !== 'done')))}
      </span>
    </div>
  )
}
