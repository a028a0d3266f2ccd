import type { ConflictChoice } from '../../contract.ts'
import { type AskConflicts, batches, type Conflict, findConflicts } from './conflicts.ts'
import { makeEmptyFolders } from './empty-folders.ts'
import { type Chosen, guard } from './guards.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { createKeeper, type Tabs } from './keeper.ts'
import { createLimits } from './limits.ts'
import { type Backoff, createLine, defaultBackoff } from './line.ts'
import { listeners } from './listeners.ts'
import type { Notice } from './notices.ts'
import { createQueue } from './queue.ts'
import { type Outcome, sendFile } from './sender.ts'
import { createUploadState } from './state.ts'
import { createLedger } from './tally.ts'
import type { Transport } from './transport.ts'
import type { FoldersListener, Upload, UploadedListener, UploadGroup, UploadTarget } from './types.ts'
import { emptyTally } from './types.ts'
import { createUploadApi, type UploadRoutes } from './upload.api.ts'

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

/** Files and empty folders as they were chosen or dropped. */
export interface Selection {
  files: Chosen[]
  emptyFolders: string[]
}

const stepsOf = (path: string): string | null => {
  const slash = path.indexOf('/')
  return slash < 0 ? null : path.slice(0, slash)
}

/** The uploads of one tab: a queue across folders, with everything a panel shows and does. No React, no globals. */
export const createUploads = (options: UploadsOptions) => {
  const api = createUploadApi(options.transport, options.routes)
  const limits = createLimits(api)
  const keeper = createKeeper(options.journal, options.tabs)
  const uploaded = listeners<Parameters<UploadedListener>>()
  const foldersChanged = listeners<Parameters<FoldersListener>>()
  const total = emptyTally()
  const ledger = createLedger(total)
  let groupIds = 0

  const line = createLine(options.backoff ?? defaultBackoff, () => view.touch())
  const queue = createQueue({
    ledger,
    limits: limits.current,
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

  const skip = (upload: Upload): void => {
    ledger.change(upload, () => {
      upload.status = 'skipped'
    })
    void closeGroup(upload.group)
  }

  const decide = async (found: Conflict[], target: UploadTarget): Promise<void> => {
    if (found.length === 0) return
    const answers = options.askConflicts ? await options.askConflicts(found, target) : new Map<Upload, ConflictChoice>()
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

  const make = (chosen: Chosen, group: UploadGroup, entry: JournalEntry | null): Upload => ({
    id: entry?.id ?? crypto.randomUUID(),
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

  /** Adds what was chosen; `target` null: only files that continue interrupted uploads. Resolves when all is queued. */
  const add = async (selection: Selection, target: UploadTarget | null): Promise<void> => {
    const { files, emptyFolders } = selection
    await limits.load()
    if (options.checkPermission !== false) {
      const permission = await limits.permission()
      if (!permission.allowed) return options.tell({ kind: 'restricted', limitReached: permission.limitReached })
    }
    const { accepted, ...refused } = guard(files, limits.current())
    options.tell({ kind: 'refused', ...refused, limit: limits.current().uploadLimit })

    if (view.state.phase === 'finished' && total.failed === 0) view.clear(ledger)
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
    if (target) for (const path of emptyFolders) groupOf(`${path}/`, target).emptyFolders.push(path)
    view.add([...groups.values()].filter((group) => group.uploads.length > 0))
    view.state.interrupted = keeper.leftovers()
    if (strangers.length > 0) options.tell({ kind: 'strangers', names: strangers })
    keeper.keep(resumed)
    queue.push(resumed)
    if (target) await enqueue(fresh, target)
    for (const group of groups.values()) if (group.uploads.length === 0) await closeGroup(group)
  }

  const stopable = (upload: Upload) => !['done', 'skipped', 'cancelled', 'processing'].includes(upload.status)
  const every = () => view.groups().flatMap((group) => group.uploads)

  return {
    state: view.state,
    groups: view.groups,
    add,
    onUploaded: uploaded.add,
    onFoldersChanged: foldersChanged.add,
    pause: (uploads: Upload[]) =>
      queue.stop(
        uploads.filter((upload) => stopable(upload) && upload.status !== 'failed' && upload.status !== 'checking'),
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
    reading: async (selection: Promise<Selection>): Promise<Selection> => {
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
