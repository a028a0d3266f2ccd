import type { Db, Sql } from '../../../platform/index.ts'
import { type FolderChange, findItem, type RequestScopes, systemScope } from '../../tree/index.ts'
import { DavError } from './dav-error.ts'
import { davHref } from './dav-path.ts'
import { type ConditionList, tokenOf } from './if-header.ts'
import { type Lock, locksOf, removeLocks } from './lock-table.ts'
import type { Resource } from './resources.ts'

/** Kinds of changes. `content`: of an item itself; `members`: a folder gets or loses one; `tree`: an item goes with all below it. */
type Touch = 'content' | 'members' | 'tree'

export interface Touched {
  resource: Resource
  change: Touch
}

/** Whether the lock is on the item, or on a folder above it with all that is in it. */
export const covers = (lock: Lock, ids: readonly string[]): boolean =>
  lock.itemId === ids[0] || (lock.isDeep && ids.includes(lock.itemId))

const isLockedBelow = (lock: Lock, [id]: readonly string[]): boolean => id !== undefined && lock.ids.includes(id)

/** Whether the lock may be on something that entered a folder, or below it. Of more than three items an event names the folder. */
const mayBeIn = ({ ids }: Lock, { parentId, count, itemIds }: FolderChange): boolean =>
  itemIds.length === count ? itemIds.some((id) => ids.includes(id)) : parentId === null || ids.includes(parentId)

/** Decides for all calls whether locks of WebDAV permit them. Nothing else asks for these locks: they bind WebDAV clients only. */
export class Locks {
  private readonly db: Db
  private readonly scopes: Pick<RequestScopes, 'ofPrincipal'>
  constructor(db: Db, scopes: Pick<RequestScopes, 'ofPrincipal'>) {
    this.db = db
    this.scopes = scopes
  }

  /** The locks that cover what a path names, or will name. */
  async on(resource: Resource): Promise<Lock[]> {
    if (!('ids' in resource)) return []
    const locks = await locksOf(this.db, resource.scope.ownerId)
    if (locks.length === 0) return []
    const ids = await this.idsOf(this.db, resource)
    return locks.filter((lock) => (resource.kind === 'free' ? lock.isDeep && covers(lock, ids) : covers(lock, ids)))
  }

  /**
   * Throws 423 unless the caller has sent a token of its own for each locked place that the changes touch. Resolves with the locks
   * below what they remove, which end with it.
   */
  async permit(sql: Sql, userId: string, sent: ReadonlySet<string>, touched: readonly Touched[]): Promise<string[]> {
    const ended: string[] = []
    const known = new Map<string, Lock[]>()
    for (const { resource, change } of touched) {
      if (!('ids' in resource)) continue
      const { ownerId } = resource.scope
      const locks = known.get(ownerId) ?? (await locksOf(sql, ownerId))
      known.set(ownerId, locks)
      if (locks.length === 0) continue
      const ids = await this.idsOf(sql, resource)
      const below = change === 'tree' ? locks.filter((lock) => isLockedBelow(lock, ids)) : []
      const concerned = [...locks.filter((lock) => covers(lock, ids)), ...below]
      for (const group of Map.groupBy(concerned, ({ itemId }) => itemId).values())
        if (!group.some((lock) => lock.userId === userId && sent.has(lock.token)))
          throw new DavError(423, 'lock-token-submitted', { hrefs: [davHref(resource.path, false)] })
      ended.push(...below.map(({ token }) => token))
    }
    return ended
  }

  /**
   * Throws 412 unless one of the lists holds. `find` finds the resource of a list; null where it is none of the caller's.
   */
  async check(lists: readonly ConditionList[], find: (tag: string | null) => Promise<Resource | null>): Promise<void> {
    for (const { tag, conditions } of lists) {
      const resource = await find(tag)
      const tokens = new Set(resource ? (await this.on(resource)).map(({ token }) => token) : [])
      const etag = resource?.kind === 'item' ? resource.entry.etag : null
      const holds = conditions.every(({ kind, value, isNegated }) => {
        const token = kind === 'token' ? tokenOf(value) : null
        return (
          isNegated !==
          (kind === 'token' ? token !== null && tokens.has(token) : etag !== null && value.trim() === etag)
        )
      })
      if (holds) return
    }
    throw new DavError(412)
  }

  /**
   * Ends the locks on items of this owner whose holders may not write there any more: a membership has ended or was lowered, or
   * the item has left the team folder: then only those on `moved` are looked at, which a program may do thousands of times.
   */
  async endLost(ownerId: string, moved?: readonly FolderChange[]): Promise<void> {
    const locks = (await locksOf(this.db, ownerId)).filter(
      (lock) => lock.userId !== ownerId && (!moved || moved.some((change) => mayBeIn(lock, change))),
    )
    const ended: string[] = []
    for (const { token, userId, itemId } of locks) {
      const scope = await this.scopes.ofPrincipal({ userId }, itemId)
      if (scope.ownerId !== ownerId || scope.permission === 'visitor') ended.push(token)
    }
    await removeLocks(this.db, ended)
  }

  /** With the folders above the collection, whose deep locks bind its callers though they cannot see them. */
  async idsOf(sql: Sql, { scope, ids }: Extract<Resource, { ids: readonly string[] }>): Promise<readonly string[]> {
    const [id] = ids
    const found = id === undefined ? null : await findItem(sql, systemScope(scope.ownerId), id)
    return id === undefined || !found ? ids : [id, ...found.path.map((folder) => folder.id).reverse()]
  }
}
