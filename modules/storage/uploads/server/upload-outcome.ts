import type { Db } from '../../../platform/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { requireItem, storageErrors } from '../../tree/index.ts'
import type { UploadSessionRow } from './sessions.ts'

/** What a chunk led to: a partial upload with the offset reached, or the stored file. `created`: no existing file was kept. */
export type UploadOutcome =
  | { kind: 'part'; id: string; offset: number; finished: boolean; expiresAt: Date }
  | { kind: 'file'; row: ItemRow; created: boolean }

/** The outcome of an upload's last chunk. */
export type StoredFile = Extract<UploadOutcome, { kind: 'file' }>

export const partialOutcome = (session: UploadSessionRow): UploadOutcome => ({
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
