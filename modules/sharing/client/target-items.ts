import { type Item, type ItemRef, maxItemsPerCall, type Selection } from '../../storage/contract.ts'
import type { ListingStore, SelectionStore } from '../../storage/ui.ts'

/** The rows of the open folder, and which of them are selected. */
export interface FolderRows {
  listing: ListingStore
  selection: SelectionStore
}

/** What a deed is about: known items, or everything in the open folder but a few. */
export type TargetItems = { items: readonly Item[]; except?: never } | { items?: never; except: ReadonlySet<string> }

/** As calls send it. */
export type TargetsBody = { items: ItemRef[] } | { selection: Selection }

/** What is selected; loads the rows that only their ids can name. */
export const resolveTargets = async ({ selection, listing }: FolderRows): Promise<TargetItems> => {
  const targets = selection.picked()
  if (targets.kind === 'allBut' && targets.unloaded.length === 0 && targets.except.size <= maxItemsPerCall)
    return { except: targets.except }
  const wanted = targets.kind === 'allBut' ? ([[0, listing.state.total]] as const) : targets.unloaded
  for (const [from, to] of wanted) {
    await listing.ensure(from, to)
    selection.absorb(from, to)
  }
  const now = selection.picked()
  const chosen = ({ id }: Item) => (now.kind === 'some' ? now.ids.has(id) : !now.except.has(id))
  return { items: listing.known().flatMap(({ item }) => (chosen(item) ? [item] : [])) }
}

/** In calls of at most `most` items each. */
export const toRequestBodies = (
  targets: TargetItems,
  folder: string,
  most: number = maxItemsPerCall,
): TargetsBody[] => {
  if (targets.except) return [{ selection: { view: 'files', parent_id: folder, except: [...targets.except] } }]
  const refs = targets.items.map(({ id, type }) => ({ id, type }))
  return Array.from({ length: Math.ceil(refs.length / most) }, (_, call) => ({
    items: refs.slice(call * most, (call + 1) * most),
  }))
}

/** How many, and the name of the first, for what is said of it. */
export const describeTargets = (
  targets: TargetItems,
  { listing }: Pick<FolderRows, 'listing'>,
): { count: number; name: string } => {
  if (targets.except) return { count: listing.state.total - targets.except.size, name: '' }
  return { count: targets.items.length, name: targets.items[0]?.attributes.name ?? '' }
}
