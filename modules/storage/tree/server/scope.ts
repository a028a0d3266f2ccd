import type { Principal } from '../../../platform/index.ts'

export type Permission = 'owner' | 'editor' | 'visitor'

export interface Actor {
  /** Null for a visitor without an account. */
  userId: string | null
  /** Names the caller across requests: keys of upload sessions and rate limits (`user:…`, `share:…`, `request:…`). */
  key: string
  /** The beginning of the keys of all who came the same way (by one link), where that is known to this caller's module. */
  group?: string
  /** Uploads it may have open at once; missing: 100 (SECURITY.md §4). */
  openUploads?: number
  /** Socket of the tab that calls: it shows its own changes already. */
  socketId?: string | null
}

/**
 * What a right that may end depends on (a share link, a file request), recorded by the module that gave it. It is stored
 * with operations that continue after their response, and checked again by that module (`GrantRegistry`).
 */
export interface Grant {
  kind: string
  readonly [fact: string]: string | number | null
}

/**
 * What a caller may reach, built by the module that knows why (users, sharing, teams). Every statement of storage
 * starts from it: nothing outside `ownerId`'s items, and nothing outside the tree of `root` where it is set.
 */
export interface Scope {
  /** Topmost folder or file in reach; null: everything the owner owns. */
  root: string | null
  /** Owner of all items in reach; quota and traffic are theirs (API.md D22). */
  ownerId: string
  actor: Actor
  permission: Permission
  /** Missing: the caller's own account. */
  grant?: Grant | null
}

/** A signed-in person among their own items. */
export const ownScope = (principal: Pick<Principal, 'userId'>, socketId: string | null = null): Scope => ({
  root: null,
  ownerId: principal.userId,
  actor: { userId: principal.userId, key: `user:${principal.userId}`, socketId },
  permission: 'owner',
})
