import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { blobPathOf } from '../blobs/paths.ts'
import type { BlobContent } from '../blobs/store.ts'
import type { StoreUses } from '../store-uses.ts'

/** A backup that cannot be made or used, with a one-line message for the terminal. */
export class BackupError extends Error {}

export interface FileDigest {
  /** Path within the snapshot. */
  file: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

/** The state of the database at one moment, as files. Complete when its manifest is there, which is written last. */
export interface Snapshot {
  readonly id: string
  /** Writes a new file from a stream; resolves once the bytes are durable. Rejects when `signal` aborts. */
  write(file: string, content: Readable, signal?: AbortSignal): Promise<FileDigest>
  read(file: string): Readable
  /** In bytes; null when the file does not exist. */
  size(file: string): Promise<number | null>
  /** Size in bytes and hash of a file, read completely; null when it does not exist or cannot be read. */
  digest(file: string): Promise<Omit<FileDigest, 'file'> | null>
}

/** Target of backups: snapshots of the database, and each blob of theirs once. Folders and buckets have the same files. */
export interface BackupStore {
  /** Name of the target for people, without secrets. */
  readonly name: string
  /**
   * Marks the target as owned by an installation. Throws `BackupError` when it holds backups of another one, or another copy
   * of the installation has made some there since.
   */
  claim(installationId: string, uses: StoreUses): Promise<void>
  /** Ids of the completed snapshots, the oldest first. */
  snapshots(): Promise<string[]>
  /** Begins a snapshot; its id is the time in UTC, and sorts last. Removes the remains of interrupted backups. */
  begin(at: Date): Promise<Snapshot>
  /** Writes the manifest and makes the snapshot complete. */
  finish(snapshot: Snapshot, manifest: object): Promise<void>
  /** A snapshot, and the text of its manifest file; '' when the manifest is missing. */
  find(id: string): Promise<{ snapshot: Snapshot; manifest: string }>
  /** Removes a snapshot, complete or not. */
  removeSnapshot(id: string): Promise<void>
  /** Whether a blob of this size is stored. Ask in the order of the keys: a bucket is listed once. */
  hasBlob(key: string, size: number): Promise<boolean>
  /** Copies a blob durably. Keeps the copy only if `accepts` returns true for the SHA-256 of the copied bytes. */
  storeBlob(key: string, blob: BlobContent, accepts: (sha256: Buffer) => boolean): Promise<boolean>
  /** Whether a stored blob is complete and unchanged. */
  isIntact(key: string, sha256: string): Promise<boolean>
  /** The content of a stored blob, in pieces. */
  readBlob(key: string): AsyncIterable<Buffer>
  /**
   * Keys of all stored blobs, in order. Removes the drafts of interrupted backups beside them; call it while no backup runs.
   */
  blobKeys(): AsyncIterable<string>
  removeBlob(key: string): Promise<void>
  close(): void
}

export const manifestFile = 'manifest.json'
/** Name of the file that says which installation a target belongs to. Two would remove each other's backups. */
export const backupOwnerFile = 'coffer-backups'

/** Throws `BackupError` when a target's owner is another installation. */
export const requireBackupOwner = (target: string, owner: string, installationId: string): void => {
  if (owner.trim() !== installationId)
    throw new BackupError(
      `${target} holds the backups of another installation: use another folder, or delete the file ${backupOwnerFile} there when that installation does not exist any more`,
    )
}

export const isSnapshotId = (name: string) => /^\d{8}T\d{9}Z$/.test(name)
const snapshotId = (at: Date) => at.toISOString().replace(/[-:.]/g, '')
const timeOf = (id: string) => Date.parse(id.replace(/^(....)(..)(..T..)(..)(..)(...Z)$/, '$1-$2-$3:$4:$5.$6'))

/**
 * Id of a new snapshot: the time, or one after the last snapshot if the clock was ahead when that one was made. The order of
 * ids decides which snapshots are the newest, kept and restored.
 */
export const newSnapshotId = (at: Date, existing: readonly string[]): string => {
  const last = timeOf([...existing].sort().at(-1) ?? '')
  return snapshotId(new Date(Math.max(at.getTime(), Number.isNaN(last) ? 0 : last + 1)))
}
export const blobPath = (key: string) => `blobs/${blobPathOf(key)}`

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

/** The text of a manifest file: JSON, and its SHA-256 in the last line. */
export const manifestText = (manifest: object): string => {
  const text = JSON.stringify(manifest, null, 2)
  return `${text}\n${sha256Of(text)}\n`
}

const openManifest = <Manifest>(content: string): Manifest | null => {
  const lines = content.trimEnd().split('\n')
  const sha256 = lines.pop()
  const text = lines.join('\n')
  return text !== '' && sha256Of(text) === sha256 ? (JSON.parse(text) as Manifest) : null
}

/** The named snapshot, or the newest, with its manifest. Throws `BackupError` when there is none, or it is torn. */
export const openSnapshot = async <Manifest>(
  store: BackupStore,
  id?: string,
): Promise<{ snapshot: Snapshot; manifest: Manifest }> => {
  const chosen = id ?? (await store.snapshots()).at(-1)
  if (!chosen) throw new BackupError(`${store.name} holds no complete backup`)
  const torn = new BackupError(`backup ${chosen} is incomplete or damaged: its manifest is missing or was changed`)
  if (!isSnapshotId(chosen)) throw torn
  const { snapshot, manifest: content } = await store.find(chosen)
  const manifest = openManifest<Manifest>(content)
  if (!manifest) throw torn
  return { snapshot, manifest }
}

/** Throws `BackupError` when a file of a snapshot is missing, unreadable or was changed. */
export const verifyBackupFile = async (snapshot: Snapshot, { file, bytes, sha256 }: FileDigest): Promise<void> => {
  const digest = await snapshot.digest(file)
  if (digest?.bytes !== bytes || digest.sha256 !== sha256)
    throw new BackupError(`backup ${snapshot.id} is damaged: ${file} is not as it was written`)
}
