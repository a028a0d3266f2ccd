import type { AskConflicts } from './conflicts.ts'
import { type Backoff, createLine, defaultBackoff } from './connection.ts'
import { makeEmptyFolders } from './empty-folders.ts'
import { createIntake, type Selection } from './enqueue.ts'
import type { Journal } from './journal.ts'
import { createLimits } from './limits.ts'
import { listeners } from './listeners.ts'
import type { Notice } from './notices.ts'
import { createQueue } from './queue.ts'
import { type Outcome, sendFile } from './sender.ts'
import { createUploadState } from './state.ts'
import type { Transport } from './transport.ts'
import type { FoldersListener, Upload, UploadedListener, UploadGroup } from './types.ts'
import { emptyTally } from './types.ts'
import { createUploadApi, type UploadRoutes } from './upload.api.ts'
import { createLedger } from './upload-counters.ts'
import { createKeeper, type Tabs } from './upload-journal.ts'

export interface UploadsOptions {
  transport: Transport
  journal: Journal
  tabs: Tabs
  routes?: UploadRoutes
  backoff?: Backoff
  /** What the person has to be told. */
  tell(notice: Notice): void
  /** Asked once per drop; default: keep both. */
  askConflicts?: AskConflicts
  /** The session is gone; everything is held and written down already. */
  signedOut?(): void
  /** False for guests, who have no `GET /api/user`. */
  checkPermission?: boolean
}

/** ms until tabs are asked again whether they live. */
const secondLook = 2_000

/** The uploads of one tab: a queue across folders, with everything a panel shows and does. No React, no globals. */
export const createUploads = (options: UploadsOptions) => {
  const api = createUploadApi(options.transport, options.routes)
  const limits = createLimits(api)
  const keeper = createKeeper(options.journal, options.tabs)
  const uploaded = listeners<Parameters<UploadedListener>>()
  const foldersChanged = listeners<Parameters<FoldersListener>>()
  const total = emptyTally()
  const ledger = createLedger(total)

  const line = createLine(options.backoff ?? defaultBackoff, () => view.touch())
  const queue = createQueue({
    ledger,
    limits: limits.current,
    bundles: api.together !== null,
    changed: () => view.touch(),
    settled: (upload, outcome) => settled(upload, outcome),
    send: (upload, signal) =>
      sendFile(
        upload,
        {
          api,
          line,
          limits: limits.current,
          change: (file, deed) => {
            ledger.change(file, deed)
            view.touch()
          },
        },
        signal,
      ),
  })
  const view = createUploadState({ total, queue, line })

  /** A folder's files are all dealt with: make its empty folders, then the lists may be read again. */
  const closeGroup = async (group: UploadGroup): Promise<void> => {
    const { tally } = group
    if (group.folder === null || tally.done + tally.failed + tally.skipped < tally.files) return
    const paths = group.emptyFolders.splice(0)
    if (paths.length > 0) {
      const failed = await makeEmptyFolders(api, group.target, paths)
      if (failed > 0) options.tell({ kind: 'folders-failed', count: failed })
    }
    foldersChanged.emit(group.target)
  }

  const settled = (upload: Upload, outcome: Outcome | null): void => {
    if (outcome?.kind === 'done') {
      keeper.forget([upload.id])
      uploaded.emit(outcome.item, upload.target)
    }
    if (outcome?.kind === 'failed') {
      if (outcome.stop) queue.hold()
      options.tell({ kind: 'failed', name: upload.name, failure: outcome.failure, stopped: outcome.stop })
      if (outcome.signedOut) void keeper.flush().then(() => options.signedOut?.())
    }
    if (upload.status === 'cancelled') {
      keeper.forget([upload.id])
      if (upload.begun) void api.discard(upload.id)
    }
    if (upload.status !== 'paused') void closeGroup(upload.group)
  }

  const add = createIntake({
    api,
    line,
    limits,
    keeper,
    queue,
    ledger,
    view,
    closeGroup,
    tell: options.tell,
    askConflicts: options.askConflicts,
    checkPermission: options.checkPermission !== false,
  })

  const stopable = (upload: Upload) => !['done', 'skipped', 'cancelled'].includes(upload.status)
  const every = () => view.groups().flatMap((group) => group.uploads)

  return {
    state: view.state,
    groups: view.groups,
    add,
    onUploaded: uploaded.add,
    onFoldersChanged: foldersChanged.add,
    pause: (uploads: Upload[]) =>
      queue.stop(
        uploads.filter(({ status }) => status === 'waiting' || status === 'uploading'),
        'paused',
      ),
    /** Paused and failed files go on, ahead of those that wait. */
    resume: (uploads: Upload[]) => {
      queue.again(uploads.filter(({ status }) => status === 'paused' || status === 'failed'))
      queue.release()
    },
    pauseAll: queue.hold,
    resumeAll: () => {
      queue.again(every().filter(({ status }) => status === 'paused'))
      queue.release()
    },
    retryFailed: () => {
      queue.again(every().filter(({ status }) => status === 'failed'))
      queue.release()
    },
    cancel: (uploads: Upload[]) => {
      queue.stop(uploads.filter(stopable), 'cancelled')
      view.drop(uploads, ledger)
    },
    /** Takes finished rows out of the list. */
    remove: (uploads: Upload[]) => {
      queue.stop(uploads.filter(stopable), 'cancelled')
      view.drop(uploads, ledger)
    },
    cancelAll: () => {
      queue.stop(every().filter(stopable), 'cancelled')
      queue.release()
      view.clear(ledger)
    },
    /** Empties the list; only when nothing runs any more. */
    dismiss: () => {
      queue.stop(
        every().filter(({ status }) => status === 'failed'),
        'cancelled',
      )
      view.clear(ledger)
    },
    /** A selection that takes its time, such as a dropped folder: the panel says so until it is there. */
    reading: async <Chosen extends Selection | null>(selection: Promise<Chosen>): Promise<Chosen> => {
      view.state.reading += 1
      try {
        return await selection
      } finally {
        view.state.reading -= 1
      }
    },
    /** Looks for uploads that an earlier tab left unfinished. */
    recover: async (): Promise<void> => {
      view.state.interrupted = await keeper.interrupted()
      // A page that is being left may have answered for them; a while later only those that stay do.
      if (!keeper.foreign()) return
      await new Promise((resolve) => setTimeout(resolve, secondLook))
      view.state.interrupted = await keeper.interrupted()
    },
    /** Gives interrupted uploads up, here and on the server. */
    discardInterrupted: async (): Promise<void> => {
      const entries = keeper.leftovers()
      keeper.forget(entries.map(({ id }) => id))
      view.state.interrupted = []
      await keeper.flush()
      for (const { id } of entries) await api.discard(id)
    },
    /** Writes down at once what is still to be written; for `pagehide`. */
    flush: keeper.flush,
    /** The browser says the connection is back. */
    online: line.wake,
  }
}

export type Uploads = ReturnType<typeof createUploads>
