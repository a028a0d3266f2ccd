import type { TargetFolder } from './actions.ts'
import type { FilesStore } from './files.store.ts'
import { scopeRootOfFolder, scopeRootOfTarget } from './scope-root.ts'
import type { ActionTarget } from './selection-target.ts'
import type { SidebarStore } from './sidebar.store.ts'

interface Screens {
  files: Pick<FilesStore, 'current'>
  sidebar: SidebarStore
}

/** Whether items and destination belong to one owner; items never change owner. */
export const isSameOwner = ({ files, sidebar }: Screens, target: ActionTarget, to: TargetFolder): boolean => {
  const root = scopeRootOfTarget(target)
  return root !== undefined && root === scopeRootOfFolder(to?.id ?? null, files.current(), sidebar.tree)
}

/** Whether items may be moved (`cut`) or copied there. */
export const isAllowed = (screens: Screens, mode: 'cut' | 'copy', target: ActionTarget, to: TargetFolder): boolean => {
  const inside = (id: string, ids: ReadonlySet<string>): boolean =>
    ids.has(id) || screens.sidebar.tree.above(id).some((folder) => ids.has(folder))
  return isSameOwner(screens, target, to) && (mode === 'cut' ? isValidMove : isValidCopy)(target, to, inside)
}

/** Rejects a move into itself, its own subtree or the folder that already holds all items. */
export const isValidMove = (
  target: ActionTarget,
  to: TargetFolder,
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
  target: ActionTarget,
  to: TargetFolder,
  inside: (id: string, ids: ReadonlySet<string>) => boolean,
): boolean => {
  if (target.from.location.section === 'trash') return false
  if (to === null) return true
  if (target.kind === 'allExcept') return target.except.has(to.id) || target.from.listing.indexOf(to.id) < 0
  return !inside(to.id, new Set(target.items.filter(({ type }) => type === 'folder').map(({ id }) => id)))
}
