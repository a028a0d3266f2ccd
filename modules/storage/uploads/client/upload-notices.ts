import type { UploadFailure } from './types.ts'
import type { RejectedFile } from './validate-files.ts'

/** Reports to the person; the user interface supplies the texts. */
export type UploadNotice =
  /** Files that failed validation; files of a new selection also stay listed, each in its row. `limit` in bytes. */
  | { kind: 'rejected'; limit: number; files: readonly RejectedFile[] }
  | { kind: 'restricted'; limitReached: boolean }
  /**
   * A file failed. `stopped`: the queue is paused, because the other files would fail alike. `isForeign`: the file was to use
   * the storage of another account.
   */
  | { kind: 'failed'; name: string; failure: UploadFailure; stopped: boolean; isForeign: boolean }
  /** Paths of a drop that the browser could not read. */
  | { kind: 'unreadable'; names: string[] }
  /** The code that reads dropped folders could not be loaded. */
  | { kind: 'not-loaded' }
  | { kind: 'folders-failed'; count: number; retry(): void }
  /** Files selected to resume interrupted uploads that match none of them. */
  | { kind: 'unmatched'; names: string[] }
