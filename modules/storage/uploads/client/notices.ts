import type { UploadFailure } from './types.ts'
import type { Guarded } from './validate-files.ts'

/** What the person is told; the words are the user interface's. */
export type Notice =
  /** What the guards turned away; all lists may be empty. `limit` in bytes. */
  | ({ kind: 'refused'; limit: number } & Omit<Guarded, 'accepted'>)
  | { kind: 'restricted'; limitReached: boolean }
  /** A file failed; `stopped`: the queue holds, since the others would fail alike. */
  | { kind: 'failed'; name: string; failure: UploadFailure; stopped: boolean }
  | { kind: 'folders-failed'; count: number }
  /** Files given to continue interrupted uploads that belong to none. */
  | { kind: 'strangers'; names: string[] }
