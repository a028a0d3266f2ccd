import type { Tx } from '../../../platform/index.ts'
import type { ItemKind } from '../../tree/contract.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'

/** A durable blob whose rows are not committed yet. */
export interface PendingFile {
  scope: Scope
  /** Target folder, where it exists already. */
  parentId: string | null
  /** Finds or creates the target folder in the transaction that creates the file. Takes precedence over `parentId`. */
  ensureParent?: (tx: Tx) => Promise<string | null>
  name: string
  key: string
  size: number
  sha256: Buffer
  crc32: number
  mediaType: string
  kind: ItemKind
  /** Thumbnails of it will be made. */
  wantsThumbnails: boolean
  modifiedAt: Date | null
  /** Quota of the owner in bytes; null: no limit. */
  limit: number | null
  /** Id by which a repeated last chunk finds the file. */
  uploadId: string
  /** Size of the last chunk, and its CRC-32 where it was computed. */
  lastChunk: { size: number; crc: number | null }
}

interface InsertedIds {
  item: string
  blob: string
}

/** The row as it was just inserted. */
export const insertedItemRow = (pendingFile: PendingFile, ids: InsertedIds, createdAt: Date): ItemRow => ({
  id: ids.item,
  owner_id: pendingFile.scope.ownerId,
  creator_id: pendingFile.scope.actor.userId,
  parent_id: pendingFile.parentId,
  is_folder: false,
  name: pendingFile.name,
  kind: pendingFile.kind,
  size: pendingFile.size,
  color: null,
  emoji: null,
  child_count: 0,
  trashed_at: null,
  created_at: createdAt,
  updated_at: createdAt,
  modified_at: pendingFile.modifiedAt,
  blob_id: ids.blob,
  media_type: pendingFile.mediaType,
  sha256: pendingFile.sha256,
  thumbnail_status: pendingFile.wantsThumbnails ? 'pending' : 'none',
  favorite: false,
  creator: null,
})
