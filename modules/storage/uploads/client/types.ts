import type { Item } from '../../tree/contract.ts'
import type { ConflictChoice } from '../contract.ts'

/** Target folder: its id, or null for the root. The name is only displayed. */
export interface UploadTarget {
  id: string | null
  name: string
  /** The folder belongs to another account, whose storage the files use. */
  isForeign?: boolean | undefined
}

export type UploadStatus =
  | 'checking'
  | 'waiting'
  | 'uploading'
  | 'processing'
  | 'paused'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'cancelled'

/** Why a file failed: a stable code, and the server's message where it has one (401). */
export interface UploadFailure {
  code: string
  status: number
  message: string | null
  /** The file was not sent, because it cannot be uploaded as it is. */
  rejected?: Rejection
}

/** Why a file is not sent: it is empty, its type is not allowed, it is too large, or its name cannot be used. */
export type Rejection = 'empty' | 'blacklisted' | 'too-large' | 'names'

/** One upload. A plain object, because there may be ten thousand of them. */
export interface Upload {
  /** `upload_id` of the protocol; unchanged after a reload. */
  readonly id: string
  readonly file: File
  readonly name: string
  readonly size: number
  readonly target: UploadTarget
  /** `A/B/name.ext` below the target for files of a folder; the bare name otherwise. */
  readonly path: string
  readonly group: UploadGroup
  /** The choice for an existing file of that name; null: none was found. */
  choice: ConflictChoice | null
  status: UploadStatus
  /** Whether the person was asked about an existing file of its name, if there is one. Nothing is sent before that. */
  isChecked: boolean
  /** Bytes that the server has acknowledged. */
  offset: number
  /** Bytes of the running chunk that were sent. */
  inFlightBytes: number
  /** The server may have more bytes than `offset`: query it before sending. */
  mustQueryOffset: boolean
  /** A chunk was sent before, so the server may hold bytes of the file. */
  isStarted: boolean
  /** This page sent the last chunk and has no response: the file may be stored. */
  mayBeStored: boolean
  failure: UploadFailure | null
  /** Bytes per second over the last seconds; null while unknown. */
  speed: number | null
  abort: AbortController | null
}

/** Files that were added together. A dropped folder is one group, shown as one row. */
export interface UploadGroup {
  readonly id: number
  /** Name of the folder, or null for single files. */
  readonly folder: string | null
  readonly target: UploadTarget
  uploads: Upload[]
  /** Folders without files, as `A/B` below the target. */
  readonly emptyFolders: string[]
  counters: UploadCounters
}

/** Sums that are updated with every change, so that nothing has to iterate over all files. */
export interface UploadCounters {
  files: number
  bytes: number
  /** Bytes that are on the server or were sent. */
  sent: number
  /** Bytes that remain to be sent; failed and paused files do not count. */
  left: number
  done: number
  failed: number
  paused: number
  skipped: number
}

export const emptyCounters = (): UploadCounters => ({
  files: 0,
  bytes: 0,
  sent: 0,
  left: 0,
  done: 0,
  failed: 0,
  paused: 0,
  skipped: 0,
})

/** Limits of `GET /api/config` for uploads. */
export interface UploadLimits {
  /** Bytes. */
  chunkSize: number
  /** Bytes; 0 = none. */
  uploadLimit: number
  /** Extensions and media subtypes, lower case. */
  blacklist: string[]
}

/** Whether another attempt may succeed. */
export const isRetryable = ({ status, failure }: Upload): boolean => status === 'failed' && !failure?.rejected

export type UploadedListener = (item: Item, target: UploadTarget, file: File) => void
export type FailedListener = (failure: UploadFailure) => void
export type FoldersListener = (target: UploadTarget) => void
