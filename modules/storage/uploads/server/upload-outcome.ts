import type { Db } from '../../../platform/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { isTerminalError, requireItem, storageErrors } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import type { UploadSessionRow } from './sessions.ts'

/**
 * Outcome of a chunk: a partial upload with the offset reached, or the stored file. `created`: no existing file was kept.
 */
export type UploadOutcome =
  | { kind: 'part'; id: string; offset: number; finished: boolean; expiresAt: Date }
  | { kind: 'file'; row: ItemRow; created: boolean }

/** The outcome of an upload's last chunk. */
export type StoredFile = Extract<UploadOutcome, { kind: 'file' }>
/** The outcome of any other chunk. */
export type PartialUpload = Extract<UploadOutcome, { kind: 'part' }>

/** The outcome of a call that contained a whole file: it is stored, or the call has thrown. */
export const storedFile = (outcome: UploadOutcome): StoredFile => {
  if (outcome.kind === 'part') throw new Error('a whole file left a partial upload')
  return outcome
}

export const partialOutcome = (session: UploadSessionRow): PartialUpload => ({
  kind: 'part',
  id: session.id,
  offset: session.received_bytes,
  finished: session.finished_at !== null,
  expiresAt: session.expires_at,
})

/** The file of a finished upload. 404 when it is in the trash or purged. */
export const fileOutcome = async (db: Db, scope: Scope, session: UploadSessionRow): Promise<StoredFile> => {
  if (session.item_id === null) throw storageErrors.fail('item-not-found')
  return { kind: 'file', row: (await requireItem(db, scope, session.item_id)).item, created: true }
}

/**
 * The file of a finished upload without an `upload_id`, whose last chunk arrives again. Null where that begins another
 * upload: the file is in the trash or purged, or it was one chunk and has other content or another folder by now. Of
 * several chunks, another upload begins with the first one.
 */
export const repeatedOutcome = async (
  deps: Pick<UploadsDeps, 'db' | 'folders'>,
  scope: Scope,
  session: UploadSessionRow,
  request: ChunkRequest,
): Promise<StoredFile | null> => {
  try {
    const outcome = await fileOutcome(deps.db, scope, session)
    const isOneChunk = session.last_chunk_size === session.received_bytes
    return !isOneChunk || (await isInPlace(deps, scope, session, request, outcome.row)) ? outcome : null
  } catch (error) {
    if (isTerminalError(error)) return null
    throw error
  }
}

/** Whether the file has the content of the upload, in the folder that the request names. */
const isInPlace = async (
  { db, folders }: Pick<UploadsDeps, 'db' | 'folders'>,
  scope: Scope,
  { staging_key: key }: UploadSessionRow,
  { parentId, folders: names, ensurePath }: ChunkRequest,
  { blob_id, parent_id }: ItemRow,
): Promise<boolean> => {
  const rows = await db.query('select 1 from blobs where id = $1 and key = $2', [blob_id, key])
  if (rows.length === 0) return false
  // The folder of a file request is known to its module only.
  if (ensurePath) return true
  const folder = await folders.findPath(db, scope, parentId, names)
  return folder === parent_id && (folder !== null || names.length === 0)
}
