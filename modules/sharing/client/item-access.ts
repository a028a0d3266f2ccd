import type { Ancestor, Item } from '../../storage/contract.ts'
import type { LinkAudience } from '../contract.ts'
import type { ShareBadge } from './share-badge.ts'

/** Others who can open an item besides those with its own links. */
interface ItemAccess {
  /** How they got it. */
  by: 'members' | 'request' | LinkAudience
  /** The folder above that gives it; null: the item itself. */
  folder: { id: string; name: string } | null
}

type Annotated = Pick<Item, 'relationships'> | Pick<Ancestor, 'relationships'>

const accessBy = ({ relationships }: Annotated, folder: ItemAccess['folder']): ItemAccess[] => {
  const link = folder && (relationships.shared as ShareBadge | undefined)
  return [
    ...(relationships.members ? [{ by: 'members', folder } as const] : []),
    ...(link ? [{ by: link.meta.audience ?? 'anyone', folder } as const] : []),
    ...(relationships.open_request ? [{ by: 'request', folder } as const] : []),
  ]
}

/** Who else can open an item: by itself, and by the folders above it, the nearest first. */
export const othersWithAccess = (
  item: Pick<Item, 'relationships'>,
  path: readonly Pick<Ancestor, 'id' | 'name' | 'relationships'>[],
): ItemAccess[] => [
  ...accessBy(item, null),
  ...path.toReversed().flatMap((folder) => accessBy(folder, { id: folder.id, name: folder.name })),
]
