import { toIso } from '../../../shared/contract.ts'
import { presentPerson } from '../../../users/index.ts'
import { extensionOf, type Item } from '../contract.ts'
import type { ItemRow } from './item.row.ts'
import type { Scope } from './scope.ts'
import { pathWithQuery, thumbnailsOf } from './thumbnail-urls.ts'

export interface ItemPresentation {
  /** Appended to `file_url` and thumbnail URLs, such as `share=TOKEN`; empty for signed-in users. */
  query?: string
  /** Parent of the item, where the listing spans several folders. */
  parent?: { id: string; name: string } | null
  /** False for visitors: leaves out favorites and creators. */
  favorites?: boolean
  /** Permission of a signed-in caller for items of another account. */
  access?: 'editor' | 'visitor'
  /** Name of the owner of items of another account. */
  owner?: string
  /** When the folder of the items was trashed. */
  trashedAt?: Date | null
  /** Root of a visitor's scope, whose parent is hidden. */
  top?: string
}

/** Presentation of items to the caller of a scope: signed-in callers see their permission for items of other owners. */
export const presentationOf = (
  { actor, ownerId, ownerName, permission }: Scope,
  presentation: ItemPresentation = {},
): ItemPresentation =>
  actor.userId === null || actor.userId === ownerId || permission === 'owner'
    ? presentation
    : { ...presentation, access: permission, ...(ownerName === undefined ? {} : { owner: ownerName }) }

/** When it was trashed, itself or with its folder. */
const trashedAt = (row: ItemRow, presentation: ItemPresentation): Date | null =>
  row.trashed_at ?? presentation.trashedAt ?? null

/** Query of a file's URL. Only owners get the content of trashed files. */
const fileQuery = (row: ItemRow, presentation: ItemPresentation): string | undefined => {
  const { query, access } = presentation
  const isOwners = query === undefined && access === undefined
  return isOwners && trashedAt(row, presentation) !== null ? 'trashed=1' : query
}

/** Strong ETag of a file's content, quotes included (D31). */
export const etagOf = (sha256: Buffer): string => `"${sha256.toString('hex').slice(0, 32)}"`

const fileUrl = (row: ItemRow, query?: string) =>
  pathWithQuery(`/file/${row.id}/${encodeURIComponent(row.name)}`, query)

const creatorOf = ({ creator }: ItemRow) =>
  creator ? { creator: { data: { ...presentPerson(creator), type: 'creator' } } } : {}

const fileAttributes = (row: ItemRow, presentation: ItemPresentation) => ({
  items: 0,
  size: row.size,
  mimetype: row.media_type,
  extension: extensionOf(row.name),
  file_url: fileUrl(row, fileQuery(row, presentation)),
  thumbnail: row.thumbnail_status === 'ready' ? thumbnailsOf(row, presentation.query) : null,
  thumbnail_pending: row.thumbnail_status === 'pending',
  etag: row.sha256 ? etagOf(row.sha256) : null,
})

const folderAttributes = (row: ItemRow) => ({
  items: row.child_count,
  // Deltas are aggregated later: a removal may be included before the addition that it reverts.
  size: Math.max(row.size, 0),
  mimetype: null,
  extension: null,
  file_url: null,
  thumbnail: null,
  thumbnail_pending: false,
  etag: null,
})

/** The item under another name, by which the caller knows it. */
export const presentUnderName = (item: Item, name: string): Item => {
  const { extension, file_url } = item.attributes
  return {
    ...item,
    attributes: {
      ...item.attributes,
      name,
      extension: item.type === 'file' ? extensionOf(name) : extension,
      file_url: file_url?.replace(/(?<=^\/file\/[^/]+\/)[^?]*/, encodeURIComponent(name)) ?? null,
    },
  }
}

/** Maps a row to the contract's `Item`, field by field. */
export const presentItem = (row: ItemRow, presentation: ItemPresentation = {}): Item => ({
  id: row.id,
  type: row.is_folder ? 'folder' : 'file',
  attributes: {
    name: row.name,
    color: row.color,
    emoji: row.emoji,
    parent_id: row.id === presentation.top ? null : row.parent_id,
    kind: row.kind,
    ...(row.is_folder ? folderAttributes(row) : fileAttributes(row, presentation)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    modified_at: toIso(row.modified_at),
    deleted_at: toIso(trashedAt(row, presentation)),
    ...(presentation.access ? { access: presentation.access } : {}),
    ...(presentation.owner === undefined ? {} : { owner: presentation.owner }),
  },
  relationships: {
    ...(presentation.parent
      ? {
          parent: {
            data: { id: presentation.parent.id, type: 'folder', attributes: { name: presentation.parent.name } },
          },
        }
      : {}),
    ...(presentation.favorites === false ? {} : creatorOf(row)),
    ...(row.is_folder && presentation.favorites !== false ? { favourites: { favourite: row.favorite } } : {}),
  },
})
