import { newestFirst, type Sql, type Tx } from '../../../platform/index.ts'
import { personJsonSql } from '../../../users/index.ts'
import { findItem, type ItemLocation, type Scope, storageErrors } from '../../tree/index.ts'
import type { CommentRow } from './comment.resource.ts'
import { commentsPerPage, maxCommentsPerItem } from './limits.ts'

/** Columns of a `CommentRow` but `at`, of the comment `c` and its author `u`. */
const commentColumns = `c.id, c.body, c.created_at, c.edited_at,
  case when u.id is not null then ${personJsonSql('u')} end as author`

const authorJoin = 'left join user_summaries u on u.id = c.author_id'

const pageSql = `select c.at, ${commentColumns} from (
    select *, ${newestFirst.column} from item_comments
    where item_id = $1 and deleted_at is null and ${newestFirst.after(2)} order by ${newestFirst.order} limit $4
  ) c ${authorJoin} order by c.created_at desc, c.id desc`

/** Comments of an item, newest first: those of a page and one more. */
export const readCommentPage = (
  sql: Sql,
  itemId: string,
  after: { at: string; id: string } | null,
): Promise<(CommentRow & { at: string })[]> =>
  sql.query(pageSql, [itemId, after?.at ?? null, after?.id ?? null, commentsPerPage + 1], 'storage.comments')

/** A comment that exists. */
export const readComment = async (sql: Sql, id: string): Promise<CommentRow> => {
  const [row] = await sql.query<CommentRow>(
    `select ${commentColumns} from item_comments c ${authorJoin} where c.id = $1`,
    [id],
    'storage.comment',
  )
  return row as CommentRow
}

/** An item whose comments the caller may read: also in the trash, which is its owner's alone. 404 `item-not-found`. */
export const requireReadable = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation> => {
  const location = await findItem(sql, scope, id)
  if (!location || (location.trashed && scope.permission !== 'owner')) throw storageErrors.fail('item-not-found')
  return location
}

/** An item whose comments the caller may change. 404 `item-not-found`, 409 `item-in-trash`. */
export const requireWritable = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation> => {
  const location = await requireReadable(sql, scope, id)
  if (location.trashed) throw storageErrors.fail('item-in-trash')
  return location
}

interface LockedComment {
  author_id: string | null
  item_id: string
  deleted: boolean
  deleted_by_author: boolean
}

/** A comment, deleted or not, that stays as it is until the transaction ends; undefined for an unknown id. */
export const lockComment = async (tx: Tx, id: string): Promise<LockedComment | undefined> => {
  const [row] = await tx.query<LockedComment>(
    `select author_id, item_id, deleted_at is not null as deleted, deleted_by_author from item_comments
     where id = $1 for update`,
    [id],
    'storage.lock-comment',
  )
  return row
}

/** As `lockComment`, of a comment of this item that is deleted, or is not. 404 `comment-not-found`. */
export const requireComment = async (
  tx: Tx,
  { itemId, id, isDeleted = false }: { itemId: string; id: string; isDeleted?: boolean },
): Promise<LockedComment> => {
  const row = await lockComment(tx, id)
  if (row?.item_id !== itemId || row.deleted !== isDeleted) throw storageErrors.fail('comment-not-found')
  return row
}

/** 409 `too-many-comments`. Call it while the comments of the item are locked. */
export const rejectTooManyComments = async (tx: Tx, itemId: string): Promise<void> => {
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    'select count(*)::int as count from item_comments where item_id = $1 and deleted_at is null',
    [itemId],
    'storage.count-comments',
  )
  if (count >= maxCommentsPerItem)
    throw storageErrors.fail('too-many-comments', { values: { limit: maxCommentsPerItem } })
}
