import { Check, CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import {
  Button,
  formatTime,
  Icon,
  isInputDiscarded,
  Spinner,
  useFeedback,
  useLatest,
  usePageContext,
  useT,
  useUnsavedInput,
  useZone,
} from '../../../web/ui.ts'
import type { Autosave } from '../../client/autosave.store.ts'

/** Save status of a page's fields; after a failure with a retry, which also runs when the browser is online again. */
export const SaveStatus = ({ autosave }: { autosave: Autosave }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { status, savedAt } = useSnapshot(autosave.state)
  const stateOfInput = () => {
    const { status, errors } = autosave.state
    if (status === 'failed' || Object.keys(errors).length > 0) return 'unsaved'
    return status === 'saving' ? 'saving' : 'saved'
  }
  useUnsavedInput(stateOfInput, { discard: autosave.discard })
  const feedback = useFeedback()
  /** The fields are gone: tells elsewhere what could not be saved. */
  const report: { readonly current: () => void } = useLatest(() => {
    for (const text of Object.values(autosave.state.errors)) feedback.toast({ kind: 'danger', text })
    if (autosave.state.status !== 'failed') return
    const action = { label: t('users:settings.retry'), onAct: () => void autosave.retry().then(() => report.current()) }
    feedback.toast({ kind: 'danger', text: t('users:settings.notSaved'), action })
  })
  useEffect(() => {
    const send = () => void autosave.flush()
    const leave = (event: Event) => {
      if (isInputDiscarded()) return
      autosave.leave()
      if (autosave.needsPage()) event.preventDefault()
    }
    window.addEventListener('online', send)
    // `pagehide` comes when the next document has been rendered: a reloaded page would show the values before the change.
    for (const event of ['beforeunload', 'pagehide']) window.addEventListener(event, leave)
    return () => {
      window.removeEventListener('online', send)
      for (const event of ['beforeunload', 'pagehide']) window.removeEventListener(event, leave)
      void autosave.flush().then(() => report.current())
    }
  }, [autosave])
  return (
    <div role="status" className="flex min-h-9 items-center gap-1.5 text-13 whitespace-nowrap text-muted">
      {status === 'saving' && <Spinner size={16} />}
      {status === 'saved' && savedAt !== null && (
        <>
          <Icon of={Check} size={14} />
          {t('users:settings.savedAt', { time: formatTime(new Date(savedAt).toISOString(), locale, zone) })}
        </>
      )}
      {status === 'failed' && (
        <>
          <Icon of={CircleAlert} size={14} className="text-danger-text" />
          <span className="text-danger-text">{t('users:settings.notSaved')}</span>
          <Button size="sm" onClick={() => void autosave.retry()}>
            {t('users:settings.retry')}
          </Button>
        </>
      )}
    </div>
  )
}
