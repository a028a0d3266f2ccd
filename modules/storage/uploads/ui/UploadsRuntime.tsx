import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import {
  lazyComponent,
  securityHeaders,
  useFeedback,
  useLatest,
  usePageContext,
  useSessionEnded,
  useT,
} from '../../../web/ui.ts'
import { attachBrowser } from '../client/browser.ts'
import type { UploadSelection } from '../client/enqueue.ts'
import { fromFiles } from '../client/files-from-drop.ts'
import { idbJournal } from '../client/idb-journal.ts'
import type { IntentRelay } from '../client/intent-relay.ts'
import { memoryJournal } from '../client/journal.ts'
import { broadcastTabs } from '../client/open-tabs.ts'
import { discardSharedFiles, readInterruptedFiles } from '../client/shared-files.ts'
import type { UploadTarget } from '../client/types.ts'
import type { UploadNotice } from '../client/upload-notices.ts'
import { createUploads, type UploadsClient } from '../client/uploads.ts'
import { xhrTransport } from '../client/xhr-transport.ts'
import type { ConflictQuestion } from './ConflictDialog.tsx'
import { UploadsContext, type UploadsContextValue, type VisitorQueue } from './context.ts'
import { showNotice } from './show-notice.ts'

// Loaded when there is something to show: most visits upload nothing.
const UploadPanel = lazyComponent(async () => (await import('./UploadPanel.tsx')).UploadPanel)
const ConflictDialog = lazyComponent(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

interface UploadsRuntimeProps extends Partial<VisitorQueue> {
  /** Null for visitors, whose uploads are not stored in the browser. */
  account: string | null
  relay: IntentRelay
}

/** Finds interrupted uploads, and resumes uploads of files that were shared to the app, because it still has these files. */
const recover = async (uploads: UploadsClient, account: string | null): Promise<void> => {
  await uploads.recover()
  if (account === null) return
  const files = await readInterruptedFiles(account, uploads.state.interrupted).catch(() => [])
  if (files.length > 0) await uploads.add(fromFiles(files), null)
}

/** Runs the uploads of one account or link across page changes, asks about conflicts, and reports failures. */
export const UploadsRuntime = ({ account, routes, panelSlot, maxFileBytes = null, relay }: UploadsRuntimeProps) => {
  const t = useT()
  const feedback = useFeedback()
  const sessionEnded = useSessionEnded()
  const { locale } = usePageContext()
  const [questions, setQuestions] = useState<ConflictQuestion[]>([])

  const reported = useRef(new Map<string, string[]>()).current
  const notify = useRef<(notice: UploadNotice) => void>(() => {})
  notify.current = (notice) => {
    showNotice(notice, { t, feedback, locale, reported })
    if (notice.kind === 'failed') relay.notifyFailed(notice.failure)
  }
  const onSignedOut = useRef(() => {})
  const maxBytes = useLatest(maxFileBytes)

  // Created once: the queue must not depend on the props that pages pass when they are shown again.
  const [{ uploads, tabs }] = useState(() => {
    const stored = account !== null && 'indexedDB' in window
    const tabs = stored ? broadcastTabs(account) : { own: '', living: async () => new Set(['']), close: () => {} }
    const uploads = createUploads({
      transport: xhrTransport(securityHeaders),
      journal: stored ? idbJournal(account) : memoryJournal(),
      tabs,
      notify: (notice) => notify.current(notice),
      askConflicts: (conflicts, target) =>
        new Promise((resolve, reject) => setQuestions((others) => [...others, { conflicts, target, resolve, reject }])),
      signedOut: () => onSignedOut.current(),
      maxFileBytes: () => maxBytes.current,
      ...(routes && { routes, checkPermission: false }),
    })
    return { uploads, tabs }
  })

  useEffect(() => {
    const detach = attachBrowser(uploads)
    onSignedOut.current = () => void sessionEnded(uploads.retryFailed)
    const stop = [
      uploads.onUploaded(relay.notifyUploaded),
      uploads.onUploaded((_item, _target, file) => void discardSharedFiles([file]).catch(() => undefined)),
      uploads.onFoldersChanged(relay.notifyFoldersChanged),
    ]
    void recover(uploads, account)
    return () => {
      for (const end of stop) end()
      uploads.pauseAll()
      void uploads.flush()
      detach()
      tabs.close()
    }
  }, [uploads, tabs, relay, account, sessionEnded])

  const add = useCallback(
    async (selection: Promise<UploadSelection | null>, target: UploadTarget | null) => {
      const chosen = await selection
      if (chosen) await uploads.add(chosen, target)
    },
    [uploads],
  )
  useEffect(
    () =>
      relay.connect(async ({ selection, isAccepted, target, dropped }) => {
        // A file picker may be open for minutes; its files are shown at once.
        const chosen = await (dropped ? uploads.preparing(selection) : selection)
        if (chosen && (await uploads.preparing(isAccepted))) await uploads.add(chosen, target)
      }),
    [relay, uploads],
  )
  const value = useMemo<UploadsContextValue>(() => ({ uploads, add }), [uploads, add])
  const question = questions[0]
  const drop = () => setQuestions((others) => others.filter((other) => other !== question))

  return (
    <UploadsContext value={value}>
      <PanelOnDemand uploads={uploads} slot={panelSlot} onBusy={relay.notifyBusy} />
      {question && (
        <ConflictDialog
          key={question.conflicts[0]?.upload.id}
          question={question}
          onAnswer={(answers) => {
            drop()
            question.resolve(answers)
          }}
          onNotLoaded={() => {
            drop()
            question.reject()
          }}
        />
      )}
    </UploadsContext>
  )
}

/** Renders the panel from the first upload on. */
const PanelOnDemand = ({
  uploads,
  slot,
  onBusy,
}: {
  uploads: UploadsClient
  slot: UploadsRuntimeProps['panelSlot']
  onBusy: IntentRelay['notifyBusy']
}) => {
  const { phase, interrupted, preparations } = useSnapshot(uploads.state)
  const busy = phase === 'running' || phase === 'paused' || preparations > 0
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  if (phase === 'idle' && interrupted.length === 0 && preparations === 0) return null
  if (slot === undefined) return <UploadPanel />
  return slot && createPortal(<UploadPanel isInPage />, slot)
}
