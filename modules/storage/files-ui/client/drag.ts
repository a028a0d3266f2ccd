import type { Destination } from './actions.ts'
import type { FilesStore } from './files.store.ts'
import { scopeRootOfFolder, scopeRootOfTarget } from './scope-root.ts'
import type { Target } from './selection-target.ts'
import type { SidebarStore } from './sidebar.store.ts'

/** The items being dragged inside the window. A drag from the desktop has none. */
export const createDrag = (sidebar: SidebarStore, files: Pick<FilesStore, 'current'>) => {
  let dragged: Target | null = null

  const inside = (id: string, ids: ReadonlySet<string>): boolean =>
    ids.has(id) || sidebar.tree.above(id).some((folder) => ids.has(folder))

  const isSameOwner = (target: Target, to: Destination): boolean => {
    const root = scopeRootOfTarget(target)
    return root !== undefined && root === scopeRootOfFolder(to?.id ?? null, files.current(), sidebar.tree)
  }

  /** Whether items may be moved (`cut`) or copied there. */
  const allows = (mode: 'cut' | 'copy', target: Target, to: Destination): boolean =>
    isSameOwner(target, to) && (mode === 'cut' ? isValidMove : isValidCopy)(target, to, inside)

  return {
    start: (target: Target): void => {
      dragged = target
    },
    end: (): void => {
      dragged = null
    },
    target: (): Target | null => dragged,
    /** Whether the dragged items may be dropped there. */
    accepts: (to: Destination): boolean => dragged !== null && allows('cut', dragged, to),
    /** Whether items and destination belong to one owner; items never change owner. */
    isSameOwner,
    allows,
  }
}

/** Rejects a move into itself, its own subtree or the folder that already holds all items. */
export const isValidMove = (
  target: Target,
  to: Destination,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  const there = to?.id ?? null
  const already =
    target.kind === 'allExcept'
      ? target.from.location.id === there
      : target.items.every(({ attributes }) => attributes.parent_id === there)
  return !already && isValidCopy(target, to, inside)
}

/** Rejects a copy into itself or its own subtree. */
export const isValidCopy = (
  target: Target,
  to: Destination,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  if (target.from.location.section === 'trash') return false
  if (to === null) return true
  if (target.kind === 'allExcept') return target.except.has(to.id) || target.from.listing.indexOf(to.id) < 0
  return !inside(to.id, new Set(target.items.filter(({ type }) => type === 'folder').map(({ id }) => id)))
}

export type Drag = ReturnType<typeof createDrag>
