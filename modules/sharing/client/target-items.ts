import { type Item, type ItemRef, maxItemsPerCall, type Selection } from '../../storage/contract.ts'
import type { ListingStore, SelectionStore } from '../../storage/ui.ts'

/** The rows of the open folder, and the selection among them. */
export interface FolderRows {
  listing: ListingStore
  selection: SelectionStore
}

/** The items of an action: loaded ones, or all in the open folder except some and items that come after `until`. */
export type ShareTargetItems =
  | { items: readonly Item[]; except?: never }
  | { items?: never; except: ReadonlySet<string>; until: string | undefined }

/** As the API's calls take them. */
type TargetsBody = { items: ItemRef[] } | { selection: Selection }

/** The selected items; loads selected rows that are not loaded yet. */
export const resolveTargets = async ({ selection, listing }: FolderRows): Promise<ShareTargetItems> => {
  const targets = selection.picked()
  if (targets.kind === 'allExcept' && targets.unloaded.length === 0 && targets.except.size <= maxItemsPerCall)
    return { except: targets.except, until: listing.until() }
  const ranges = targets.kind === 'allExcept' ? ([[0, listing.state.total]] as const) : targets.unloaded
  for (const [from, to] of ranges) {
    await listing.ensure(from, to)
    selection.resolveRange(from, to)
  }
  const now = selection.picked()
  const isSelected = ({ id }: Item) => (now.kind === 'some' ? now.ids.has(id) : !now.except.has(id))
  return { items: listing.known().flatMap(({ item }) => (isSelected(item) ? [item] : [])) }
}

/** Bodies of calls with at most `maxItems` each. */
export const toRequestBodies = (
  targets: ShareTargetItems,
  folder: string,
  maxItems: number = maxItemsPerCall,
): TargetsBody[] => {
  if (targets.except) {
    const { except, until } = targets
    return [
      { selection: { view: 'files', parent_id: folder, except: [...except], ...(until !== undefined && { until }) } },
    ]
  }
  const refs = targets.items.map(({ id, type }) => ({ id, type }))
  return Array.from({ length: Math.ceil(refs.length / maxItems) }, (_, call) => ({
    items: refs.slice(call * maxItems, (call + 1) * maxItems),
  }))
}

/** Number of items and name of the first, for messages. */
export const describeTargets = (
  targets: ShareTargetItems,
  { listing }: Pick<FolderRows, 'listing'>,
): { count: number; name: string } => {
  if (targets.except) return { count: listing.state.total - targets.except.size, name: '' }
  return { count: targets.items.length, name: targets.items[0]?.attributes.name ?? '' }
}
