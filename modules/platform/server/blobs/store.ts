/** A file being received: not yet a blob, of no use to anybody but its upload. */
export interface StagedFile {
  /** Bytes in it when it was opened. */
  readonly size: number
  /** Writes all pieces from `position` on. */
  write(pieces: Buffer[], position: number): Promise<void>
  read(into: Buffer, position: number): Promise<number>
  truncate(size: number): Promise<void>
  /** Bytes are on the disk when it resolves; `full`: the file's own facts too. After a failure the file is lost. */
  sync(full?: boolean): Promise<void>
  close(): Promise<void>
}

/** Bytes of a blob, held open until `release`. */
export interface OpenBlob {
  readonly size: number
  /** Fills `into` from `position`; resolves with the bytes read (0 at the end). */
  read(into: Buffer, position: number): Promise<number>
  release(): void
}

export interface StoredFile {
  key: string
  size: number
  modifiedAt: Date
}

export type BlobFailure = 'full' | 'unhealthy' | 'missing' | 'exists'

/** `full`: no room on the disk; `unhealthy`: the disk refused a write; `missing`: no such file; `exists`: it is there. */
export class BlobError extends Error {
  readonly reason: BlobFailure
  constructor(reason: BlobFailure, cause?: unknown) {
    super(`blob store: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Where the bytes of files are (SECURITY.md §2.2). Keys are random hex and tell nothing; names never get here.
 * A driver for an object store implements the same: `stage` a multipart upload, `commit` its completion.
 */
export interface BlobStore {
  /** A fresh key, for the staged file and then the blob. Keys of a moment share a folder: one fsync serves them all. */
  newKey(): string
  stage(key: string): Promise<StagedFile>
  /** A staged file again; `missing` when it is gone. */
  reopen(key: string): Promise<StagedFile>
  /** Takes a committed blob that no row refers to back to the staged files, as `to`; `missing` when there is none. */
  uncommit(key: string, to: string): Promise<void>
  /** Makes a staged and fully synced file a durable blob. */
  commit(key: string): Promise<void>
  /** A small file in one step: staged, synced, a durable blob when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>
  discard(key: string): Promise<void>
  open(key: string): Promise<OpenBlob>
  /** Many small blobs in one go, each as long as its buffer, side by side with the caller where the buffers lie in one shared
   * piece of memory; `missing` for one that is gone or shorter. */
  readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void>
  /** Path for a program that needs one (image decoder). */
  localPath(key: string): string
  /** Gone already counts as done. */
  unlink(key: string): Promise<void>
  /** Takes a blob out of the way without destroying it; `emptyQuarantine` ends those set aside before `before`. */
  quarantine(key: string): Promise<void>
  /** Puts a quarantined blob back; nothing happens to one that is in place. `missing` when it is neither here nor there. */
  restore(key: string): Promise<void>
  quarantined(): AsyncIterable<StoredFile>
  emptyQuarantine(before: Date): Promise<number>
  blobs(): AsyncIterable<StoredFile>
  staged(): AsyncIterable<StoredFile>
  stat(key: string): Promise<StoredFile | null>
  /** Throws `full` when `bytes` more would leave less than the reserve, `unhealthy` after a failed write. */
  ensureRoom(bytes: number): Promise<void>
  /** Writes, syncs and removes a small file; true when all of it worked. Kept for ten seconds. */
  probe(): Promise<boolean>
  close(): void
}
