import { type Item, type ItemRef, maxItemsPerCall, type Selection } from '../../storage/contract.ts'
import type { ListingStore, SelectionStore } from '../../storage/ui.ts'

/** The rows of the open folder, and which of them are selected. */
export interface Rows {
  listing: ListingStore
  selection: SelectionStore
}

/** What a deed is about: known items, or everything in the open folder but a few. */
export type Picked = { items: readonly Item[]; except?: never } | { items?: never; except: ReadonlySet<string> }

/** As calls send it. */
export type PickedCall = { items: ItemRef[] } | { selection: Selection }

/** What is selected; loads the rows that only their ids can name. */
export const pickedOf = async ({ selection, listing }: Rows): Promise<Picked> => {
  const picked = selection.picked()
  if (picked.kind === 'allBut' && picked.unloaded.length === 0 && picked.except.size <= maxItemsPerCall)
    return { except: picked.except }
  const wanted = picked.kind === 'allBut' ? ([[0, listing.state.total]] as const) : picked.unloaded
  for (const [from, to] of wanted) {
    await listing.ensure(from, to)
    selection.absorb(from, to)
  }
  const now = selection.picked()
  const chosen = ({ id }: Item) => (now.kind === 'some' ? now.ids.has(id) : !now.except.has(id))
  return { items: listing.known().flatMap(({ item }) => (chosen(item) ? [item] : [])) }
}

/** In calls of at most `most` items each. */
export const callsOf = (picked: Picked, folder: string, most: number = maxItemsPerCall): PickedCall[] => {
  if (picked.except) return [{ selection: { view: 'files', parent_id: folder, except: [...picked.except] } }]
  const refs = picked.items.map(({ id, type }) => ({ id, type }))
  return Array.from({ length: Math.ceil(refs.length / most) }, (_, call) => ({
    items: refs.slice(call * most, (call + 1) * most),
  }))
}

/** How many, and the name of the first, for what is said of it. */
export const toldOf = (picked: Picked, { listing }: Pick<Rows, 'listing'>): { count: number; name: string } => {
  if (picked.except) return { count: listing.state.total - picked.except.size, name: '' }
  return { count: picked.items.length, name: picked.items[0]?.attributes.name ?? '' }
}
