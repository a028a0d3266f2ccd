import type { Tx } from '../../../platform/index.ts'
import { displayName } from '../../../users/index.ts'
import type { ItemRow, Scope } from '../../tree/index.ts'
import type { CommentRow } from './comment.resource.ts'

/** Whom of the users $1 a comment on $2 concerns: the owner $3, and who has written one there; not its author $4. */
const concernedSql = `select u.id from user_summaries u
  where u.id = any($1::uuid[]) and u.id <> $4 and u.status = 'active' and (u.id = $3 or exists (
    select 1 from item_comments c where c.item_id = $2 and c.author_id = u.id and c.deleted_at is null))`

interface NewComment {
  scope: Pick<Scope, 'ownerId'>
  item: ItemRow
  comment: CommentRow
  /** Users who may open the item. */
  watching: readonly string[]
}

/** Emits the event of a new comment, if it concerns anybody. */
export const emitCommentCreated = async (tx: Tx, { scope, item, comment, watching }: NewComment): Promise<void> => {
  const { author } = comment
  if (!author) return
  const concerned = await tx.query<{ id: string }>(
    concernedSql,
    [watching, item.id, scope.ownerId, author.id],
    'storage.concerned-by-comment',
  )
  if (concerned.length === 0) return
  tx.emit('storage.comment.created', {
    itemId: item.id,
    item: item.name,
    author: displayName(author),
    userIds: concerned.map(({ id }) => id),
  })
}
