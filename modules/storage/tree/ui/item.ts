import { type FileKind, fileKind } from '../../../web/contract.ts'
import { hrefOf, type Section } from '../client/location.ts'
import type { Item } from '../contract.ts'

export const iconKindOf = ({ type, attributes }: Item): FileKind =>
  type === 'folder' ? 'folder' : fileKind(attributes.mimetype, attributes.extension)

/** Link of the name: the folder, or the file's content. */
export const itemHref = (item: Item, section: Section): string | undefined =>
  item.type === 'folder'
    ? hrefOf({ section: section === 'trash' ? 'trash' : 'files', id: item.id })
    : (item.attributes.file_url ?? undefined)

/** When the item was changed last: the file's own time, where its uploader sent one. Lists sort by it as `updated_at`. */
export const changedAt = ({ attributes }: Item): string => attributes.modified_at ?? attributes.updated_at

export const isFavorite = (item: Item): boolean => item.relationships.favourites?.favourite === true
