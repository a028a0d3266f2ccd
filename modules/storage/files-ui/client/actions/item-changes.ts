import type { Item } from '../../../tree/contract.ts'
import type { ItemChanges } from '../item-calls.ts'

/** The item as it is shown while the changes are on their way. */
export const withChanges = (item: Item, changes: ItemChanges): Item => {
  const emoji = changes.emoji === undefined ? item.attributes.emoji : changes.emoji
  return { ...item, attributes: { ...item.attributes, ...changes, emoji } }
}

/** The item as an answer presents it, with the badges of the item that is shown: answers to changes have none. */
export const withBadgesOf = ({ relationships }: Item, item: Item): Item => ({
  ...item,
  relationships: { ...relationships, ...item.relationships },
})

/** The values that changes replace. Others are left out, because a later action may have changed them. */
export const replacedBy = ({ attributes: { name, color, emoji } }: Item, changes: ItemChanges): ItemChanges => ({
  ...(changes.name === undefined ? {} : { name }),
  ...(changes.color === undefined ? {} : { color }),
  ...(changes.emoji === undefined ? {} : { emoji: emoji && { char: emoji.char } }),
})
