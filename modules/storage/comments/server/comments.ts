import { randomUUID } from 'node:crypto'
import { type Db, newestFirst, type RateLimit } from '../../../platform/index.ts'
import { type Scope, storageErrors } from '../../tree/index.ts'
import { commentsChanged } from '../contract.ts'
import { type ChangeComments, type CommentsDeps, type CommentWrite, createCommentChanger } from './change-comments.ts'
import type { CommentRow } from './comment.resource.ts'
import { emitCommentCreated } from './emit-comment-created.ts'
import {
  lockComment,
  readComment,
  readCommentPage,
  rejectTooManyComments,
  requireComment,
  requireReadable,
  requireWritable,
} from './find-comment.ts'
import { commentsPerPage, restorableFor } from './limits.ts'

/** Times ascend, as the comments of the item are locked. The key share waits for a deletion of the item. */
const insertSql = `insert into item_comments (id, item_id, author_id, body, created_at)
  select $1::uuid, i.id, $3::uuid, $4, clock_timestamp() from (select id from items where id = $2 for key share) i
  on conflict (id) do nothing returning id`

const cleanBody = (body: string): string => {
  const text = body.replace(/\r\n?/g, '\n').trim()
  if (text === '') throw storageErrors.fail('comment-empty')
  return text
}

/** Comments on files and folders, by everyone who may open them as their owner or as a member of a team folder. */
export class Comments {
  private readonly db: Db
  private readonly limit: RateLimit
  private readonly change: ChangeComments
  constructor(deps: CommentsDeps) {
    this.db = deps.db
    this.limit = deps.limit
    this.change = createCommentChanger(deps)
    deps.realtime.describe(commentsChanged, async (_userId, { itemId }) => ({ item_id: itemId }))
  }

  /** A page, newest last; a cursor leads to earlier ones. 404 `item-not-found`, 422 `invalid-cursor`. */
  async list(
    scope: Scope,
    itemId: string,
    cursor?: string,
  ): Promise<{ rows: CommentRow[]; nextCursor: string | null }> {
    const after = cursor === undefined ? null : newestFirst.read(cursor)
    if (cursor !== undefined && !after) throw storageErrors.fail('invalid-cursor')
    await requireReadable(this.db, scope, itemId)
    const { rows, nextCursor } = newestFirst.page(await readCommentPage(this.db, itemId, after), commentsPerPage)
    return { rows: rows.reverse(), nextCursor }
  }

  /** Writes a comment; a second call with the same id resolves with the first one's. 409 `too-many-comments`. */
  async create(scope: Scope, itemId: string, given: { id?: string; body: string }): Promise<CommentRow> {
    const { id = randomUUID() } = given
    const body = cleanBody(given.body)
    const authorId = scope.actor.userId
    await requireWritable(this.db, scope, itemId)
    const write = async ({ tx, item, watching, tell }: CommentWrite) => {
      const earlier = await lockComment(tx, id)
      if (earlier) {
        const isRepeated = earlier.author_id === authorId && earlier.item_id === item.id && !earlier.deleted
        if (!isRepeated) throw storageErrors.fail('comment-not-found')
        return readComment(tx, id)
      }
      await rejectTooManyComments(tx, item.id)
      const added = await tx.query(insertSql, [id, item.id, authorId, body], 'storage.add-comment')
      if (added.length === 0) throw storageErrors.fail('item-not-found')
      const comment = await readComment(tx, id)
      await emitCommentCreated(tx, { scope, item, comment, watching })
      tell()
      return comment
    }
    return this.change(scope, itemId, write, this.limit)
  }

  /** 403 `forbidden` for others than its author, 404 `comment-not-found`. */
  async edit(scope: Scope, itemId: string, id: string, text: string): Promise<CommentRow> {
    const body = cleanBody(text)
    return this.change(scope, itemId, async ({ tx, item, tell }) => {
      const { author_id } = await requireComment(tx, { itemId: item.id, id })
      if (author_id !== scope.actor.userId) throw storageErrors.fail('forbidden')
      const update = 'update item_comments set body = $2, edited_at = now() where id = $1 and body <> $2 returning 1'
      if ((await tx.query(update, [id, body], 'storage.edit-comment')).length > 0) tell()
      return readComment(tx, id)
    })
  }

  /** 403 `forbidden` for others than its author and the owner of the item, 404 `comment-not-found`. */
  async remove(scope: Scope, itemId: string, id: string): Promise<void> {
    await this.change(scope, itemId, async ({ tx, item, tell }) => {
      const { author_id } = await requireComment(tx, { itemId: item.id, id })
      const isAuthor = author_id === scope.actor.userId
      if (!isAuthor && scope.permission !== 'owner') throw storageErrors.fail('forbidden')
      const update = 'update item_comments set deleted_at = now(), deleted_by_author = $2 where id = $1'
      await tx.query(update, [id, isAuthor], 'storage.delete-comment')
      tell()
    })
  }

  /** Undoes `remove` by who has called it. 404 `comment-not-found` for others, and later. */
  async restore(scope: Scope, itemId: string, id: string): Promise<CommentRow> {
    return this.change(scope, itemId, async ({ tx, item, tell }) => {
      const { author_id, deleted_by_author } = await requireComment(tx, { itemId: item.id, id, isDeleted: true })
      const mayRestore = deleted_by_author ? author_id === scope.actor.userId : scope.permission === 'owner'
      if (!mayRestore) throw storageErrors.fail('comment-not-found')
      await rejectTooManyComments(tx, item.id)
      const restored = await tx.query(
        `update item_comments set deleted_at = null, deleted_by_author = false
         where id = $1 and deleted_at > now() - interval '${restorableFor}' returning 1`,
        [id],
        'storage.restore-comment',
      )
      if (restored.length === 0) throw storageErrors.fail('comment-not-found')
      tell()
      return readComment(tx, id)
    })
  }
}
