/** Syncs that one thread runs concurrently: with two threads, fewer than the thread pool has threads. */
export const maxConcurrentSyncs = 4

export interface WriteTask {
  id: number
  /** Paths before and after the rename. */
  staged: string
  blob: string
  bytes: Uint8Array
}

/** Files that one message hands to a thread. */
export type WriteBatch = WriteTask[]

export interface WriteResult {
  id: number
  /** Missing after success. */
  failedAt?: 'write' | 'sync' | 'rename'
  code?: string
  message?: string
}
