import { type Journal, type JournalEntry, matchKey } from './journal.ts'
import type { Upload, UploadTarget } from './types.ts'

const flushDelayMs = 300

/** Knows which tabs are open. Journal entries of an open tab are not interrupted uploads. */
export interface Tabs {
  /** This tab's id. */
  readonly own: string
  living(): Promise<ReadonlySet<string>>
  close(): void
}

/** Tabs reply to each other over a BroadcastChannel. A tab that does not reply in time counts as closed. */
export const broadcastTabs = (account: string, timeoutMs = 250): Tabs => {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  if (typeof BroadcastChannel === 'undefined') return { own, living: async () => new Set([own]), close: () => {} }
  const channel = new BroadcastChannel(`coffer-uploads-${account}`)
  const alive = new Set<string>()
  // A page that was left may still reply, or be kept for the back button. It counts as closed all the same.
  let isHidden = false
  const onPageHide = () => {
    isHidden = true
  }
  const onPageShow = () => {
    isHidden = false
  }
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string; here?: string }>) => {
    if (data.ask && !isHidden) channel.postMessage({ here: own })
    if (data.here) alive.add(data.here)
  }
  return {
    own,
    living: async () => {
      alive.clear()
      alive.add(own)
      channel.postMessage({ ask: own })
      await new Promise((resolve) => setTimeout(resolve, timeoutMs))
      return alive
    },
    close: () => {
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
      channel.close()
    },
  }
}

const entryOf = (upload: Upload, tab: string): JournalEntry => ({
  id: upload.id,
  tab,
  name: upload.name,
  path: upload.path,
  size: upload.size,
  lastModified: upload.file.lastModified,
  parentId: upload.target.id,
  parentName: upload.target.name,
  choice: upload.choice,
  at: Date.now(),
})

/** Writes uploads to the journal in batches, and finds uploads that closed tabs left unfinished. */
export const createUploadJournal = (journal: Journal, tabs: Tabs) => {
  const puts = new Map<string, JournalEntry>()
  const removes = new Set<string>()
  const leftover = new Map<string, JournalEntry>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasForeignEntries = false

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const [added, removed] = [[...puts.values()], [...removes]]
    puts.clear()
    removes.clear()
    // A full or blocked IndexedDB must not stop an upload.
    if (added.length > 0) await journal.put(added).catch(() => undefined)
    if (removed.length > 0) await journal.remove(removed).catch(() => undefined)
  }
  const scheduleFlush = () => {
    timer ??= setTimeout(() => void flush(), flushDelayMs)
  }

  return {
    flush,
    record: (uploads: readonly Upload[]) => {
      for (const upload of uploads) puts.set(upload.id, entryOf(upload, tabs.own))
      scheduleFlush()
    },
    forget: (ids: readonly string[]) => {
      for (const id of ids) {
        puts.delete(id)
        removes.add(id)
        leftover.delete(id)
      }
      scheduleFlush()
    },
    /** Unfinished uploads of closed tabs, oldest first. */
    interrupted: async (): Promise<JournalEntry[]> => {
      const all = await journal.all().catch(() => [])
      if (all.length > 0) {
        const living = await tabs.living()
        for (const entry of all) if (!living.has(entry.tab)) leftover.set(entry.id, entry)
        hasForeignEntries = all.some(({ tab }) => tab !== tabs.own && living.has(tab))
      }
      return [...leftover.values()].sort((a, b) => a.at - b.at)
    },
    /** Whether the last call of `interrupted` found uploads of other open tabs. */
    hasForeignEntries: (): boolean => hasForeignEntries,
    leftovers: (): JournalEntry[] => [...leftover.values()],
    /**
     * Takes the entry that this file resumes: same path, size and time, and the same folder unless `target` is null.
     */
    match: (file: { path: string; size: number; lastModified: number }, target: UploadTarget | null) => {
      const wanted = matchKey(file)
      for (const entry of leftover.values()) {
        if (matchKey(entry) !== wanted || (target && entry.parentId !== target.id)) continue
        leftover.delete(entry.id)
        return entry
      }
      return null
    },
  }
}

export type UploadJournal = ReturnType<typeof createUploadJournal>
