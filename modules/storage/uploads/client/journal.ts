import type { Upload } from './types.ts'

/** Fields of an upload that are not stored, or in another form: `file` and `target`. */
type NotStored =
  | 'file'
  | 'target'
  | 'group'
  | 'status'
  | 'offset'
  | 'inFlightBytes'
  | 'mustQueryOffset'
  | 'isStarted'
  | 'mayBeStored'
  | 'failure'
  | 'speed'
  | 'abort'

/** The part of an unfinished upload that resumes it after a reload. */
export interface JournalEntry extends Omit<Upload, NotStored> {
  /** Id of the tab that runs the upload. When that tab is closed, the upload is interrupted. */
  tab: string
  lastModified: number
  parentId: string | null
  parentName: string
  isForeign?: boolean | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** Stores entries across reloads. Writes are best effort: a lost entry costs a resumption, never a file. */
export interface Journal {
  all(): Promise<JournalEntry[]>
  put(entries: JournalEntry[]): Promise<void>
  remove(ids: string[]): Promise<void>
}

/** For browsers without IndexedDB (some private windows) and for Node. */
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

/** Key that a file shares with the entry of the upload that it resumes: path, size and time. */
export const matchKey = (file: { path: string; size: number; lastModified: number }): string =>
  `${file.size} ${file.lastModified} ${file.path}`
