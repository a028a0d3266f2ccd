import { isFlatSection } from '../../tree/ui.ts'
import { type FolderTree, rootLevel } from './folder-tree.ts'
import type { FolderView } from './folder-view.ts'
import type { ActionTarget } from './selection-target.ts'

/**
 * Root of the scope that items are in: the topmost folder of another account that the caller may open; null for the caller's
 * own files; undefined when it is not known. Items are moved and copied within one scope only.
 */
type ScopeRoot = string | null | undefined

const ofView = ({ location, root, path }: FolderView): ScopeRoot => {
  if (location.id === null) return null
  if (!root) return undefined
  return root.attributes.access === undefined ? null : (path[0]?.id ?? root.id)
}

/** Undefined also for items of other accounts in a list of several folders. */
export const scopeRootOfTarget = (target: ActionTarget): ScopeRoot => {
  const { from } = target
  if (!isFlatSection(from.location.section)) return ofView(from)
  const isOwn = target.kind === 'items' && target.items.every(({ attributes }) => attributes.access === undefined)
  return isOwn ? null : undefined
}

const ofNode = (id: string, { above, state: { levels, root } }: FolderTree): ScopeRoot => {
  const top = above(id).at(-1) ?? id
  return root !== rootLevel && levels[root]?.folders.some((node) => node.id === top) ? top : null
}

/**
 * Scope root of a folder that the open view, the folder tree or the favorites show; `id` null is the root of the own files.
 */
export const scopeRootOfFolder = (id: string | null, view: FolderView, tree: FolderTree): ScopeRoot => {
  if (id === null) return null
  const { location, root, path, listing } = view
  const row = listing.find(id)
  if (isFlatSection(location.section)) {
    if (row) return row.attributes.access === undefined ? null : id
  } else if (row || root?.id === id || path.some((folder) => folder.id === id)) return ofView(view)
  return ofNode(id, tree)
}
