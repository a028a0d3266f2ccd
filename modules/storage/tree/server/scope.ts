import type { Principal, Tx } from '../../../platform/index.ts'

export type Permission = 'owner' | 'editor' | 'visitor'

export interface Actor {
  /** Null for a visitor without an account. */
  userId: string | null
  /** Identifies the caller across requests, in upload sessions and rate limits (`user:…`, `share:…`, `request:…`). */
  key: string
  /** Common prefix of the keys of all callers of one link, where the caller's module sets it. */
  group?: string
  /** Maximum number of open uploads; absent: 100. */
  openUploads?: number
  /** Socket of the calling tab, which already shows its own changes. */
  socketId?: string | null
}

/**
 * Names the share link or file request that a permission depends on and that may end. It is stored with operations
 * that continue after their response; the module that issued it validates it again (`GrantRegistry`).
 */
export interface Grant {
  kind: string
  readonly [fact: string]: string | number | null
}

/**
 * The items a caller may access, built by the module that authorizes the caller (users, sharing, teams). Every statement
 * of storage starts from it: only items of `ownerId`, and, where `root` is set, only items in its tree.
 */
export interface Scope {
  /** Topmost folder or file of the scope; null: all items of the owner. */
  root: string | null
  /** Owner of all items in the scope, whose quota and traffic are charged (D22). */
  ownerId: string
  /** Name of the owner, where the caller is a member of another account's folder. */
  ownerName?: string
  actor: Actor
  permission: Permission
  /**
   * Time (ISO 8601) to which an editor may restore folders, whose content of before they have not seen. Absent: an editor, such as
   * a visitor of a link, restores none.
   */
  since?: string
  /** Absent: the permission comes from the caller's own account. */
  grant?: Grant | null
  /**
   * Keeps the permission unchanged until the transaction ends, and throws when it has ended or been lowered meanwhile.
   * Called first in each transaction that changes items. Not stored with operations, which validate their grant.
   */
  lockPermission?: (tx: Tx) => Promise<void>
}

/** Scope of a signed-in user: all of their own items. */
export const ownScope = (principal: Pick<Principal, 'userId'>, socketId: string | null = null): Scope => ({
  root: null,
  ownerId: principal.userId,
  actor: { userId: principal.userId, key: `user:${principal.userId}`, socketId },
  permission: 'owner',
})

/** Scope of a job: all items of an account, as their owner. */
export const systemScope = (ownerId: string): Scope => ({
  root: null,
  ownerId,
  actor: { userId: null, key: 'system' },
  permission: 'owner',
})
