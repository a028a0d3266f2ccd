import type { Platform, RateLimit, Tx } from '../../../platform/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import { commentsChanged } from '../contract.ts'
import { requireWritable } from './find-comment.ts'

export interface CommentsDeps extends Pick<Platform, 'db' | 'realtime' | 'limiter'> {
  /** Finds the users who may open items of an owner. */
  watchers: { find(ownerId: string, itemIds: readonly string[]): Promise<readonly { userId: string }[]> }
  /** New comments of an account. */
  limit: RateLimit
  /** Its edits, deletions and restores. */
  changeLimit: RateLimit
}

export interface CommentWrite {
  tx: Tx
  item: ItemRow
  /** Users who may open the item. */
  watching: readonly string[]
  /** Tells their open tabs of a change after the commit. */
  tell(): void
}

export type ChangeComments = <T>(
  scope: Scope,
  itemId: string,
  write: (writing: CommentWrite) => Promise<T>,
  limit?: RateLimit,
) => Promise<T>

/** A function that changes the comments of an item, one call at a time; 429 above `limit`. */
export const createCommentChanger =
  ({ db, watchers, realtime, limiter, changeLimit }: CommentsDeps): ChangeComments =>
  async (scope, itemId, write, limit = changeLimit) => {
    const { userId, socketId = null } = scope.actor
    return limiter.attempt([{ limit, subject: [userId ?? ''] }], async () => {
      const watching = (await watchers.find(scope.ownerId, [itemId])).map((watcher) => watcher.userId)
      return db.transaction(async (tx) => {
        await scope.lockPermission?.(tx)
        await tx.lock(`coffer.comments.${itemId.toLowerCase()}`)
        const { item } = await requireWritable(tx, scope, itemId)
        const message = { event: commentsChanged, ids: { itemId: item.id }, except: socketId }
        return write({ tx, item, watching, tell: () => tx.afterCommit(() => realtime.publishToAll(watching, message)) })
      })
    })
  }
