import type { Destination } from './actions.ts'
import type { SidebarStore } from './sidebar.store.ts'
import type { Target } from './which.ts'

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
  }
}

/** A move into itself, its own subtree or the folder where everything is already is none. */
export const mayMove = (
  target: Target,
  to: Destination,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  const { place } = target.from
  if (place.view === 'trash') return false
  if (target.kind === 'allBut')
    return (
      place.id !== (to?.id ?? null) &&
      (to === null || target.except.has(to.id) || target.from.listing.indexOf(to.id) < 0)
    )
  if (target.items.every(({ attributes }) => attributes.parent_id === (to?.id ?? null))) return false
  return (
    to === null || !inside(to.id, new Set(target.items.filter(({ type }) => type === 'folder').map(({ id }) => id)))
  )
}

export type Drag = ReturnType<typeof createDrag>
