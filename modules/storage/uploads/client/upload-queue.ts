import { bundle, parallelSmallFiles } from '../../tree/contract.ts'
import type { SendOutcome } from './sender.ts'
import type { Upload, UploadFailure, UploadLimits, UploadStatus } from './types.ts'
import type { CounterTracker } from './upload-counters.ts'

interface QueueDeps {
  tracker: CounterTracker
  limits(): UploadLimits
  /** Whether small files are bundled into one request. */
  bundles: boolean
  send(upload: Upload, signal: AbortSignal): Promise<SendOutcome>
  /** Called when a file leaves the queue: done, failed, or stopped by the person. */
  settled(upload: Upload, outcome: SendOutcome | null): void
  /** Called when the server stored a file that had been cancelled meanwhile. */
  storedTooLate(upload: Upload): void
  /** Called when a running file was stopped; the server may have kept more than `offset`. */
  interrupted(upload: Upload): void
  changed(): void
}

export interface UploadQueue {
  readonly active: ReadonlySet<Upload>
  readonly waiting: readonly Upload[]
  /** While paused, no file starts. */
  readonly isPaused: boolean
  push(uploads: Upload[]): void
  /** Puts paused or failed files back, ahead of the others. */
  requeue(uploads: Upload[]): void
  /** Removes files from the queue, stops running ones, and sets their status; `failure` says why they have failed. */
  stop(uploads: Upload[], status: 'paused' | 'cancelled' | 'failed', failure?: UploadFailure | null): void
  /** Stops running files and puts them first for `resume`. */
  pause(): void
  resume(): void
  /** Runs a stopped file although it is paused: the server has stored it, and only its response is missing. */
  complete(upload: Upload): void
}

/**
 * Runs one file of several chunks at a time. Up to 6 files of a single chunk run beside it, so they never wait for it (D10).
 * As many bundled files run as fit into two requests: one being sent and one being filled.
 */
export const createQueue = (deps: QueueDeps): UploadQueue => {
  const { tracker } = deps
  const active = new Set<Upload>()
  let waiting: Upload[] = []
  let isPaused = false

  const setStatus = (upload: Upload, status: UploadStatus) =>
    tracker.change(upload, () => {
      upload.status = status
      // The sent bytes of a stopped file stay shown until the server tells how many of them arrived.
      if (status !== 'paused' && !(isPaused && status === 'waiting')) upload.inFlightBytes = 0
      upload.speed = null
    })
  const isSingleChunk = (upload: Upload) => upload.size <= deps.limits().chunkSize
  const maxParallel = (next: Upload) =>
    deps.bundles && next.size <= bundle.fileBytes ? 2 * bundle.files : parallelSmallFiles
  const hasRoom = (next: Upload) => {
    const running = [...active]
    if (!isSingleChunk(next)) return running.every(isSingleChunk)
    return running.filter(isSingleChunk).length < maxParallel(next)
  }
  /**
   * Index of the next file to start: the first one, or, while files of several chunks have to wait, the first of one chunk.
   */
  const nextIndex = (): number => {
    const first = waiting[0]
    if (!first) return -1
    // A file that was stopped and queued again waits until its earlier run has ended.
    const index = active.has(first) || isSingleChunk(first) || hasRoom(first) ? 0 : waiting.findIndex(isSingleChunk)
    const next = waiting[index]
    return next && !active.has(next) && hasRoom(next) ? index : -1
  }

  const run = async (upload: Upload) => {
    const abort = new AbortController()
    upload.abort = abort
    upload.failure = null
    active.add(upload)
    setStatus(upload, 'uploading')
    let outcome: SendOutcome | null = null
    try {
      outcome = await deps.send(upload, abort.signal)
    } catch (error) {
      // `stop` and `pause` abort a file and set its status themselves. Any other error is a bug, reported as a failure.
      if (!abort.signal.aborted) {
        console.error(error)
        const failure = { code: 'internal', status: 0, message: null }
        outcome = { kind: 'failed', failure, stop: false, signedOut: false }
      }
    }
    active.delete(upload)
    if (!outcome && upload.mustQueryOffset) deps.interrupted(upload)
    if (outcome?.kind === 'done' && upload.status === 'cancelled') deps.storedTooLate(upload)
    // A file that finished while it was being paused is done.
    else if (outcome && (upload.abort === abort || outcome.kind === 'done')) {
      waiting = waiting.includes(upload) ? waiting.filter((other) => other !== upload) : waiting
      upload.abort = null
      upload.failure = outcome.kind === 'failed' ? outcome.failure : null
      if (outcome.kind === 'done')
        tracker.change(upload, () => {
          upload.offset = upload.size
        })
      setStatus(upload, outcome.kind)
      deps.settled(upload, outcome)
    }
    pump()
    deps.changed()
  }

  const pump = () => {
    while (!isPaused) {
      const index = nextIndex()
      const next = waiting[index]
      if (!next) return
      waiting.splice(index, 1)
      void run(next)
    }
  }

  const abortRunning = (upload: Upload) => {
    if (!upload.abort) return
    const { abort } = upload
    upload.abort = null
    upload.mustQueryOffset = upload.mustQueryOffset || upload.isStarted
    abort.abort()
  }

  const putFirst = (uploads: Upload[]) => {
    for (const upload of uploads) {
      upload.mustQueryOffset = upload.mustQueryOffset || upload.isStarted
      upload.failure = null
      setStatus(upload, 'waiting')
    }
    waiting = [...uploads, ...waiting]
  }

  return {
    active,
    get waiting() {
      return waiting
    },
    get isPaused() {
      return isPaused
    },
    push: (uploads) => {
      for (const upload of uploads) setStatus(upload, 'waiting')
      for (const upload of uploads) waiting.push(upload)
      pump()
      deps.changed()
    },
    requeue: (uploads) => {
      putFirst(uploads)
      pump()
      deps.changed()
    },
    stop: (uploads, status, failure = null) => {
      const selected = new Set(uploads)
      waiting = waiting.filter((upload) => !selected.has(upload))
      for (const upload of uploads) {
        abortRunning(upload)
        upload.failure = failure
        setStatus(upload, status)
        deps.settled(upload, null)
      }
      pump()
      deps.changed()
    },
    pause: () => {
      isPaused = true
      const running = [...active].filter((upload) => upload.abort)
      for (const upload of running) abortRunning(upload)
      putFirst(running)
      deps.changed()
    },
    resume: () => {
      isPaused = false
      pump()
      deps.changed()
    },
    complete: (upload) => {
      waiting = waiting.filter((other) => other !== upload)
      void run(upload)
    },
  }
}
