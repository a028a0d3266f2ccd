import {
  array,
  endpoint,
  listQuery,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  single,
  string,
  timestamp,
  uuid,
} from '../../../shared/contract.ts'

/** Characters of a comment. */
export const maxCommentLength = 2_000

export const Comment = object({
  id: uuid(),
  type: oneOf(['comment']),
  attributes: object({
    /** Plain text. */
    body: string(),
    created_at: timestamp(),
    /** Null: never edited. */
    edited_at: nullable(timestamp()),
  }),
  relationships: object({
    /** Null: an account that was deleted. */
    author: object({
      data: nullable(
        object({
          type: oneOf(['user']),
          id: uuid(),
          attributes: object({
            name: string(),
            avatar: nullable(object({ xs: string(), sm: string(), md: string() })),
            color: string(),
          }),
        }),
      ),
    }),
  }),
})
export type Comment = Static<typeof Comment>

const body = string({ minLength: 1, maxLength: maxCommentLength })

/** A page in the order of the conversation, newest last. `nextCursor` leads to earlier ones. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/items/:id/comments',
  summary: 'List the comments on a file or folder',
  access: 'session',
  params: object({ id: uuid() }),
  query: object({ cursor: listQuery.cursor }),
  response: {
    200: object({ data: array(single(Comment)), meta: object({ nextCursor: nullable(string()) }) }),
  },
  errors: ['storage.item-not-found', 'storage.invalid-cursor'],
})

export const createComment = endpoint({
  method: 'POST',
  path: '/api/items/:id/comments',
  summary: 'Write a comment on a file or folder',
  access: 'session',
  params: object({ id: uuid() }),
  body: object({
    body,
    /** Idempotency key, which becomes the id of the comment: calls with the same one write it once. */
    id: optional(uuid()),
  }),
  response: { 201: single(Comment) },
  errors: [
    'storage.item-not-found',
    'storage.item-in-trash',
    'storage.forbidden',
    'storage.comment-empty',
    'storage.comment-not-found',
    'storage.too-many-comments',
  ],
})

const params = object({ id: uuid(), comment: uuid() })

/** For its author only. */
export const editComment = endpoint({
  method: 'PATCH',
  path: '/api/items/:id/comments/:comment',
  summary: 'Edit a comment',
  access: 'session',
  params,
  body: object({ body }),
  response: { 200: single(Comment) },
  errors: [
    'storage.item-not-found',
    'storage.item-in-trash',
    'storage.comment-empty',
    'storage.comment-not-found',
    'storage.forbidden',
  ],
})

/** For its author, and for the owner of the item. */
export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/comments/:comment',
  summary: 'Delete a comment',
  access: 'session',
  params,
  response: { 204: null },
  errors: ['storage.item-not-found', 'storage.item-in-trash', 'storage.comment-not-found', 'storage.forbidden'],
})

/** Undoes a deletion of the last hour. Only who has deleted the comment may. */
export const restoreComment = endpoint({
  method: 'POST',
  path: '/api/items/:id/comments/:comment/restore',
  summary: 'Restore a comment that was just deleted',
  access: 'session',
  params,
  response: { 200: single(Comment) },
  errors: [
    'storage.item-not-found',
    'storage.item-in-trash',
    'storage.comment-not-found',
    'storage.forbidden',
    'storage.too-many-comments',
  ],
})

/** Realtime event: comments on an item were written, edited, deleted or restored by somebody else. */
export const commentsChanged = 'comments-changed'
export interface CommentsChanged {
  item_id: string
}
