import type { ConflictChoice } from '../contract.ts'

/** What must be known of an unfinished upload to go on with it after a reload. */
export interface JournalEntry {
  /** `upload_id`. */
  id: string
  /** Which tab it belongs to; a tab that is gone has interrupted uploads. */
  tab: string
  name: string
  path: string
  size: number
  lastModified: number
  parentId: string | null
  parentName: string
  choice: ConflictChoice | null
  /** ms since 1970. */
  at: number
}

/** Keeps entries across reloads. Writes are best effort: losing them costs a resumption, never a file. */
export interface Journal {
  all(): Promise<JournalEntry[]>
  put(entries: JournalEntry[]): Promise<void>
  remove(ids: string[]): Promise<void>
}

/** For browsers without IndexedDB (private windows of some) and for Node. */
export const memoryJournal = (): Journal => {
  const entries = new Map<string, JournalEntry>()
  return {
    all: async () => [...entries.values()],
    put: async (added) => {
      for (const entry of added) entries.set(entry.id, entry)
    },
    remove: async (ids) => {
      for (const id of ids) entries.delete(id)
    },
  }
}

/** The same file again: what a dropped file must share with an entry to go on with it. */
export const matchKey = (file: { path: string; size: number; lastModified: number }): string =>
  `${file.size} ${file.lastModified} ${file.path}`
