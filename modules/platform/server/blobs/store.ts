import type { StoreUses } from '../store-uses.ts'

/** A file that an upload is still writing; not yet a blob. */
export interface StagedFile {
  /** Size in bytes when it was opened. */
  readonly size: number
  /** Writes all pieces from `position` on. */
  write(pieces: Buffer[], position: number): Promise<void>
  read(into: Buffer, position: number): Promise<number>
  truncate(size: number): Promise<void>
  /** Resolves when the bytes are on the disk; with `all`, the file's metadata too. After a failure the file is lost. */
  sync(extent?: 'data' | 'all'): Promise<void>
  close(): Promise<void>
}

/** The content of a blob, for those who do not release it. */
export interface BlobContent {
  readonly size: number
  /** Fills `into` from `position`; resolves with the bytes read (0 at the end). */
  read(into: Buffer, position: number): Promise<number>
}

/** A blob that stays open until `release`. */
export interface OpenBlob extends BlobContent {
  release(): void
}

/** A blob as a file, for libraries that need a path; valid until `release`. */
export interface LocalFile {
  readonly path: string
  release(): Promise<void>
}

/** A download that browsers fetch from the store itself. */
export interface DirectDownload {
  /** `Content-Disposition` and `Content-Type` of the response. */
  disposition: string
  contentType: string
  /** How long the URL may be used to begin. */
  ttlSeconds: number
}

/** First and last byte, both included. */
export interface BlobRange {
  start: number
  end: number
}

/** A file or object of a blob store, as its lists name it. */
export interface BlobStoreEntry {
  key: string
  size: number
  modifiedAt: Date
}

export type BlobFailure = 'full' | 'unhealthy' | 'missing' | 'exists'

/**
 * `full`: no space for the file; `unhealthy`: the store is unreachable, or a write failed; `missing`: no such file;
 * `exists`: the file already exists.
 */
export class BlobError extends Error {
  readonly reason: BlobFailure
  constructor(reason: BlobFailure, cause?: unknown, message = `blob store: ${reason}`) {
    super(message, { cause })
    this.reason = reason
  }
}

/** The store must not be used: it belongs to another installation, or is spread over several disks. */
export class UnusableStoreError extends Error {}

/** The store is empty, although the installation has files. */
export class EmptyStoreError extends UnusableStoreError {}

/**
 * The blobs that an installation expects in its store. `none`: it has no data, so blobs in a local store without a mark
 * belong to another installation. `some`: it has files, so an empty store is the wrong one, unless `emptyStoreMark` says that it
 * is right. `any`: either.
 */
export type ExpectedContent = 'none' | 'some' | 'any'

/** Name of the file or object by which an administrator lets a store be empty; its content is the id of the installation. */
export const emptyStoreMark = 'coffer-empty'

/** Bytes of the disk that uploads are staged on. */
export interface BlobSpace {
  free: number
  total: number
  reserve: number
}

/**
 * Stores file content (docs/security.md). Keys are random hex and reveal nothing; file names never reach the store.
 * Uploads are staged on the local disk whatever the store is (docs/decisions/0031-s3-blob-store.md).
 */
export interface BlobStore {
  /**
   * Marks the store as owned by an installation, and as used by this copy of it. Throws `UnusableStoreError` when the store
   * must not be used, and `unhealthy` while that is unknown: no blob is stored before it is known.
   */
  claim(installationId: string, expected?: ExpectedContent, uses?: StoreUses): Promise<void>
  /** Throws `UnusableStoreError`, and uses the store no more, when another copy of the installation has used it since. */
  renewUse?(): Promise<void>
  /** A new key, for the staged file and then the blob. Keys generated in quick succession share a folder, and so its fsync. */
  newKey(): string
  /** `scratch`: a file that is never committed, so that a remote store does not send its bytes. */
  stage(key: string, options?: { scratch?: boolean }): Promise<StagedFile>
  /** Opens a staged file again; `missing` when it does not exist. */
  reopen(key: string): Promise<StagedFile>
  /** Copies or links a blob to a staged file `to`; `missing` when the blob does not exist. */
  restage(key: string, to: string): Promise<void>
  /** Turns a staged and fully synced file into a durable blob. */
  commit(key: string): Promise<void>
  /** Stores a small file in one call; the blob is durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>
  discard(key: string): Promise<void>
  /** `range`: the bytes that the caller is going to read; a remote store fetches no more. Default: the whole blob. */
  open(key: string, range?: BlobRange): Promise<OpenBlob>
  /**
   * Reads many small blobs, each as long as its buffer; in a thread of its own where all buffers lie in one piece of shared
   * memory. Rejects with `missing` when a blob does not exist or is shorter.
   */
  readSmall(blobs: readonly { key: string; into: Buffer }[]): Promise<void>
  /**
   * The blob as a file, for libraries that need a path (image decoder). A remote store copies it, or only its first `maxBytes`
   * where the caller reads no more.
   */
  localFile(key: string, options?: { maxBytes?: number }): Promise<LocalFile>
  /** A URL by which anybody may download the blob without asking this server; null where the store has no such URLs. */
  directUrl(key: string, download: DirectDownload): Promise<string | null>
  /** Removes a blob. A missing one counts as removed. */
  unlink(key: string): Promise<void>
  /**
   * Moves a blob to the quarantine, unless it is gone. `emptyQuarantine` deletes the blobs that were moved before `before`
   * and resolves with their number.
   */
  quarantine(key: string): Promise<void>
  /** Moves a quarantined blob back; does nothing when the blob is in place. `missing` when it is in neither folder. */
  restore(key: string): Promise<void>
  quarantined(): AsyncIterable<BlobStoreEntry>
  emptyQuarantine(before: Date): Promise<number>
  blobs(): AsyncIterable<BlobStoreEntry>
  staged(): AsyncIterable<BlobStoreEntry>
  stat(key: string): Promise<BlobStoreEntry | null>
  /**
   * Free and total space of the disk where uploads are staged, and the reserve that uploads must leave. Null where the file
   * system reports no size, as some network file systems do: a full disk then shows only as a failed write.
   */
  space(): Promise<BlobSpace | null>
  /** Time of a remote store minus that of this server, in ms; 0 where they agree. */
  clockOffsetMs?(): number
  /**
   * Throws `full` when `bytes` more would leave less than the reserve, `unhealthy` after a failed write. `staged: false`:
   * the bytes are stored by `put`, for which a remote store does not use the local disk.
   */
  ensureRoom(bytes: number, options?: { staged?: boolean }): Promise<void>
  /** Writes, syncs and removes a small file; true when all steps worked. The result is reused for ten seconds. */
  probe(): Promise<boolean>
  close(): void
}
