import type { Item } from '../../storage/contract.ts'
import type { NameChanges } from './name-changes.ts'

interface RenamesDeps {
  send: (item: Item, changes: NameChanges) => Promise<Item>
  /** Shows an item as it is by now. */
  show: (item: Item) => void
}

const withNames = (item: Item, changes: NameChanges): Item => {
  const { name = item.attributes.name, emoji = item.attributes.emoji } = changes
  return { ...item, attributes: { ...item.attributes, name, emoji } }
}

/**
 * Renames items, which is shown at once. The calls about one item are sent one after the other; an error shows again what is
 * stored, with the later changes that are on their way. Resolves with the renamed item, rejects with the API error.
 */
export const createItemRenames = ({ send, show }: RenamesDeps) => {
  const items = new Map<string, { stored: Item; waiting: NameChanges[]; calls: Promise<unknown> }>()
  return async (item: Item, changes: NameChanges): Promise<Item> => {
    const one = items.get(item.id) ?? { stored: item, waiting: [], calls: Promise.resolve() }
    items.set(item.id, one)
    one.waiting.push(changes)
    const showNow = () => show(one.waiting.reduce(withNames, one.stored))
    showNow()
    const call = one.calls.then(() => send(item, changes))
    one.calls = call.catch(() => undefined)
    try {
      one.stored = await call
      return one.stored
    } finally {
      one.waiting.shift()
      if (one.waiting.length === 0) items.delete(item.id)
      showNow()
    }
  }
}
