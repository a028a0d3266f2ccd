import type { ConflictChoice } from '../contract.ts'
import { type AskConflicts, conflictBatches, findConflicts, type NamedConflict } from './conflicts.ts'
import { type FailedOutcome, localFailure } from './sender.ts'
import type { UploadStateStore } from './state.ts'
import type { Upload, UploadGroup, UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { UploadConnection } from './upload-connection.ts'
import type { CounterTracker } from './upload-counters.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { UploadQueue } from './upload-queue.ts'

interface NameCheckDeps {
  api: UploadApi
  connection: UploadConnection
  journal: UploadJournal
  queue: UploadQueue
  tracker: CounterTracker
  view: UploadStateStore
  closeGroup(group: UploadGroup): Promise<void>
  askConflicts: AskConflicts | undefined
  /** Called when the names cannot be checked or asked about now: these uploads have failed, until they are checked again. */
  fail(uploads: Upload[], outcome: FailedOutcome): void
}

/** Asks the person about existing files of the same names, then queues the uploads. */
export const createNameCheck = (deps: NameCheckDeps) => {
  const { api, connection, journal, queue, tracker, view, closeGroup, askConflicts } = deps
  /** The current check of each upload; a resumed upload starts a new one. */
  const checks = new WeakMap<Upload, symbol>()

  const enqueue = (uploads: Upload[]): void => {
    for (const upload of uploads) upload.isChecked = true
    journal.record(uploads)
    queue.push(uploads)
  }
  /** A later page resumes them from the journal. */
  const fail = (uploads: Upload[], outcome: FailedOutcome): void => {
    journal.record(uploads)
    deps.fail(uploads, outcome)
  }
  const skip = (upload: Upload): void => {
    tracker.change(upload, () => {
      upload.status = 'skipped'
    })
    // The journal has it where an earlier check has failed.
    journal.forget([upload.id])
    void closeGroup(upload.group)
  }

  const resolveConflicts = async (
    conflicts: NamedConflict[],
    target: UploadTarget,
    isPending: (upload: Upload) => boolean,
  ): Promise<void> => {
    if (conflicts.length === 0) return
    const asking = askConflicts ? askConflicts(conflicts, target) : new Map<Upload, ConflictChoice>()
    const answers = await Promise.resolve(asking).catch(() => 'not asked' as const)
    const pending = conflicts.map(({ upload }) => upload).filter(isPending)
    if (answers === 'not asked') return fail(pending, localFailure('internal'))
    const confirmed: Upload[] = []
    for (const upload of pending) {
      upload.choice = answers?.get(upload) ?? (answers ? 'keep' : 'skip')
      if (upload.choice === 'skip') skip(upload)
      else confirmed.push(upload)
    }
    enqueue(confirmed)
    view.touch()
  }

  /** Queues files without a conflict at once. Files with a conflict wait for the person's choice. */
  const checkIn = async (target: UploadTarget, uploads: readonly Upload[]): Promise<void> => {
    const check = Symbol()
    for (const upload of uploads) checks.set(upload, check)
    const isPending = (upload: Upload) => upload.status === 'checking' && checks.get(upload) === check
    const allConflicts: NamedConflict[] = []
    for (const batch of conflictBatches(uploads)) {
      const conflicts = await findConflicts({ api, connection, batch, target, isPending })
      if ('failure' in conflicts) return fail(uploads.filter(isPending), conflicts)
      allConflicts.push(...conflicts)
      const taken = new Set(conflicts.map(({ upload }) => upload))
      enqueue(batch.filter((upload) => !taken.has(upload) && isPending(upload)))
    }
    await resolveConflicts(
      allConflicts.filter(({ upload }) => isPending(upload)),
      target,
      isPending,
    )
  }

  /** Checks the names in each target folder. Resolves when all uploads are queued, skipped or failed. */
  const check = async (uploads: readonly Upload[]): Promise<void> => {
    const byTarget = new Map<UploadTarget['id'], Upload[]>()
    for (const upload of uploads) {
      const group = byTarget.get(upload.target.id)
      if (group) group.push(upload)
      else byTarget.set(upload.target.id, [upload])
    }
    for (const group of byTarget.values()) await checkIn(group[0]!.target, group)
  }

  return {
    check,
    /** Checks uploads again that were stopped before their check had ended. */
    checkAgain: (uploads: readonly Upload[]): Promise<void> => {
      for (const upload of uploads)
        tracker.change(upload, () => {
          upload.status = 'checking'
          upload.failure = null
        })
      view.touch()
      return check(uploads)
    },
  }
}

export type NameCheck = ReturnType<typeof createNameCheck>
