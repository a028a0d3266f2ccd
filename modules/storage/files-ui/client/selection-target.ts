import { type Item, type ItemRef, maxItemsPerCall, type Selection } from '../../tree/contract.ts'
import { isFlatSection, type Picked } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'
import type { TargetItemsBody } from './item-calls.ts'

/** The items an action works on: loaded items, or a whole listing except some. */
export type Target =
  | { kind: 'items'; items: readonly Item[]; from: FolderView }
  | {
      kind: 'allExcept'
      except: ReadonlySet<string>
      count: number
      from: FolderView
      /** When the counted items were read. Items that come into the folder or the trash later are not part of the target. */
      until?: string | undefined
    }

export const countOf = (target: Target): number => (target.kind === 'items' ? target.items.length : target.count)

/** Ids of the target; of a whole listing, ids of the loaded rows. */
export const idsOf = (target: Target): ReadonlySet<string> =>
  target.kind === 'items'
    ? new Set(target.items.map(({ id }) => id))
    : new Set(target.from.listing.known().flatMap(({ item }) => (target.except.has(item.id) ? [] : [item.id])))

/** Sum in bytes; null when a size is unknown. */
export const totalSizeOf = (items: readonly Item[]): number | null =>
  items.reduce<number | null>(
    (sum, { attributes }) => (sum === null || attributes.size === null ? null : sum + attributes.size),
    0,
  )

export const refOf = ({ id, type }: Item): ItemRef => ({ id, type })

/** The part of the target from one of its calls (`callsOf`) to before another. */
export const partOf = (target: Target, from: number, to = Number.POSITIVE_INFINITY): Target =>
  target.kind === 'items'
    ? { ...target, items: target.items.slice(from * maxItemsPerCall, to * maxItemsPerCall) }
    : target

/** Part of `whole` that is done, when `done` is the beginning of its end `rest`. */
export const doneOf = (whole: Target, rest: Target, done: Target): Target =>
  whole.kind === 'items' && rest.kind === 'items' && done.kind === 'items'
    ? { ...whole, items: whole.items.slice(0, whole.items.length - rest.items.length + done.items.length) }
    : whole

/** All of a listing except some, as the API takes it. */
export const ruleOf = ({ from, except, until }: Extract<Target, { kind: 'allExcept' }>): Selection => ({
  view: from.location.section === 'trash' ? 'trash' : 'files',
  parent_id: from.location.id,
  except: [...except],
  ...(until !== undefined && { until }),
})

/** One reference list per call, at most 500 items each. */
export const callsOf = (target: Target): TargetItemsBody[] => {
  if (target.kind === 'allExcept') {
    const { section } = target.from.location
    // The server would take the root for it.
    if (isFlatSection(section)) throw new Error(section)
    return [{ selection: ruleOf(target) }]
  }
  const refs = target.items.map(refOf)
  return Array.from({ length: Math.ceil(refs.length / maxItemsPerCall) }, (_, call) => ({
    items: refs.slice(call * maxItemsPerCall, (call + 1) * maxItemsPerCall),
  }))
}

/** The selection as the server can resolve it: all of a folder or of the trash, except few items; else null. */
export const listingTargetOf = (folderView: FolderView): Target | null => {
  const { selection, location, listing } = folderView
  const picked = selection.picked()
  return picked.kind === 'allExcept' &&
    picked.unloaded.length === 0 &&
    picked.except.size <= maxItemsPerCall &&
    !isFlatSection(location.section)
    ? {
        kind: 'allExcept',
        except: picked.except,
        count: selection.count(),
        from: folderView,
        until: listing.until(),
      }
    : null
}

/** The selected rows that are not loaded and can be referenced by id only. */
const missingOf = (folderView: FolderView): Picked['unloaded'] => {
  const { selection, listing } = folderView
  const picked = selection.picked()
  if (picked.kind === 'some') return picked.unloaded
  return listingTargetOf(folderView) || listing.complete() ? [] : [[0, listing.state.total]]
}

/** The selected items that are loaded. */
export const selectedItems = ({ selection, listing }: FolderView): Item[] =>
  listing.known().flatMap(({ index, item }) => (selection.has(index) ? [item] : []))

const loadedTargetOf = (folderView: FolderView): Target =>
  listingTargetOf(folderView) ?? { kind: 'items', items: selectedItems(folderView), from: folderView }

/** The selection as a target. Loads rows that can be referenced by id only. */
export const targetOf = async (folderView: FolderView): Promise<Target> => {
  const { selection, listing } = folderView
  for (const [from, to] of missingOf(folderView)) {
    await listing.ensure(from, to)
    selection.resolveRange(from, to)
  }
  return loadedTargetOf(folderView)
}

/**
 * The items that a drag of this row takes: the selection it belongs to, else itself. Null while some are not loaded,
 * because a drag cannot wait for them: they are loaded for the next try.
 */
export const dragTargetOf = (folderView: FolderView, index: number, item: Item): Target | null => {
  if (!folderView.selection.has(index)) return { kind: 'items', items: [item], from: folderView }
  if (missingOf(folderView).length === 0) return loadedTargetOf(folderView)
  targetOf(folderView).catch(() => undefined)
  return null
}
