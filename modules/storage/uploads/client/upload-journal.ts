import { type Journal, type JournalEntry, matchKey } from './journal.ts'
import type { Upload, UploadTarget } from './types.ts'

const delay = 300

/** Which tabs are alive; a journal entry of a living tab is not an interrupted one. */
export interface Tabs {
  /** This tab's id. */
  readonly own: string
  living(): Promise<ReadonlySet<string>>
  close(): void
}

/** Tabs answer each other's question over a BroadcastChannel; who does not answer in time is gone. */
export const broadcastTabs = (account: string, patience = 250): Tabs => {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  if (typeof BroadcastChannel === 'undefined') return { own, living: async () => new Set([own]), close: () => {} }
  const channel = new BroadcastChannel(`coffer-uploads-${account}`)
  const heard = new Set<string>()
  // A page that was left may answer for a while yet, or be kept for the back button: it is gone all the same.
  let away = false
  const leave = () => {
    away = true
  }
  const comeBack = () => {
    away = false
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string; here?: string }>) => {
    if (data.ask && !away) channel.postMessage({ here: own })
    if (data.here) heard.add(data.here)
  }
  return {
    own,
    living: async () => {
      heard.clear()
      heard.add(own)
      channel.postMessage({ ask: own })
      await new Promise((resolve) => setTimeout(resolve, patience))
      return heard
    },
    close: () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
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

/** Writes a queue's doings to its journal, many at a time, and finds what earlier tabs left unfinished. */
export const createKeeper = (journal: Journal, tabs: Tabs) => {
  const puts = new Map<string, JournalEntry>()
  const removes = new Set<string>()
  const left = new Map<string, JournalEntry>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let elsewhere = false

  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    const [added, gone] = [[...puts.values()], [...removes]]
    puts.clear()
    removes.clear()
    // A full or forbidden IndexedDB must not stop an upload.
    if (added.length > 0) await journal.put(added).catch(() => undefined)
    if (gone.length > 0) await journal.remove(gone).catch(() => undefined)
  }
  const later = () => {
    timer ??= setTimeout(() => void flush(), delay)
  }

  return {
    flush,
    keep: (uploads: readonly Upload[]) => {
      for (const upload of uploads) puts.set(upload.id, entryOf(upload, tabs.own))
      later()
    },
    forget: (ids: readonly string[]) => {
      for (const id of ids) {
        puts.delete(id)
        removes.add(id)
        left.delete(id)
      }
      later()
    },
    /** What tabs that are gone left unfinished, oldest first. */
    interrupted: async (): Promise<JournalEntry[]> => {
      const all = await journal.all().catch(() => [])
      if (all.length > 0) {
        const living = await tabs.living()
        for (const entry of all) if (!living.has(entry.tab)) left.set(entry.id, entry)
        elsewhere = all.some(({ tab }) => tab !== tabs.own && living.has(tab))
      }
      return [...left.values()].sort((a, b) => a.at - b.at)
    },
    /** Whether the last look found uploads that another tab says are its own. */
    foreign: (): boolean => elsewhere,
    leftovers: (): JournalEntry[] => [...left.values()],
    /** Takes the entry that this file continues: same path, size and time, and the same place unless it is told not to care. */
    match: (file: { path: string; size: number; lastModified: number }, target: UploadTarget | null) => {
      const wanted = matchKey(file)
      for (const entry of left.values()) {
        if (matchKey(entry) !== wanted || (target && entry.parentId !== target.id)) continue
        left.delete(entry.id)
        return entry
      }
      return null
    },
  }
}

export type Keeper = ReturnType<typeof createKeeper>
