import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, CircleMinus, Pause, Play, RotateCw, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { cx, formatNumber, Icon, IconButton, ProgressRing, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { useUploadsContext } from './context.ts'
import { formatLeft, formatProgress, formatSpeed, joinParts } from './upload-texts.ts'

interface PanelHeaderProps {
  open: boolean
  /** The list opens below; otherwise the panel is at the bottom of the window and grows upwards. */
  opensDown: boolean
  onToggle: () => void
}

/** Total progress, counts, speed and remaining time; pause, retry and cancel for all. */
export const PanelHeader = ({ open, opensDown, onToggle }: PanelHeaderProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const { uploads } = useUploadsContext()
  const { phase, counters, percent, speed, secondsLeft, offline } = useSnapshot(uploads.state)
  const running = phase === 'running'
  const finished = phase === 'finished'
  const files = counters.files - counters.skipped

  const failed = counters.failed > 0
  // Computed only where a button depends on it: there may be ten thousand files.
  const offersRetry = !running && uploads.canRetry()
  const allSkipped = finished && !failed && counters.done === 0 && counters.skipped > 0

  const title = finished
    ? failed
      ? t('storage:upload.title.failed', { count: counters.failed })
      : allSkipped
        ? t('storage:upload.title.skipped', { count: counters.skipped })
        : t('storage:upload.title.done', { count: counters.done })
    : t(phase === 'paused' ? 'storage:upload.title.paused' : 'storage:upload.title.running', {
        count: files,
        done: formatNumber(counters.done, locale),
      })
  const text = finished
    ? joinParts(
        failed && t('storage:upload.title.done', { count: counters.done }),
        counters.skipped > 0 && !allSkipped && t('storage:upload.title.skipped', { count: counters.skipped }),
      )
    : offline
      ? t('storage:upload.status.offline')
      : joinParts(
          running && secondsLeft !== null && formatLeft(secondsLeft, locale, t),
          formatProgress(counters.sent, counters.bytes, locale, t),
          running && speed !== null && speed > 0 && formatSpeed(speed, locale, t),
        )

  const close = async () => {
    if (finished) return uploads.dismiss()
    const sure = await feedback.confirm({
      title: t('storage:upload.cancelAll.title', { count: files - counters.done }),
      body: t('storage:upload.cancelAll.body'),
      confirmLabel: t('storage:upload.cancelAll.confirm'),
      cancelLabel: t('storage:upload.cancelAll.back'),
      danger: true,
    })
    if (sure) uploads.cancelAll()
  }

  const retry = { icon: RotateCw, label: t('storage:upload.retryAll'), onClick: uploads.retryFailed }
  // One button, which keeps the focus while its action changes.
  const main = running
    ? { icon: Pause, label: t('storage:upload.pauseAll'), onClick: uploads.pauseAll }
    : phase === 'paused'
      ? { icon: Play, label: t('storage:upload.resumeAll'), onClick: uploads.resumeAll }
      : offersRetry && retry

  return (
    <header className="flex min-h-14 items-center gap-3 py-1.5 ps-4 pe-2">
      {finished ? (
        <Icon
          of={failed ? CircleAlert : allSkipped ? CircleMinus : CircleCheck}
          size={20}
          className={cx('shrink-0', failed ? 'text-danger-text' : allSkipped ? 'text-muted' : 'text-success-text')}
        />
      ) : (
        <ProgressRing
          label={t('storage:upload.total')}
          value={percent}
          tone={offline ? 'warning' : 'brand'}
          valueText={`${percent}%`}
        />
      )}
      <div className="min-w-0 grow">
        <h2 className="truncate text-14 font-semibold">{title}</h2>
        {text && <p className="truncate text-12 text-muted tabular-nums">{text}</p>}
      </div>
      <div className="flex shrink-0">
        {main && <IconButton size="sm" {...main} />}
        {offersRetry && !finished && <IconButton size="sm" {...retry} />}
        <IconButton
          size="sm"
          icon={open === opensDown ? ChevronUp : ChevronDown}
          label={t(open ? 'storage:upload.collapse' : 'storage:upload.expand')}
          aria-expanded={open}
          onClick={onToggle}
        />
        <IconButton
          size="sm"
          icon={X}
          label={t(finished ? 'storage:upload.dismiss' : 'storage:upload.cancelAll.confirm')}
          onClick={() => void close()}
        />
      </div>
    </header>
  )
}
