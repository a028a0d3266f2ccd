import type { ConflictChoice } from '../contract.ts'
import { type AskConflicts, batches, type Conflict, findConflicts } from './conflicts.ts'
import type { Line } from './connection.ts'
import type { JournalEntry } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Notice } from './notices.ts'
import type { Queue } from './queue.ts'
import type { UploadView } from './state.ts'
import { emptyTally, type Upload, type UploadGroup, type UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'
import type { Ledger } from './upload-counters.ts'
import type { Keeper } from './upload-journal.ts'
import { randomUuid } from './uuid.ts'
import { type Chosen, guard, hollowFolders } from './validate-files.ts'

/** Files and empty folders as they were chosen or dropped. */
export interface Selection {
  files: Chosen[]
  emptyFolders: string[]
}

const stepsOf = (path: string): string | null => {
  const slash = path.indexOf('/')
  return slash < 0 ? null : path.slice(0, slash)
}

export interface IntakeDeps {
  api: UploadApi
  line: Line
  limits: Limits
  keeper: Keeper
  queue: Queue
  ledger: Ledger
  view: UploadView
  closeGroup(group: UploadGroup): Promise<void>
  tell(notice: Notice): void
  askConflicts: AskConflicts | undefined
  checkPermission: boolean
}

const make = (chosen: Chosen, group: UploadGroup, entry: JournalEntry | null): Upload => ({
  id: entry?.id ?? randomUuid(),
  file: chosen.file,
  name: chosen.path.slice(chosen.path.lastIndexOf('/') + 1).normalize('NFC'),
  size: chosen.file.size,
  target: entry ? { id: entry.parentId, name: entry.parentName } : group.target,
  path: chosen.path,
  group,
  choice: entry?.choice ?? null,
  status: 'checking',
  offset: 0,
  sending: 0,
  ask: entry !== null,
  begun: entry !== null,
  failure: null,
  speed: null,
  abort: null,
})

/** The way from a drop or a picker into the queue: guards, groups, interrupted uploads, the question about conflicts. */
export const createIntake = (deps: IntakeDeps) => {
  const { api, line, limits, keeper, queue, ledger, view, closeGroup, askConflicts } = deps
  let groupIds = 0

  const skip = (upload: Upload): void => {
    ledger.change(upload, () => {
      upload.status = 'skipped'
    })
    void closeGroup(upload.group)
  }

  const decide = async (found: Conflict[], target: UploadTarget): Promise<void> => {
    if (found.length === 0) return
    const answers = askConflicts ? await askConflicts(found, target) : new Map<Upload, ConflictChoice>()
    const go: Upload[] = []
    for (const { upload } of found) {
      if (upload.status !== 'checking') continue
      upload.choice = answers?.get(upload) ?? (answers ? 'keep' : 'skip')
      if (upload.choice === 'skip') skip(upload)
      else go.push(upload)
    }
    keeper.keep(go)
    queue.push(go)
    view.touch()
  }

  /** What is free to go goes at once; what exists already waits for the person's answer. */
  const enqueue = async (fresh: Upload[], target: UploadTarget): Promise<void> => {
    const found: Conflict[] = []
    for (const batch of batches(fresh)) {
      const conflicts = await findConflicts(api, line, batch, target)
      found.push(...conflicts)
      const taken = new Set(conflicts.map(({ upload }) => upload))
      const free = batch.filter((upload) => !taken.has(upload) && upload.status === 'checking')
      keeper.keep(free)
      queue.push(free)
    }
    await decide(found, target)
  }

  /** Adds what was chosen; `target` null: only files that continue interrupted uploads. Resolves when all is queued. */
  return async (selection: Selection, target: UploadTarget | null): Promise<void> => {
    const { files } = selection
    await limits.load()
    if (deps.checkPermission) {
      const permission = await limits.permission()
      if (!permission.allowed) return deps.tell({ kind: 'restricted', limitReached: permission.limitReached })
    }
    const { accepted, ...refused } = guard(files, limits.current())
    deps.tell({ kind: 'refused', ...refused, limit: limits.current().uploadLimit })

    if (view.state.phase === 'finished' && view.state.tally.failed === 0) view.clear(ledger)
    const groups = new Map<string | null, UploadGroup>()
    const groupOf = (path: string, at: UploadTarget): UploadGroup => {
      const folder = stepsOf(path)
      const known = groups.get(folder)
      if (known) return known
      groupIds += 1
      const group = { id: groupIds, folder, target: at, uploads: [], emptyFolders: [], tally: emptyTally() }
      groups.set(folder, group)
      return group
    }
    const fresh: Upload[] = []
    const resumed: Upload[] = []
    const strangers: string[] = []
    for (const one of accepted) {
      const entry = keeper.match({ path: one.path, size: one.file.size, lastModified: one.file.lastModified }, target)
      const at = target ?? (entry && { id: entry.parentId, name: entry.parentName })
      if (!at) {
        strangers.push(one.path)
        continue
      }
      const upload = make(one, groupOf(one.path, at), entry)
      upload.group.uploads.push(upload)
      ledger.add(upload)
      if (entry) resumed.push(upload)
      else fresh.push(upload)
    }
    const hollow = [...selection.emptyFolders, ...hollowFolders(files, accepted)]
    if (target) for (const path of hollow) groupOf(`${path}/`, target).emptyFolders.push(path)
    view.add([...groups.values()].filter((group) => group.uploads.length > 0))
    view.state.interrupted = keeper.leftovers()
    if (strangers.length > 0) deps.tell({ kind: 'strangers', names: strangers })
    keeper.keep(resumed)
    queue.push(resumed)
    if (target) await enqueue(fresh, target)
    for (const group of groups.values()) if (group.uploads.length === 0) await closeGroup(group)
  }
}
