import type { Item } from '../../tree/contract.ts'
import type { ConflictChoice } from '../contract.ts'

/** Where files go: a folder's id, or null for the root; the name is for people only. */
export interface UploadTarget {
  id: string | null
  name: string
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

/** Why a file failed: a stable code, and the server's own words where it has some (401). */
export interface UploadFailure {
  code: string
  status: number
  message: string | null
}

/** One file on its way. A plain object: ten thousand of them must cost nothing. */
export interface Upload {
  /** `upload_id` of the protocol; the same after a reload. */
  readonly id: string
  readonly file: File
  readonly name: string
  readonly size: number
  readonly target: UploadTarget
  /** `A/B/name.ext` below the target for files of a folder; the bare name otherwise. */
  readonly path: string
  readonly group: UploadGroup
  /** What to do about the file of that name that is there; null: none was found. */
  choice: ConflictChoice | null
  status: UploadStatus
  /** Bytes the server has acknowledged. */
  offset: number
  /** Bytes of the running chunk that have left. */
  sending: number
  /** The server may know more than we do: ask before sending. */
  ask: boolean
  /** Sent before, so that the server may hold bytes of it. */
  begun: boolean
  failure: UploadFailure | null
  /** Bytes per second over the last seconds; null while unknown. */
  speed: number | null
  abort: AbortController | null
}

/** What was added together. A dropped folder is one group, shown as one row. */
export interface UploadGroup {
  readonly id: number
  /** Name of the folder, or null for loose files. */
  readonly folder: string | null
  readonly target: UploadTarget
  readonly uploads: Upload[]
  /** Folders without files, as `A/B` below the target. */
  readonly emptyFolders: string[]
  tally: Tally
}

/** Sums kept up to date with every change, so that nothing walks through all files. */
export interface Tally {
  files: number
  bytes: number
  /** Bytes that are on the server or on their way there. */
  sent: number
  /** Bytes that are still to come without anybody's help (not those of failed and paused files). */
  left: number
  done: number
  failed: number
  paused: number
  skipped: number
}

export const emptyTally = (): Tally => ({
  files: 0,
  bytes: 0,
  sent: 0,
  left: 0,
  done: 0,
  failed: 0,
  paused: 0,
  skipped: 0,
})

/** Limits of `GET /api/config` that uploads obey. */
export interface UploadLimits {
  /** Bytes. */
  chunkSize: number
  /** Bytes; 0 = none. */
  uploadLimit: number
  /** Extensions and media subtypes, lower case. */
  blacklist: string[]
}

export type UploadedListener = (item: Item, target: UploadTarget) => void
export type FailedListener = (failure: UploadFailure) => void
export type FoldersListener = (target: UploadTarget) => void
