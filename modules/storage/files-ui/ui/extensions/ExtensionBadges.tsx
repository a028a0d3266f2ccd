import type { Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** Badges of extensions next to an item's name. */
export const ExtensionBadges = ({ item }: { item: Item }) => {
  const { added } = useFiles()
  return added.map(({ id, Badge }) => <Badge key={id} item={item} />)
}

/** Badges of extensions on a folder of the tree. */
export const ExtensionFolderBadges = ({ badges }: { badges: readonly string[] }) => {
  const { added } = useFiles()
  return added.map(({ id, FolderBadge }) => <FolderBadge key={id} badges={badges} />)
}
