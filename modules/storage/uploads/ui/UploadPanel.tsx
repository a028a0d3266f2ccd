import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { cx, ErrorBoundary, Progress, Spinner, useListFocus, usePhone, useT } from '../../../web/ui.ts'
import { useUploadsContext } from './context.ts'
import { Interrupted } from './Interrupted.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { UploadAnnouncer } from './UploadAnnouncer.tsx'
import { UploadList } from './UploadList.tsx'

/** Time in ms for which uploads without problems stay shown. Afterwards the list of files tells the same. */
const shownWhenDoneMs = 10_000

const floatingStyle = cx(
  'z-30 bg-raised sm:fixed sm:end-[calc(1rem+env(safe-area-inset-right))] sm:bottom-4 sm:w-104 sm:animate-rise sm:rounded-lg sm:shadow-float',
  'phone:fixed phone:inset-x-0 phone:bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))] phone:border-t phone:border-line',
)

/**
 * The uploads of this tab: docked at the bottom end of the window, on phones a strip above the bottom bar. Renders
 * nothing while there is nothing to show. Toasts, and on phones the page, stay above it (`--dock`, its height).
 * `isInPage`: part of the page instead, which lists the files itself. It then stays until it is closed, because the content
 * below would move.
 */
export const UploadPanel = ({ isInPage = false }: { isInPage?: boolean }) => {
  const t = useT()
  const { uploads } = useUploadsContext()
  const { phase, interrupted, percent, preparations, counters, tick } = useSnapshot(uploads.state)
  const phone = usePhone()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [held, setHeld] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const files = useRef<HTMLDivElement>(null)
  const keepFocus = useListFocus(files, 'header, li')
  const isPreparing = preparations > 0 && (phase === 'idle' || phase === 'finished')
  const shown = phase !== 'idle' || isPreparing || interrupted.length > 0
  const open = wanted ?? (isInPage ? counters.failed > 0 : !phone)

  useEffect(() => {
    const { current } = panel
    const { style } = document.documentElement
    if (!current || !shown || isInPage) return
    const observer = new ResizeObserver(() => style.setProperty('--dock', `${current.offsetHeight + 8}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--dock')
    }
  }, [shown, isInPage])

  const isStarted = shown && phase !== 'finished'
  useEffect(() => {
    if (isInPage && isStarted) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isInPage, isStarted])

  const isDone = phase === 'finished' && counters.failed === 0 && counters.skipped === 0 && interrupted.length === 0
  useEffect(() => {
    if (!isDone || held || isInPage) return
    const timer = setTimeout(uploads.dismiss, shownWhenDoneMs)
    return () => clearTimeout(timer)
  }, [isDone, held, isInPage, uploads])

  return (
    <>
      <UploadAnnouncer />
      {shown && (
        <section
          ref={panel}
          aria-label={t('storage:upload.panel')}
          data-upload-panel={phase}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className={cx(
            'flex flex-col overflow-hidden text-text',
            isInPage ? 'mt-4 scroll-mb-32 rounded-lg border border-line bg-surface' : floatingStyle,
          )}
        >
          <ErrorBoundary>
            <Interrupted />
            {isPreparing && (
              <p className="flex min-h-14 items-center gap-3 px-4 text-14 font-semibold">
                <Spinner label={t('storage:upload.preparing')} />
                <span aria-hidden="true">{t('storage:upload.preparing')}</span>
              </p>
            )}
            {phase !== 'idle' && (
              // A focused button may disappear with each `tick`.
              <div ref={files} data-tick={tick} {...keepFocus}>
                <PanelHeader open={open} opensDown={isInPage} onToggle={() => setWanted(!open)} />
                {!open && phase !== 'finished' && (
                  <Progress label={t('storage:upload.total')} value={percent} className="h-1! rounded-none!" />
                )}
                {open && (
                  <div className="border-t border-line">
                    <UploadList />
                  </div>
                )}
              </div>
            )}
          </ErrorBoundary>
        </section>
      )}
    </>
  )
}
