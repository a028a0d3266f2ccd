import type { ConflictChoice } from '../contract.ts'
import { type AskConflicts, batches, type Conflict, findConflicts } from './conflicts.ts'
import type { Connection } from './connection.ts'
import { createRejected, createUpload, topFolderOf } from './create-upload.ts'
import type { Limits, Permission } from './limits.ts'
import type { Notice } from './notices.ts'
import type { Queue } from './queue.ts'
import type { UploadStateStore } from './state.ts'
import { emptyCounters, type Upload, type UploadGroup, type UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { CounterTracker } from './upload-counters.ts'
import type { UploadJournal } from './upload-journal.ts'
import { foldersWithoutUploads, type SelectedFile, validateFiles } from './validate-files.ts'

/** Files and empty folders that were selected or dropped. */
export interface Selection {
  files: SelectedFile[]
  emptyFolders: string[]
  /** Paths that could not be read. */
  unreadable: string[]
}

export interface EnqueueDeps {
  api: UploadApi
  connection: Connection
  limits: Limits
  journal: UploadJournal
  queue: Queue
  tracker: CounterTracker
  view: UploadStateStore
  closeGroup(group: UploadGroup): Promise<void>
  notify(notice: Notice): void
  askConflicts: AskConflicts | undefined
  checkPermission: boolean
}

/**
 * Turns a selection into queued uploads: validates files, groups folders, resumes interrupted uploads, resolves
 * conflicts.
 */
export const createEnqueue = (deps: EnqueueDeps) => {
  const { api, connection, limits, journal, queue, tracker, view, closeGroup, askConflicts } = deps
  let groupIds = 0

  const skip = (upload: Upload): void => {
    tracker.change(upload, () => {
      upload.status = 'skipped'
    })
    void closeGroup(upload.group)
  }

  const resolveConflicts = async (found: Conflict[], target: UploadTarget): Promise<void> => {
    if (found.length === 0) return
    const answers = askConflicts ? await askConflicts(found, target) : new Map<Upload, ConflictChoice>()
    const confirmed: Upload[] = []
    for (const { upload } of found) {
      if (upload.status !== 'checking') continue
      upload.choice = answers?.get(upload) ?? (answers ? 'keep' : 'skip')
      if (upload.choice === 'skip') skip(upload)
      else confirmed.push(upload)
    }
    journal.record(confirmed)
    queue.push(confirmed)
    view.touch()
  }

  /** Queues files without a conflict at once. Files with a conflict wait for the person's choice. */
  const enqueue = async (added: Upload[], target: UploadTarget): Promise<void> => {
    const found: Conflict[] = []
    for (const batch of batches(added)) {
      const conflicts = await findConflicts(api, connection, batch, target)
      found.push(...conflicts)
      const taken = new Set(conflicts.map(({ upload }) => upload))
      const free = batch.filter((upload) => !taken.has(upload) && upload.status === 'checking')
      journal.record(free)
      queue.push(free)
    }
    await resolveConflicts(found, target)
  }

  /** Loads the limits; resolves with whether this person may upload. */
  const requirements = async (): Promise<Permission> => {
    // Another tab may have resumed or discarded them.
    if (journal.leftovers().length > 0) await journal.interrupted()
    await limits.load()
    return deps.checkPermission ? limits.permission() : { allowed: true, limitReached: false }
  }

  /** Adds a selection. `target` null: only files that resume interrupted uploads. Resolves when all are queued. */
  return async (selection: Selection, target: UploadTarget | null): Promise<void> => {
    const { files } = selection
    if (selection.unreadable.length > 0) deps.notify({ kind: 'unreadable', names: selection.unreadable })
    const permission = await view.preparing(requirements())
    if (!permission.allowed) return deps.notify({ kind: 'restricted', limitReached: permission.limitReached })
    const { accepted, rejected } = validateFiles(files, limits.current())
    const limit = limits.current().uploadLimit
    if (rejected.length > 0) deps.notify({ kind: 'rejected', files: rejected, limit })

    const { phase, counters } = view.state
    // Earlier uploads that paused the queue have ended.
    if (phase === 'idle' || phase === 'finished') queue.resume()
    if (phase === 'finished' && counters.failed === 0) view.clear(tracker)
    const groups = new Map<string | null, UploadGroup>()
    const groupOf = (path: string, at: UploadTarget): UploadGroup => {
      const folder = topFolderOf(path)
      const known = groups.get(folder)
      if (known) return known
      groupIds += 1
      const group = { id: groupIds, folder, target: at, uploads: [], emptyFolders: [], counters: emptyCounters() }
      groups.set(folder, group)
      return group
    }
    // Before the others: a long list shows its beginning.
    if (target)
      for (const one of rejected) {
        const upload = createRejected(one, groupOf(one.path, target))
        upload.group.uploads.push(upload)
        tracker.add(upload)
      }
    const added: Upload[] = []
    const resumed: Upload[] = []
    const unmatched: string[] = []
    for (const one of accepted) {
      const entry = journal.match({ path: one.path, size: one.file.size, lastModified: one.file.lastModified }, target)
      const at = target ?? (entry && { id: entry.parentId, name: entry.parentName })
      if (!at) {
        unmatched.push(one.path)
        continue
      }
      const upload = createUpload(one, groupOf(one.path, at), entry)
      upload.group.uploads.push(upload)
      tracker.add(upload)
      if (entry) resumed.push(upload)
      else added.push(upload)
    }
    const withoutUploads = [...selection.emptyFolders, ...foldersWithoutUploads(files, accepted)]
    if (target) for (const path of withoutUploads) groupOf(`${path}/`, target).emptyFolders.push(path)
    view.add([...groups.values()].filter((group) => group.uploads.length > 0))
    view.state.interrupted = journal.leftovers()
    if (unmatched.length > 0) deps.notify({ kind: 'unmatched', names: unmatched })
    journal.resume(resumed)
    queue.push(resumed)
    if (target) await enqueue(added, target)
    // In these, no file is going to end.
    for (const group of groups.values())
      if (group.uploads.every(({ failure }) => failure?.rejected)) await closeGroup(group)
  }
}
