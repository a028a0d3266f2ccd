import { ChevronDown, ChevronUp, CircleAlert, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  cx,
  errorToast,
  formatNumber,
  Icon,
  IconButton,
  Spinner,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { isRetriable, isRunning, type RemoteStore } from '../client/remote.store.ts'
import { RemoteList } from './RemoteList.tsx'

/** Sums of the counters of all batches. */
const countersOf = (
  batches: readonly { attributes: { progress: { processed: number; total: number; failed: number } } }[],
) =>
  batches.reduce(
    (sum, { attributes: { progress } }) => ({
      processed: sum.processed + progress.processed,
      total: sum.total + progress.total,
      failed: sum.failed + progress.failed,
    }),
    { processed: 0, total: 0, failed: 0 },
  )

/**
 * The remote-upload bar: a pill at the bottom of every page. Expands to a list of links with their
 * state.
 */
export const RemoteBar = ({ remote }: { remote: RemoteStore }) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const { batches } = useSnapshot(remote.state)
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const counters = countersOf(batches)
  const running = isRunning(batches)
  const retriable = !running && batches.some(({ attributes }) => attributes.urls.some(isRetriable))

  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--remote-bar', `${(entry?.contentRect.height ?? 0) + 8}px`),
    )
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--remote-bar')
    }
  }, [])

  const showError = (error: unknown) => feedback.toast(errorToast(error, t))
  const retryAll = () => {
    for (const { id, attributes } of batches) if (attributes.urls.some(isRetriable)) remote.retry(id).catch(showError)
  }
  const close = async () => {
    const confirmed =
      !running ||
      (await feedback.confirm({
        title: t('storage:remote.cancelAll.title', { count: counters.total - counters.processed }),
        body: t('storage:remote.cancelAll.body'),
        confirmLabel: t('storage:remote.cancelAll.confirm'),
        cancelLabel: t('storage:remote.cancelAll.back'),
        danger: true,
      }))
    if (confirmed) for (const { id } of batches) remote.cancel(id).catch(showError)
  }
  const values = { processed: formatNumber(counters.processed, locale), total: formatNumber(counters.total, locale) }
  const failed = counters.failed > 0 && t('storage:remote.failed', { number: formatNumber(counters.failed, locale) })
  const text = running
    ? t('storage:remote.running', values)
    : t('storage:remote.failedLinks', { count: counters.failed })
  const buttonStyle = running ? 'text-on-brand! hover:bg-current/15!' : ''

  return (
    <section
      ref={bar}
      data-remote-bar={running ? 'running' : 'finished'}
      aria-label={t('storage:remote.bar')}
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 max-xl:bottom-[calc(1rem+var(--dock,0px))] mx-auto flex w-104 max-w-[calc(100vw-1rem)] flex-col items-center gap-2 phone:bottom-[calc(0.5rem+var(--bottom-bar,0px)+var(--dock,0px)+var(--fab,0px)+env(safe-area-inset-bottom))] *:pointer-events-auto"
    >
      {open && (
        <div className="w-full animate-rise overflow-hidden rounded-lg bg-raised text-text shadow-float">
          <RemoteList remote={remote} showError={showError} />
        </div>
      )}
      <div
        className={cx(
          'flex max-w-full min-h-11 items-center gap-1 rounded-full py-1 ps-4 pe-1.5 shadow-float',
          running ? 'bg-brand-solid text-on-brand' : 'bg-raised text-text',
        )}
      >
        {running ? (
          <Spinner label={t('storage:remote.bar')} className="text-on-brand!" />
        ) : (
          <Icon of={CircleAlert} size={18} className="text-danger-text" />
        )}
        <p
          role="status"
          className="min-w-0 px-2 text-14 font-semibold text-balance tabular-nums phone:leading-snug sm:truncate"
        >
          {text}
          {running && failed && `, ${failed}`}
        </p>
        {retriable && <IconButton size="sm" icon={RotateCw} label={t('storage:remote.retryAll')} onClick={retryAll} />}
        <IconButton
          size="sm"
          className={buttonStyle}
          icon={open ? ChevronDown : ChevronUp}
          label={t(open ? 'storage:remote.collapse' : 'storage:remote.expand')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <IconButton
          size="sm"
          className={buttonStyle}
          icon={X}
          label={t(running ? 'storage:remote.cancelAll.confirm' : 'storage:remote.dismiss')}
          onClick={() => void close()}
        />
      </div>
    </section>
  )
}
