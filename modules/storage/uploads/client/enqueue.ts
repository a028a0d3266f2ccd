import { createRejected, createUpload, targetOfEntry, topFolderOf } from './create-upload.ts'
import type { NameCheck } from './name-check.ts'
import type { UploadStateStore } from './state.ts'
import { emptyCounters, type Upload, type UploadGroup, type UploadTarget } from './types.ts'
import type { CounterTracker } from './upload-counters.ts'
import type { UploadJournal } from './upload-journal.ts'
import type { UploadLimitsReader, UploadPermission } from './upload-limits.ts'
import type { UploadNotice } from './upload-notices.ts'
import type { UploadQueue } from './upload-queue.ts'
import { foldersWithoutUploads, type SelectedFile, validateFiles } from './validate-files.ts'

/** Files and empty folders that were selected or dropped. */
export interface UploadSelection {
  files: SelectedFile[]
  emptyFolders: string[]
  /** Paths that could not be read. */
  unreadable: string[]
  /** Whether the code that reads dropped folders could not be loaded. */
  notLoaded?: boolean
}

interface EnqueueDeps {
  limits: UploadLimitsReader
  journal: UploadJournal
  queue: UploadQueue
  tracker: CounterTracker
  view: UploadStateStore
  closeGroup(group: UploadGroup): Promise<void>
  notify(notice: UploadNotice): void
  checkNames: NameCheck['check']
  checkPermission: boolean
}

/**
 * Turns a selection into queued uploads: validates files, groups folders, resumes interrupted uploads, checks names.
 */
export const createEnqueue = (deps: EnqueueDeps) => {
  const { limits, journal, queue, tracker, view, closeGroup, checkNames } = deps
  let groupIds = 0

  /**
   * Loads the limits; resolves with whether this person may upload. Elsewhere the server asks the owner of the folder, and
   * an interrupted upload has its space already.
   */
  const requirements = async (target: UploadTarget | null): Promise<UploadPermission> => {
    // Another tab may have resumed or discarded them.
    if (journal.leftovers().length > 0) await journal.interrupted()
    await limits.load()
    return deps.checkPermission && target && !target.isForeign
      ? limits.permission()
      : { allowed: true, limitReached: false }
  }

  /** Adds a selection. `target` null: only files that resume interrupted uploads. Resolves when all are queued. */
  return async (selection: UploadSelection, target: UploadTarget | null): Promise<void> => {
    const { files } = selection
    if (selection.notLoaded) return deps.notify({ kind: 'not-loaded' })
    if (selection.unreadable.length > 0) deps.notify({ kind: 'unreadable', names: selection.unreadable })
    const permission = await view.preparing(requirements(target))
    if (!permission.allowed) return deps.notify({ kind: 'restricted', limitReached: permission.limitReached })
    const { accepted, rejected } = validateFiles(files, limits.current())
    const limit = limits.current().uploadLimit
    if (rejected.length > 0) deps.notify({ kind: 'rejected', files: rejected, limit })

    const { phase, counters } = view.state
    // Earlier uploads that paused the queue have ended.
    if (phase === 'idle' || phase === 'finished') queue.resume()
    if (phase === 'finished' && counters.failed === 0) view.clear(tracker)
    const groups = new Map<string | null, UploadGroup>()
    const groupOf = (path: string, groupTarget: UploadTarget): UploadGroup => {
      const folder = topFolderOf(path)
      const existing = groups.get(folder)
      if (existing) return existing
      groupIds += 1
      const group = {
        id: groupIds,
        folder,
        target: groupTarget,
        uploads: [],
        emptyFolders: [],
        counters: emptyCounters(),
      }
      groups.set(folder, group)
      return group
    }
    // Before the others: a long list shows its beginning.
    if (target)
      for (const file of rejected) {
        const upload = createRejected(file, groupOf(file.path, target))
        upload.group.uploads.push(upload)
        tracker.add(upload)
      }
    const added: Upload[] = []
    const resumed: Upload[] = []
    const unmatched: string[] = []
    for (const selected of accepted) {
      const { path, file } = selected
      const entry = journal.match({ path, size: file.size, lastModified: file.lastModified }, target)
      const fileTarget = target ?? (entry && targetOfEntry(entry))
      if (!fileTarget) {
        unmatched.push(path)
        continue
      }
      const upload = createUpload(selected, groupOf(path, fileTarget), entry)
      upload.group.uploads.push(upload)
      tracker.add(upload)
      if (upload.isChecked) resumed.push(upload)
      else added.push(upload)
    }
    const withoutUploads = [...selection.emptyFolders, ...foldersWithoutUploads(files, accepted)]
    if (target) for (const path of withoutUploads) groupOf(`${path}/`, target).emptyFolders.push(path)
    view.add([...groups.values()].filter((group) => group.uploads.length > 0))
    view.showInterrupted(journal.leftovers())
    if (unmatched.length > 0) deps.notify({ kind: 'unmatched', names: unmatched })
    journal.resume(resumed)
    queue.push(resumed)
    await checkNames(added)
    // No file of these groups is going to end, which would close its group.
    for (const group of groups.values())
      if (group.uploads.every(({ failure }) => failure?.rejected)) await closeGroup(group)
  }
}
