/** Syncs that a thread has under way: with two threads, less than the thread pool has room for. */
export const sideBySide = 4

export interface PutFile {
  task: number
  /** Paths before and after the rename. */
  staged: string
  blob: string
  bytes: Uint8Array
}

/** Files that are stored in one visit. */
export type PutOrder = PutFile[]

export interface PutAnswer {
  task: number
  /** Missing when all of it worked. */
  failedAt?: 'write' | 'sync' | 'rename'
  code?: string
  message?: string
}
