import { type Item, type ItemRef, maxItemsPerCall } from '../../tree/contract.ts'
import { isGathered } from '../../tree/ui.ts'
import type { Opened } from './files.store.ts'
import type { Which } from './storage.api.ts'

/** What an action works on: known items, or everything of a listing but a few. */
export type Target =
  | { kind: 'items'; items: readonly Item[]; from: Opened }
  | { kind: 'allBut'; except: ReadonlySet<string>; count: number; from: Opened }

export const countOf = (target: Target): number => (target.kind === 'items' ? target.items.length : target.count)

/** The ids of the target, as far as they are known: of a whole listing, the loaded rows. */
export const idsOf = (target: Target): ReadonlySet<string> =>
  target.kind === 'items'
    ? new Set(target.items.map(({ id }) => id))
    : new Set(target.from.listing.known().flatMap(({ item }) => (target.except.has(item.id) ? [] : [item.id])))

/** Bytes of the target, or null where not all of it is known or a folder is among it. */
export const sizeOf = (items: readonly Item[]): number | null =>
  items.reduce<number | null>(
    (sum, { attributes }) => (sum === null || attributes.size === null ? null : sum + attributes.size),
    0,
  )

export const refOf = ({ id, type }: Item): ItemRef => ({ id, type })

/** As calls of at most 500 items each. */
export const callsOf = (target: Target): Which[] => {
  if (target.kind === 'allBut') {
    const { view, id } = target.from.place
    return [{ selection: { view: view === 'trash' ? 'trash' : 'files', parent_id: id, except: [...target.except] } }]
  }
  const refs = target.items.map(refOf)
  return Array.from({ length: Math.ceil(refs.length / maxItemsPerCall) }, (_, call) => ({
    items: refs.slice(call * maxItemsPerCall, (call + 1) * maxItemsPerCall),
  }))
}

/** The selection as a target; loads the rows that only their ids can name. */
export const targetOf = async (opened: Opened): Promise<Target> => {
  const { selection, listing, place } = opened
  const picked = selection.picked()
  const byServer =
    picked.kind === 'allBut' &&
    picked.unloaded.length === 0 &&
    picked.except.size <= maxItemsPerCall &&
    !isGathered(place.view)
  if (byServer) return { kind: 'allBut', except: picked.except, count: selection.count(), from: opened }
  if (picked.kind === 'allBut') {
    await listing.ensure(0, listing.state.total)
    selection.absorb(0, listing.state.total)
    const except = picked.except
    return {
      kind: 'items',
      items: listing.known().flatMap(({ item }) => (except.has(item.id) ? [] : [item])),
      from: opened,
    }
  }
  for (const [from, to] of picked.unloaded) {
    await listing.ensure(from, to)
    selection.absorb(from, to)
  }
  const { ids } = selection.picked() as { ids: ReadonlySet<string> }
  return { kind: 'items', items: listing.known().flatMap(({ item }) => (ids.has(item.id) ? [item] : [])), from: opened }
}
