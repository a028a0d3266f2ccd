import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent, securityHeaders, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { attachBrowser } from '../client/browser.ts'
import type { Selection } from '../client/enqueue.ts'
import { idbJournal } from '../client/idb-journal.ts'
import type { Relay } from '../client/intent-relay.ts'
import { memoryJournal } from '../client/journal.ts'
import type { Notice } from '../client/notices.ts'
import type { UploadTarget } from '../client/types.ts'
import type { UploadRoutes } from '../client/upload.api.ts'
import { broadcastTabs } from '../client/upload-journal.ts'
import { createUploads, type Uploads } from '../client/uploads.ts'
import { xhrTransport } from '../client/xhr-transport.ts'
import type { ConflictQuestion } from './ConflictDialog.tsx'
import { UploadsContext, type UploadsContextValue } from './context.ts'
import { tellNotice } from './notices.ts'

// Loaded when there is something to show: most visits upload nothing.
const UploadPanel = lazyComponent(async () => (await import('./UploadPanel.tsx')).UploadPanel)
const ConflictDialog = lazyComponent(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

export interface UploadsEngineProps {
  /** Null for guests, of whom nothing is kept in the browser. */
  account: string | null
  guest?: UploadRoutes
  relay: Relay
}

/** Keeps the uploads of an account running while pages come and go; asks about conflicts and tells what went wrong. */
export const UploadsEngine = ({ account, guest, relay }: UploadsEngineProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const [questions, setQuestions] = useState<ConflictQuestion[]>([])

  const tell = useRef<(notice: Notice) => void>(() => {})
  tell.current = (notice) => {
    tellNotice(notice, { t, feedback, locale })
    if (notice.kind === 'failed') relay.tellFailed(notice.failure)
  }
  const leave = useRef(() => {})

  const { uploads, tabs } = useMemo(() => {
    const stored = account !== null && 'indexedDB' in window
    const tabs = stored ? broadcastTabs(account) : { own: '', living: async () => new Set(['']), close: () => {} }
    const uploads = createUploads({
      transport: xhrTransport(securityHeaders),
      journal: stored ? idbJournal(account) : memoryJournal(),
      tabs,
      tell: (notice) => tell.current(notice),
      askConflicts: (conflicts, target) =>
        new Promise((resolve) => setQuestions((others) => [...others, { conflicts, target, resolve }])),
      signedOut: () => leave.current(),
      ...(guest && { routes: guest, checkPermission: false }),
    })
    return { uploads, tabs }
  }, [account, guest])

  useEffect(() => {
    const detach = attachBrowser(uploads)
    leave.current = () => {
      // All is written down and held: leaving loses nothing, so nobody needs to be asked.
      detach()
      // It no longer drives them: the page that comes may tell so.
      tabs.close()
      if (guest) return window.location.reload()
      const { pathname, search } = window.location
      window.location.assign(`/sign-in?redirect=${encodeURIComponent(pathname + search)}`)
    }
    const stop = [uploads.onUploaded(relay.tellUploaded), uploads.onFoldersChanged(relay.tellFoldersChanged)]
    void uploads.recover()
    return () => {
      for (const end of stop) end()
      uploads.pauseAll()
      void uploads.flush()
      detach()
      tabs.close()
    }
  }, [uploads, tabs, relay, guest])

  const add = useCallback(
    async (selection: Promise<Selection | null>, target: UploadTarget | null) => {
      const chosen = await selection
      if (chosen) await uploads.add(chosen, target)
    },
    [uploads],
  )
  useEffect(
    () =>
      relay.connect(({ selection, target, dropped }) => {
        void add(dropped ? uploads.reading(selection) : selection, target)
      }),
    [relay, uploads, add],
  )
  const value = useMemo<UploadsContextValue>(() => ({ uploads, add }), [uploads, add])
  const question = questions[0]

  return (
    <UploadsContext value={value}>
      <OwnPanel uploads={uploads} onBusy={relay.tellBusy} />
      {question && (
        <ConflictDialog
          key={question.conflicts[0]?.upload.id}
          question={question}
          onAnswer={(answers) => {
            setQuestions((others) => others.filter((other) => other !== question))
            question.resolve(answers)
          }}
        />
      )}
    </UploadsContext>
  )
}

/** The panel, from the first upload on. */
const OwnPanel = ({ uploads, onBusy }: { uploads: Uploads; onBusy: Relay['tellBusy'] }) => {
  const { phase, interrupted, reading } = useSnapshot(uploads.state)
  const busy = phase === 'running' || phase === 'held' || reading > 0
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  if (phase === 'idle' && interrupted.length === 0 && reading === 0) return null
  return <UploadPanel />
}
