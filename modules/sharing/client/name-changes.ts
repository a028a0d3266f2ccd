import type { Item, RenameItem } from '../../storage/contract.ts'

/** Changes of an item by a visitor; what is missing stays. */
export type NameChanges = Pick<RenameItem, 'name' | 'emoji'>

/** A typed name, and the emoji of a folder, if any. */
interface NameDraft {
  name: string
  emoji: string
}

export const nameDraftOf = ({ attributes: { name, emoji } }: Item): NameDraft => ({ name, emoji: emoji?.char ?? '' })

/** Changes of the item by the draft; null: none. */
export const changesOf = (item: Item, { name, emoji }: NameDraft): NameChanges | null => {
  const before = nameDraftOf(item)
  const changes = {
    ...(name && name !== before.name && { name }),
    ...(emoji !== before.emoji && { emoji: emoji ? { char: emoji } : null }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** The changes that bring the item back to what it was, of what `changes` change. */
export const revertOf = ({ attributes: { name, emoji } }: Item, changes: NameChanges): NameChanges => ({
  name,
  ...('emoji' in changes && { emoji }),
})
