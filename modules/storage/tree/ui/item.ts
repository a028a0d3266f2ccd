import { type FileKind, fileKind } from '../../../web/ui.ts'
import { hrefOf, type View } from '../client/location.ts'
import type { Item } from '../contract.ts'

export const glyphOf = ({ type, attributes }: Item): FileKind =>
  type === 'folder' ? 'folder' : fileKind(attributes.mimetype, attributes.extension)

/** Where the name leads: into the folder, or to the file's bytes. */
export const addressOf = (item: Item, view: View): string | undefined =>
  item.type === 'folder'
    ? hrefOf({ view: view === 'trash' ? 'trash' : 'files', id: item.id })
    : (item.attributes.file_url ?? undefined)

export const isFavourite = (item: Item): boolean => item.relationships.favourites?.favourite === true
