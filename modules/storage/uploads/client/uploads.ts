import { failsAllFiles, isBeyondLimits } from './classify-response.ts'
import type { AskConflicts } from './conflicts.ts'
import { createListeners } from './create-listeners.ts'
import { makeEmptyFolders } from './empty-folders.ts'
import { createEnqueue } from './enqueue.ts'
import { createGroupFolders } from './group-folders.ts'
import type { Journal } from './journal.ts'
import { createNameCheck } from './name-check.ts'
import type { OpenTabs } from './open-tabs.ts'
import { type FailedOutcome, type SendOutcome, sendUpload } from './sender.ts'
import { createUploadState } from './state.ts'
import type { Transport } from './transport.ts'
import type { FoldersListener, Upload, UploadedListener, UploadGroup } from './types.ts'
import { emptyCounters, isRetryable } from './types.ts'
import { createUploadApi, type UploadRoutes } from './upload.api.ts'
import { createConnection, defaultBackoff, type RetryBackoff } from './upload-connection.ts'
import { createCounterTracker } from './upload-counters.ts'
import { createUploadJournal } from './upload-journal.ts'
import { createUploadLimits } from './upload-limits.ts'
import type { UploadNotice } from './upload-notices.ts'
import { createQueue } from './upload-queue.ts'

export interface UploadsOptions {
  transport: Transport
  journal: Journal
  tabs: OpenTabs
  routes?: UploadRoutes
  backoff?: RetryBackoff
  /** Reports something to the person. */
  notify(notice: UploadNotice): void
  /** Called once per selection. Default: keep both. */
  askConflicts?: AskConflicts
  /** The session has ended; the queue is paused and the journal is written. */
  signedOut?(): void
  /** False for anonymous visitors, who cannot call `GET /api/user`. */
  checkPermission?: boolean
  /** Maximum bytes of a file, where the target accepts less than the server; null: no such limit. */
  maxFileBytes?(): number | null
}

/** Delay until the server is asked for the bytes of a stopped file: it learns of the stop a moment later. */
const keptBytesDelayMs = 400
/** Time that a file waits for the limits. They are a hint, the server decides: a lost connection must not hold a file up. */
const limitsTimeoutMs = 3_000
const timeoutOrAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, limitsTimeoutMs)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
/** Delay until other tabs are asked again whether they are open. */
const recheckDelayMs = 2_000

/** The uploads of one tab: a queue across folders, with the state and actions of the panel. No React, no globals. */
export const createUploads = (options: UploadsOptions) => {
  const api = createUploadApi(options.transport, options.routes)
  const limits = createUploadLimits(api, options.maxFileBytes)
  const journal = createUploadJournal(options.journal, options.tabs)
  const uploaded = createListeners<Parameters<UploadedListener>>()
  const foldersChanged = createListeners<Parameters<FoldersListener>>()
  const total = emptyCounters()
  const tracker = createCounterTracker(total)

  const folders = createGroupFolders(api)
  const connection = createConnection(options.backoff ?? defaultBackoff, () => view.touch())
  const queue = createQueue({
    tracker,
    limits: limits.current,
    bundles: api.bundled !== null,
    changed: () => view.touch(),
    settled: (upload, outcome) => settled(upload, outcome),
    storedTooLate: (upload) => void removeStored(upload),
    interrupted: (upload) => void showKeptBytes(upload),
    send: async (upload, signal) => {
      if (!limits.isFresh()) await Promise.race([limits.load(), timeoutOrAbort(signal)])
      return sendUpload(
        upload,
        {
          api,
          connection,
          folders,
          limits: limits.current,
          change: (file, fn) => {
            tracker.change(file, fn)
            view.touch()
          },
        },
        signal,
      )
    },
  })
  const view = createUploadState({ total, queue, connection })

  /** Removes a stored file, except one that replaced another: without versions, neither would be left in the folder. */
  const removeStored = ({ id, choice }: Upload) => api.discard(id, { withFile: choice !== 'replace' })

  /**
   * Shows how much of a stopped file the server has, which includes the received bytes of the chunk that was cut off. A file
   * that is stored already ends as done.
   */
  const showKeptBytes = async (upload: Upload): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, keptBytesDelayMs))
    const isStopped = () => upload.status === 'paused' || (queue.isPaused && upload.status === 'waiting')
    if (!isStopped()) return
    const response = await api.state(upload.id)
    if (!isStopped() || (!response.ok && response.status !== 404)) return
    const kept = response.ok ? response.body.data.attributes : null
    if (kept?.finished) return queue.complete(upload)
    tracker.change(upload, () => {
      upload.offset = kept ? Math.min(kept.offset, upload.size) : 0
      upload.inFlightBytes = 0
    })
    view.touch()
  }

  /** When all files of a folder have ended, creates its empty folders and reports that listings may be read again. */
  const closeGroup = async (group: UploadGroup): Promise<void> => {
    const { counters } = group
    if (group.folder === null || counters.done + counters.failed + counters.skipped < counters.files) return
    const paths = group.emptyFolders.splice(0)
    if (paths.length > 0) {
      const failed = await makeEmptyFolders({ api, connection, folders }, group, paths)
      for (const path of failed) group.emptyFolders.push(path)
      const retry = () => void closeGroup(group)
      if (failed.length > 0) options.notify({ kind: 'folders-failed', count: failed.length, retry })
    }
    foldersChanged.emit(group.target)
  }

  const allUploads = () => view.groups().flatMap((group) => group.uploads)
  const isOpen = ({ status }: Upload) => ['waiting', 'uploading', 'processing', 'paused'].includes(status)

  /** Reports that a file has failed, and stops others that would fail alike. */
  const reportFailure = ({ name, target }: Upload, { failure, stop, signedOut }: FailedOutcome): void => {
    if (isBeyondLimits(failure)) limits.outdate()
    if (failsAllFiles(failure)) queue.stop(allUploads().filter(isOpen), 'failed', failure)
    else if (stop) queue.pause()
    const isForeign = options.routes !== undefined || target.isForeign === true
    options.notify({ kind: 'failed', name, failure, stopped: stop, isForeign })
    if (signedOut) void journal.flush().then(() => options.signedOut?.())
  }

  const settled = (upload: Upload, outcome: SendOutcome | null): void => {
    if (outcome?.kind === 'done') {
      journal.forget([upload.id])
      uploaded.emit(outcome.item, upload.target, upload.file)
    }
    if (outcome?.kind === 'failed') reportFailure(upload, outcome)
    if (upload.status === 'cancelled') {
      journal.forget([upload.id])
      // All files of the folder were cancelled, and its empty folders with them.
      if (upload.group.counters.files === 0) upload.group.emptyFolders.length = 0
      if (upload.isStarted) void (upload.mayBeStored ? removeStored(upload) : api.discard(upload.id))
    }
    // Where nothing is accepted any more, or nothing was sent yet, the empty folders wait for a retry.
    const waits = upload.failure && (failsAllFiles(upload.failure) || !upload.isChecked)
    if (upload.status !== 'paused' && !waits) void closeGroup(upload.group)
  }

  const shared = { journal, queue, tracker, view, closeGroup }
  const names = createNameCheck({
    ...shared,
    api,
    connection,
    askConflicts: options.askConflicts,
    fail: (uploads, outcome) => {
      if (uploads[0]) reportFailure(uploads[0], outcome)
      queue.stop(uploads, 'failed', outcome.failure)
    },
  })
  const add = createEnqueue({
    ...shared,
    limits,
    checkNames: names.check,
    notify: options.notify,
    checkPermission: options.checkPermission !== false,
  })
  /** Queues paused and failed files again, ahead of waiting ones, once their names are checked. */
  const requeue = (uploads: Upload[]): void => {
    queue.requeue(uploads.filter(({ isChecked }) => isChecked))
    queue.resume()
    void names.checkAgain(uploads.filter(({ isChecked }) => !isChecked))
  }

  options.tabs.onHandled?.((ids) => {
    journal.handledElsewhere(ids)
    view.showInterrupted(journal.leftovers())
  })

  const isStoppable = (upload: Upload) => !['done', 'skipped', 'cancelled'].includes(upload.status)

  return {
    state: view.state,
    groups: view.groups,
    add,
    onUploaded: uploaded.add,
    onFoldersChanged: foldersChanged.add,
    pause: (uploads: Upload[]) =>
      queue.stop(
        uploads.filter(({ status }) => ['checking', 'waiting', 'uploading'].includes(status)),
        'paused',
      ),
    /** Resumes paused and failed files. */
    resume: (uploads: Upload[]) =>
      requeue(uploads.filter((upload) => upload.status === 'paused' || isRetryable(upload))),
    pauseAll: queue.pause,
    resumeAll: () => requeue(allUploads().filter(({ status }) => status === 'paused')),
    retryFailed: () => requeue(allUploads().filter(isRetryable)),
    /** Whether another attempt may succeed for a failed file. */
    canRetry: () => total.failed > 0 && allUploads().some(isRetryable),
    /** Stops running uploads and removes the rows. */
    cancel: (uploads: Upload[]) => {
      queue.stop(uploads.filter(isStoppable), 'cancelled')
      view.drop(uploads, tracker)
    },
    cancelAll: () => {
      queue.stop(allUploads().filter(isStoppable), 'cancelled')
      queue.resume()
      view.clear(tracker)
    },
    /** Empties the list. Only when nothing runs any more. */
    dismiss: () => {
      queue.stop(
        allUploads().filter(({ status }) => status === 'failed'),
        'cancelled',
      )
      view.clear(tracker)
    },
    /** Shows in the panel that an upload is being prepared, until the promise resolves: a dropped folder is read. */
    preparing: view.preparing,
    /** Finds uploads that closed tabs left unfinished. */
    recover: async (): Promise<void> => {
      view.showInterrupted(await journal.interrupted())
      // A page that is being left may have replied that it runs them. After a while only open tabs reply.
      if (!journal.hasForeignEntries()) return
      await new Promise((resolve) => setTimeout(resolve, recheckDelayMs))
      view.showInterrupted(await journal.interrupted())
    },
    /** Discards interrupted uploads, here and on the server. */
    discardInterrupted: async (): Promise<void> => {
      view.showInterrupted([])
      const entries = await journal.discard()
      view.showInterrupted(journal.leftovers())
      for (const { id } of entries) await api.discard(id)
    },
    /** Writes pending journal entries at once; for `pagehide`. */
    flush: journal.flush,
    /** To be called when settings have changed: limits are read again before the next file. */
    settingsChanged: limits.outdate,
    /** To be called when the browser reports the connection as back. */
    online: connection.retryNow,
  }
}

export type UploadsClient = ReturnType<typeof createUploads>
