import type { Destination } from './actions.ts'
import type { Target } from './selection-target.ts'
import type { SidebarStore } from './sidebar.store.ts'

/** What is being dragged inside the window; a drop from the desktop has none. */
export const createDrag = (sidebar: SidebarStore) => {
  let carried: Target | null = null

  const inside = (id: string, ids: ReadonlySet<string>): boolean =>
    ids.has(id) || sidebar.tree.above(id).some((folder) => ids.has(folder))

  return {
    begin: (target: Target): void => {
      carried = target
    },
    end: (): void => {
      carried = null
    },
    carried: (): Target | null => carried,
    /** Whether the carried items may go there: not into themselves, not where they are. */
    accepts: (to: Destination): boolean => (carried ? mayMove(carried, to, inside) : false),
    /** The same of any items. */
    fits: (target: Target, to: Destination): boolean => mayMove(target, to, inside),
  }
}

/** A move into itself, its own subtree or the folder where everything is already is none. */
export const mayMove = (
  target: Target,
  to: Destination,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  const there = to?.id ?? null
  const already =
    target.kind === 'allBut'
      ? target.from.place.id === there
      : target.items.every(({ attributes }) => attributes.parent_id === there)
  return !already && mayCopy(target, to, inside)
}

/** A copy may lie beside its original, not inside it. */
export const mayCopy = (
  target: Target,
  to: Destination,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  if (target.from.place.view === 'trash') return false
  if (to === null) return true
  if (target.kind === 'allBut') return target.except.has(to.id) || target.from.listing.indexOf(to.id) < 0
  return !inside(to.id, new Set(target.items.filter(({ type }) => type === 'folder').map(({ id }) => id)))
}

export type Drag = ReturnType<typeof createDrag>
