import { type PersonRow, personJsonSql } from '../../../users/index.ts'
import type { ItemEmoji, ItemKind } from '../contract.ts'

/** One item as listings select it: the row, metadata of its blob, creator and favorite flag. */
export interface ItemRow {
  id: string
  owner_id: string
  creator_id: string | null
  parent_id: string | null
  is_folder: boolean
  name: string
  kind: ItemKind
  /** Bytes; of a folder, all bytes in its tree at the last aggregation. */
  size: number
  color: string | null
  emoji: ItemEmoji | null
  child_count: number
  trashed_at: Date | null
  created_at: Date
  updated_at: Date
  modified_at: Date | null
  blob_id: string | null
  media_type: string | null
  sha256: Buffer | null
  thumbnail_status: 'none' | 'pending' | 'ready' | 'failed' | null
  favorite: boolean
  /** The account that created it. */
  creator: PersonRow | null
}

const ofItem = `i.id, i.owner_id, i.creator_id, i.parent_id, i.is_folder, i.name, i.kind,
  case when i.is_folder then coalesce((select z.size from folder_sizes z where z.folder_id = i.id), 0) else i.size end as size,
  i.color, i.emoji, i.child_count, i.trashed_at, i.created_at, i.updated_at, i.modified_at, i.blob_id`

/** Columns of `ItemRow` over `itemJoins`, with the item aliased `i`. */
export const itemColumns = `${ofItem}, b.media_type, b.sha256, b.thumbnail_status, f.item_id is not null as favorite,
  case when c.id is not null then ${personJsonSql('c')} end as creator`

/** Joins that `itemColumns` needs; `actor` is the placeholder of the caller's user id (null for visitors). */
export const itemJoins = (actor: string) => `left join blobs b on b.id = i.blob_id
  left join favourites f on f.item_id = i.id and f.user_id = ${actor}::uuid
  left join user_summaries c on c.id = i.creator_id`
