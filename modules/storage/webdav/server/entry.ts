import type { Item } from '../../tree/contract.ts'
import { etagOf, type ItemRow } from '../../tree/index.ts'

/** A file or folder as WebDAV shows it. */
export interface Entry {
  id: string
  name: string
  isFolder: boolean
  size: number
  /** Items in a folder. */
  children: number
  mediaType: string | null
  /** ETag of a file's content. */
  etag: string | null
  createdAt: Date
  /** When its content was changed, as far as its sender told it. */
  changedAt: Date
}

export const entryOfRow = (row: ItemRow): Entry => ({
  id: row.id,
  name: row.name,
  isFolder: row.is_folder,
  size: row.size,
  children: row.child_count,
  mediaType: row.media_type,
  etag: row.sha256 && etagOf(row.sha256),
  createdAt: row.created_at,
  changedAt: row.modified_at ?? row.updated_at,
})

/** The item under the name by which its collection lists it. */
export const entryOfItem = ({ id, type, attributes }: Item, name: string): Entry => ({
  id,
  name,
  isFolder: type === 'folder',
  size: attributes.size ?? 0,
  children: attributes.items,
  mediaType: attributes.mimetype,
  etag: attributes.etag,
  createdAt: new Date(attributes.created_at),
  changedAt: new Date(attributes.modified_at ?? attributes.updated_at),
})
