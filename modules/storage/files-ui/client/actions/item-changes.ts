import type { Item } from '../../../tree/contract.ts'
import type { ItemChanges } from '../storage.api.ts'

/** The item as it is shown while the changes are on their way. */
export const withChanges = (item: Item, changes: ItemChanges): Item => {
  const emoji = changes.emoji === undefined ? item.attributes.emoji : changes.emoji
  return { ...item, attributes: { ...item.attributes, ...changes, emoji } }
}

/** The values that changes replace. Others are left out, because a later action may have changed them. */
export const replacedBy = ({ attributes: { name, color, emoji } }: Item, changes: ItemChanges): ItemChanges => ({
  ...(changes.name === undefined ? {} : { name }),
  ...(changes.color === undefined ? {} : { color }),
  ...(changes.emoji === undefined ? {} : { emoji: emoji && { char: emoji.char } }),
})
