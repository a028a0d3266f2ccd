import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { useLatest } from '../useLatest.ts'
import { useFeedback } from './FeedbackContext.ts'
import type { Toast } from './feedback.ts'

const durationMs = 6_000
const durationWithActionMs = 10_000
/** Shortest remaining time after a pause. */
const minRemainingMs = 1_500

/**
 * The stack of toasts: bottom end on desktop; on phones full width above the bottom bar (--bottom-bar) and a
 * page's floating action button (--fab, its height with the margin). F8 moves the focus there, also from a modal dialog.
 */
export const ToastHost = () => {
  const feedback = useFeedback()
  const { toasts } = useSnapshot(feedback.state)
  const t = useT()
  const region = useRef<HTMLElement>(null)
  const returnTarget = useRef<Element | null>(null)
  const [paused, setPaused] = useState(false)
  const count = toasts.length
  const empty = count === 0

  // A removed toast loses hover and focus without any event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a toast is added or removed
  useEffect(() => {
    if (returnTarget.current && document.activeElement === document.body) {
      const next = region.current?.querySelector('button') ?? returnTarget.current
      if (next instanceof HTMLElement) next.focus()
    }
    setPaused(region.current?.matches(':hover, :focus-within') ?? false)
  }, [count])

  useEffect(() => {
    if (empty) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [empty])

  // A modal dialog takes the focus back by listeners of the document, which are added when it opens: later than these.
  useEffect(() => {
    const letIn = (event: FocusEvent) => {
      const to = event.type === 'focusin' ? event.target : event.relatedTarget
      if (to instanceof Node && region.current?.contains(to)) event.stopImmediatePropagation()
    }
    for (const type of ['focusin', 'focusout'] as const) document.addEventListener(type, letIn)
    return () => {
      for (const type of ['focusin', 'focusout'] as const) document.removeEventListener(type, letIn)
    }
  }, [])

  return (
    <section
      ref={region}
      data-floating
      aria-label={t('web:kit.notifications')}
      // aria-live keeps the region readable while a dialog hides the rest of the page.
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={(event) => {
        setPaused(true)
        const from = event.relatedTarget
        if (from && !region.current?.contains(from)) returnTarget.current = from
      }}
      onBlur={(event) => {
        setPaused(false)
        const to = event.relatedTarget
        if (to && !region.current?.contains(to)) returnTarget.current = null
      }}
      className="toasts"
    >
      {(toasts as readonly Toast[]).map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={paused} close={() => feedback.dismiss(toast.id)} />
      ))}
    </section>
  )
}

const ToastCard = ({ toast, paused, close }: { toast: Toast; paused: boolean; close: () => void }) => {
  const t = useT()
  const remainingMs = useRef(toast.action ? durationWithActionMs : durationMs)
  const latestClose = useLatest(close)

  useEffect(() => {
    if (paused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => latestClose.current(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(minRemainingMs, remainingMs.current - (Date.now() - startedAt))
    }
  }, [paused])

  const { action, kind, text } = toast
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className="pointer-events-auto flex animate-rise items-center gap-3 rounded-md bg-raised py-1.5 ps-3.5 pe-1.5 text-text shadow-float"
    >
      {kind !== 'neutral' && (
        <Icon
          of={kind === 'success' ? CircleCheck : CircleAlert}
          size={18}
          className={cx('shrink-0', kind === 'success' ? 'text-success-text' : 'text-danger-text')}
        />
      )}
      <p className="my-1.5 line-clamp-3 min-w-0 grow text-body break-words">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            close()
            action.onAct()
          }}
          className="h-8 shrink-0 rounded-sm px-2.5 text-14 font-semibold text-brand-text hover:bg-hover pointer-coarse:h-11"
        >
          {action.label}
        </button>
      )}
      <IconButton icon={X} size="sm" label={t('web:kit.close')} onClick={close} />
    </div>
  )
}
