import type { Tx } from '../../../platform/index.ts'
import type { ItemKind } from '../../tree/contract.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'

/** Bytes that lie as a durable blob and wait for their rows. */
export interface Candidate {
  scope: Scope
  /** The folder it goes to, where that is there already. */
  parentId: string | null
  /** Finds or makes the folder instead, in the transaction that makes the file. */
  ensureParent?: (tx: Tx) => Promise<string | null>
  name: string
  key: string
  size: number
  sha256: Buffer
  crc32: number
  mediaType: string
  kind: ItemKind
  modifiedAt: Date | null
  /** Most bytes the owner may hold; null: no limit. */
  limit: number | null
  /** Id under which a repeat of the last chunk finds the file. */
  uploadId: string
  /** Size of the last chunk and its CRC where it was taken. */
  lastChunk: { size: number; crc: number | null }
}

/** Formats the thumbnail job decodes (SECURITY.md §4, uploads); of recordings the cover that they may bring. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const recordings = /^audio\/(mpeg|mp4|x-m4a|flac|x-flac|ogg)\b/
export const wantsThumbnails = (mediaType: string): boolean => pictures.has(mediaType) || recordings.test(mediaType)

export interface Ids {
  item: string
  blob: string
}

/** The row as it was just inserted. */
export const rowOf = (candidate: Candidate, ids: Ids, createdAt: Date): ItemRow => ({
  id: ids.item,
  owner_id: candidate.scope.ownerId,
  creator_id: candidate.scope.actor.userId,
  parent_id: candidate.parentId,
  is_folder: false,
  name: candidate.name,
  kind: candidate.kind,
  size: candidate.size,
  color: null,
  emoji: null,
  child_count: 0,
  trashed_at: null,
  created_at: createdAt,
  updated_at: createdAt,
  modified_at: candidate.modifiedAt,
  blob_id: ids.blob,
  media_type: candidate.mediaType,
  sha256: candidate.sha256,
  thumbnails: wantsThumbnails(candidate.mediaType) ? 'pending' : 'none',
  favourite: false,
  creator: null,
})
