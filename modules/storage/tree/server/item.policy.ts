import { storageErrors } from './errors.ts'
import type { Scope } from './scope.ts'

export type ItemAbility =
  | 'read'
  | 'download'
  | 'upload'
  | 'create'
  | 'rename'
  | 'move'
  | 'trash'
  | 'restore'
  | 'purge'
  | 'favorite'
  | 'copy'
  | 'rewind'

interface Subject {
  id: string
  owner_id: string
}

const editing: readonly ItemAbility[] = ['upload', 'create', 'copy', 'rename', 'move', 'trash']
const owning: readonly ItemAbility[] = ['restore', 'purge', 'favorite']

/**
 * Whether the caller may perform the action. SQL has already decided whether the item is within the scope. The root of
 * the scope cannot be renamed, moved or trashed from inside it.
 */
export const may = (scope: Scope, verb: ItemAbility, item: Subject | null = null): boolean => {
  if (item && item.owner_id !== scope.ownerId) return false
  if (owning.includes(verb)) return scope.permission === 'owner'
  if (verb === 'rewind')
    return scope.permission === 'owner' || (scope.permission === 'editor' && scope.since !== undefined)
  if (!editing.includes(verb)) return true
  if (scope.permission === 'visitor') return false
  const ofRoot = item !== null && item.id === scope.root
  return !(ofRoot && ['rename', 'move', 'trash'].includes(verb))
}

/** 403 `forbidden` where `may` returns false: the caller sees the item, but may not perform the action (D13). */
export const allow = (scope: Scope, verb: ItemAbility, item: Subject | null = null): void => {
  if (!may(scope, verb, item)) throw storageErrors.fail('forbidden')
}
