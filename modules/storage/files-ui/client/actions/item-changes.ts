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

/** Items as they are stored, and their changes that are on their way: what is shown may be none of what is stored. */
export const createWaitingChanges = () => {
  const items = new Map<string, { stored: Item; waiting: ItemChanges[] }>()
  return {
    /**
     * Begins a change of an item that is shown. Calls about the same item end in the order in which they begin. The result
     * ends the change, with the item as the server answers it, and returns the item with the later changes.
     */
    begin: (shown: Item, changes: ItemChanges): ((answered?: Item) => Item) => {
      const item = items.get(shown.id) ?? { stored: shown, waiting: [] }
      items.set(shown.id, item)
      item.waiting.push(changes)
      return (answered) => {
        item.stored = answered ?? item.stored
        item.waiting.shift()
        if (item.waiting.length === 0) items.delete(shown.id)
        return item.waiting.reduce(withChanges, item.stored)
      }
    },
  }
}
