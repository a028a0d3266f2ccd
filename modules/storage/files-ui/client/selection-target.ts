import { type Item, type ItemRef, maxItemsPerCall, type Selection } from '../../tree/contract.ts'
import { isFlatSection, type SelectedRows } from '../../tree/ui.ts'
import type { FolderView } from './folder-view.ts'
import type { TargetItemsBody } from './item-calls.ts'

/** The items an action works on: loaded items, or a whole listing except some. */
export type ActionTarget =
  | { kind: 'items'; items: readonly Item[]; from: FolderView }
  | {
      kind: 'allExcept'
      except: ReadonlySet<string>
      count: number
      from: FolderView
      /** When the counted items were read. Items that come into the folder or the trash later are not part of the target. */
      until?: string | undefined
    }

export const targetCount = (target: ActionTarget): number =>
  target.kind === 'items' ? target.items.length : target.count

/** Ids of the target; of a whole listing, ids of the loaded rows. */
export const targetIds = (target: ActionTarget): ReadonlySet<string> =>
  target.kind === 'items'
    ? new Set(target.items.map(({ id }) => id))
    : new Set(target.from.listing.known().flatMap(({ item }) => (target.except.has(item.id) ? [] : [item.id])))

/** Sum in bytes; null when a size is unknown. */
export const targetSize = (items: readonly Item[]): number | null =>
  items.reduce<number | null>(
    (sum, { attributes }) => (sum === null || attributes.size === null ? null : sum + attributes.size),
    0,
  )

export const itemRefOf = ({ id, type }: Item): ItemRef => ({ id, type })

/** The part of the target from one of its calls (`targetCalls`) to before another. */
export const partByCalls = (target: ActionTarget, from: number, to = Number.POSITIVE_INFINITY): ActionTarget =>
  target.kind === 'items'
    ? { ...target, items: target.items.slice(from * maxItemsPerCall, to * maxItemsPerCall) }
    : target

/** Part of `whole` that is done, when `done` is the beginning of its end `rest`. */
export const completedPart = (whole: ActionTarget, rest: ActionTarget, done: ActionTarget): ActionTarget =>
  whole.kind === 'items' && rest.kind === 'items' && done.kind === 'items'
    ? { ...whole, items: whole.items.slice(0, whole.items.length - rest.items.length + done.items.length) }
    : whole

/** All of a listing except some, as the API takes it. */
export const selectionRule = ({ from, except, until }: Extract<ActionTarget, { kind: 'allExcept' }>): Selection => ({
  view: from.location.section === 'trash' ? 'trash' : 'files',
  parent_id: from.location.id,
  except: [...except],
  ...(until !== undefined && { until }),
})

/** One reference list per call, at most 500 items each. */
export const targetCalls = (target: ActionTarget): TargetItemsBody[] => {
  if (target.kind === 'allExcept') {
    const { section } = target.from.location
    // The server would take the root for it.
    if (isFlatSection(section)) throw new Error(section)
    return [{ selection: selectionRule(target) }]
  }
  const refs = target.items.map(itemRefOf)
  return Array.from({ length: Math.ceil(refs.length / maxItemsPerCall) }, (_, call) => ({
    items: refs.slice(call * maxItemsPerCall, (call + 1) * maxItemsPerCall),
  }))
}

/** The selection as the server can resolve it: all of a folder or of the trash, except few items; else null. */
export const wholeListingTarget = (folderView: FolderView): ActionTarget | null => {
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
const missingOf = (folderView: FolderView): SelectedRows['unloaded'] => {
  const { selection, listing } = folderView
  const picked = selection.picked()
  if (picked.kind === 'some') return picked.unloaded
  return wholeListingTarget(folderView) || listing.complete() ? [] : [[0, listing.state.total]]
}

/** The selected items that are loaded. */
export const selectedItems = ({ selection, listing }: FolderView): Item[] =>
  listing.known().flatMap(({ index, item }) => (selection.has(index) ? [item] : []))

const loadedTargetOf = (folderView: FolderView): ActionTarget =>
  wholeListingTarget(folderView) ?? { kind: 'items', items: selectedItems(folderView), from: folderView }

/** The selection as a target. Loads rows that can be referenced by id only. */
export const selectionTarget = async (folderView: FolderView): Promise<ActionTarget> => {
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
export const dragTarget = (folderView: FolderView, index: number, item: Item): ActionTarget | null => {
  if (!folderView.selection.has(index)) return { kind: 'items', items: [item], from: folderView }
  if (missingOf(folderView).length === 0) return loadedTargetOf(folderView)
  selectionTarget(folderView).catch(() => undefined)
  return null
}
