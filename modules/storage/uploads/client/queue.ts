import { bundle, parallelSmallFiles } from '../../tree/contract.ts'
import type { Outcome } from './sender.ts'
import type { Upload, UploadLimits, UploadStatus } from './types.ts'
import type { Ledger } from './upload-counters.ts'

export interface QueueDeps {
  ledger: Ledger
  limits(): UploadLimits
  /** Whether the smallest files share their requests. */
  bundles: boolean
  send(upload: Upload, signal: AbortSignal): Promise<Outcome>
  /** A file left the queue: done, failed, or stopped by the person. */
  settled(upload: Upload, outcome: Outcome | null): void
  changed(): void
}

export interface Queue {
  readonly active: ReadonlySet<Upload>
  readonly waiting: readonly Upload[]
  /** Nothing starts while held. */
  readonly held: boolean
  push(uploads: Upload[]): void
  /** Puts a paused or failed file back, before the others. */
  again(uploads: Upload[]): void
  /** Takes files out, stopping them where they run, and gives them the status. */
  stop(uploads: Upload[], status: 'paused' | 'cancelled'): void
  /** Stops what runs; it goes first when the queue is let go. */
  hold(): void
  release(): void
}

/**
 * One file at a time for files of more than one chunk; files of a single chunk overlap, up to 6, in the order they were
 * added (API.md D10). Of those that share requests as many as go in two: one on its way, one gathering.
 */
export const createQueue = (deps: QueueDeps): Queue => {
  const { ledger } = deps
  const active = new Set<Upload>()
  let waiting: Upload[] = []
  let held = false

  const set = (upload: Upload, status: UploadStatus) =>
    ledger.change(upload, () => {
      upload.status = status
      upload.sending = 0
      upload.speed = null
    })
  const small = (upload: Upload) => upload.size <= deps.limits().chunkSize
  const mostBeside = (next: Upload) =>
    deps.bundles && next.size <= bundle.fileBytes ? 2 * bundle.files : parallelSmallFiles
  const hasRoom = (next: Upload) =>
    active.size === 0 || (small(next) && active.size < mostBeside(next) && [...active].every(small))

  const run = async (upload: Upload) => {
    const abort = new AbortController()
    upload.abort = abort
    upload.failure = null
    active.add(upload)
    set(upload, 'uploading')
    let outcome: Outcome | null = null
    try {
      outcome = await deps.send(upload, abort.signal)
    } catch (error) {
      // Stopped by `stop` or `hold`, which set the status themselves; anything else is a bug of ours, shown as such.
      if (!abort.signal.aborted) {
        console.error(error)
        const failure = { code: 'internal', status: 0, message: null }
        outcome = { kind: 'failed', failure, stop: false, signedOut: false }
      }
    }
    active.delete(upload)
    // What finished while it was being stopped is finished all the same.
    if (outcome && (upload.abort === abort || outcome.kind === 'done')) {
      waiting = waiting.includes(upload) ? waiting.filter((other) => other !== upload) : waiting
      upload.abort = null
      upload.failure = outcome.kind === 'failed' ? outcome.failure : null
      set(upload, outcome.kind)
      deps.settled(upload, outcome)
    }
    pump()
    deps.changed()
  }

  const pump = () => {
    while (!held) {
      const next = waiting[0]
      // One that was let go of and comes again at once waits for its own earlier run to end.
      if (!next || active.has(next) || !hasRoom(next)) return
      waiting.shift()
      void run(next)
    }
  }

  const halt = (upload: Upload) => {
    if (!upload.abort) return
    const { abort } = upload
    upload.abort = null
    upload.ask = upload.ask || upload.begun
    abort.abort()
  }

  const resume = (uploads: Upload[]) => {
    for (const upload of uploads) {
      upload.ask = upload.ask || upload.begun
      upload.failure = null
      set(upload, 'waiting')
    }
    waiting = [...uploads, ...waiting]
  }

  return {
    active,
    get waiting() {
      return waiting
    },
    get held() {
      return held
    },
    push: (uploads) => {
      for (const upload of uploads) set(upload, 'waiting')
      for (const upload of uploads) waiting.push(upload)
      pump()
      deps.changed()
    },
    again: (uploads) => {
      resume(uploads)
      pump()
      deps.changed()
    },
    stop: (uploads, status) => {
      const chosen = new Set(uploads)
      waiting = waiting.filter((upload) => !chosen.has(upload))
      for (const upload of uploads) {
        halt(upload)
        set(upload, status)
        deps.settled(upload, null)
      }
      pump()
      deps.changed()
    },
    hold: () => {
      held = true
      const running = [...active].filter((upload) => upload.abort)
      for (const upload of running) halt(upload)
      resume(running)
      deps.changed()
    },
    release: () => {
      held = false
      pump()
      deps.changed()
    },
  }
}
