import { use } from 'react'
import type { Item } from '../../../tree/contract.ts'
import { AncestorsContext } from './ancestors.ts'
import { type BadgedFolder, FilesExtensionsContext } from './types.ts'

/** Badges of extensions next to an item's name. `path`: the folders above it, unless all rows are of one folder. */
export const ExtensionBadges = ({ item, path }: { item: Item; path?: readonly BadgedFolder[] }) => {
  const added = use(FilesExtensionsContext)
  const listed = use(AncestorsContext)
  const ancestors = path ?? item.relationships.badged_ancestors ?? listed
  return added.map(({ id, Badge }) => <Badge key={id} item={item} ancestors={ancestors} />)
}

/** Badges of extensions on a folder of the tree. */
export const ExtensionFolderBadges = (props: { badges: readonly string[]; ancestors: readonly BadgedFolder[] }) => {
  const added = use(FilesExtensionsContext)
  return added.map(({ id, FolderBadge }) => <FolderBadge key={id} {...props} />)
}
