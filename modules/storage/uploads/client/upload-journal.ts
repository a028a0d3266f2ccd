import { type Journal, type JournalEntry, matchKey } from './journal.ts'
import type { OpenTabs } from './open-tabs.ts'
import type { Upload, UploadTarget } from './types.ts'

const flushDelayMs = 300
/** Delay after a failure: writing all entries again each time would keep the tab busy while the disk is full. */
const retryDelayMs = 30_000

const entryOf = (upload: Upload, tab: string): JournalEntry => ({
  id: upload.id,
  tab,
  name: upload.name,
  path: upload.path,
  size: upload.size,
  lastModified: upload.file.lastModified,
  parentId: upload.target.id,
  parentName: upload.target.name,
  isForeign: upload.target.isForeign,
  choice: upload.choice,
  isChecked: upload.isChecked,
  at: Date.now(),
})

/** Writes uploads to the journal in batches, and finds uploads that closed tabs left unfinished. */
export const createUploadJournal = (journal: Journal, tabs: OpenTabs) => {
  const puts = new Map<string, JournalEntry>()
  const removes = new Set<string>()
  const leftover = new Map<string, JournalEntry>()
  /** Entries by `matchKey`. Some are no longer in `leftover`. */
  let leftoverByKey = new Map<string, JournalEntry[]>()
  /** Ids of interrupted uploads that a tab has resumed or discarded: the journal may not say so yet. */
  const handled = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasFailed = false
  let hasForeignEntries = false

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const [added, removed] = [[...puts.values()], [...removes]]
    puts.clear()
    removes.clear()
    hasFailed = false
    // A full or blocked IndexedDB must not stop an upload. The next flush includes the entries that could not be written.
    if (added.length > 0)
      await journal.put(added).catch(() => {
        hasFailed = true
        for (const entry of added) if (!puts.has(entry.id) && !removes.has(entry.id)) puts.set(entry.id, entry)
      })
    if (removed.length > 0)
      await journal.remove(removed).catch(() => {
        for (const id of removed) removes.add(id)
      })
  }
  const scheduleFlush = () => {
    timer ??= setTimeout(() => void flush(), hasFailed ? retryDelayMs : flushDelayMs)
  }

  const record = (uploads: readonly Upload[]): void => {
    for (const upload of uploads) puts.set(upload.id, entryOf(upload, tabs.own))
    scheduleFlush()
  }
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) {
      puts.delete(id)
      removes.add(id)
      leftover.delete(id)
    }
    scheduleFlush()
  }
  const inOrder = (): JournalEntry[] => [...leftover.values()].sort((a, b) => a.at - b.at)
  const readAll = () => journal.all().catch(() => null)
  /** Finds the unfinished uploads of closed tabs. False when the journal cannot be read; the known entries stay then. */
  const find = async (): Promise<boolean> => {
    const before = await readAll()
    const living = before?.length ? await tabs.living() : new Set<string>()
    // After the tabs have replied: one of them may have resumed an upload since.
    const all = before?.length ? await readAll() : before
    if (!all) return false
    leftover.clear()
    for (const entry of all) if (!living.has(entry.tab) && !handled.has(entry.id)) leftover.set(entry.id, entry)
    leftoverByKey = Map.groupBy(leftover.values(), matchKey)
    hasForeignEntries = all.some(({ tab }) => tab !== tabs.own && living.has(tab))
    return true
  }

  return {
    flush,
    record,
    forget,
    /** Unfinished uploads of closed tabs, oldest first. */
    interrupted: async (): Promise<JournalEntry[]> => {
      await find()
      return inOrder()
    },
    /** Records uploads that `match` has found. At once: another tab would discard them. */
    resume: (uploads: readonly Upload[]): void => {
      if (uploads.length === 0) return
      record(uploads)
      tabs.announceHandled?.(uploads.map(({ id }) => id))
      void flush()
    },
    /**
     * Forgets the interrupted uploads that this tab knows, except uploads that a tab has resumed since, and resolves with
     * them.
     */
    discard: async (): Promise<JournalEntry[]> => {
      const knownIds = new Set(leftover.keys())
      const isRead = await find()
      const discarded = isRead ? inOrder().filter(({ id }) => knownIds.has(id)) : []
      const ids = discarded.map(({ id }) => id)
      for (const id of ids) handled.add(id)
      forget(ids)
      await flush()
      tabs.announceHandled?.(ids)
      return discarded
    },
    /** Drops interrupted uploads that another tab resumes or discards. */
    handledElsewhere: (ids: readonly string[]): void => {
      for (const id of ids) {
        handled.add(id)
        leftover.delete(id)
      }
    },
    /** Whether the last call of `interrupted` found uploads of other open tabs. */
    hasForeignEntries: (): boolean => hasForeignEntries,
    leftovers: inOrder,
    /**
     * Takes the entry that this file resumes: same path, size and time, and the same folder unless `target` is null.
     */
    match: (file: { path: string; size: number; lastModified: number }, target: UploadTarget | null) => {
      const candidates = leftoverByKey.get(matchKey(file)) ?? []
      const index = candidates.findIndex(({ id, parentId }) => leftover.has(id) && (!target || parentId === target.id))
      const [entry] = index < 0 ? [] : candidates.splice(index, 1)
      if (!entry) return null
      leftover.delete(entry.id)
      handled.add(entry.id)
      return entry
    },
  }
}

export type UploadJournal = ReturnType<typeof createUploadJournal>
