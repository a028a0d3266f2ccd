import { call } from '../../../web/ui.ts'
import { type Comment, createComment, editComment, listComments, removeComment, restoreComment } from '../contract.ts'

export interface CommentPage {
  /** Newest last. */
  list: readonly Comment[]
  /** Cursor of earlier comments; null at the beginning. */
  next: string | null
}

/** A page of the comments on an item: the newest ones, or those before a cursor. */
export const loadComments = async (itemId: string, cursor?: string, signal?: AbortSignal): Promise<CommentPage> => {
  const query = cursor === undefined ? {} : { cursor }
  const { data, meta } = await call(listComments, { params: { id: itemId }, query, signal })
  return { list: data.map((each) => each.data), next: meta.nextCursor }
}

/** The pages that reach back to a comment; the newest one at least. */
export const loadCommentsSince = async (
  itemId: string,
  first: Comment | undefined,
  signal?: AbortSignal,
): Promise<CommentPage> => {
  let { list, next } = await loadComments(itemId, undefined, signal)
  const since = first?.attributes.created_at
  while (next !== null && since !== undefined && (list[0]?.attributes.created_at ?? since) > since) {
    const earlier = await loadComments(itemId, next, signal)
    list = [...earlier.list, ...list]
    next = earlier.next
  }
  return { list, next }
}

/** `id`: of the new comment. A second call with the same one writes nothing. */
export const sendComment = async (itemId: string, id: string, body: string): Promise<Comment> =>
  (await call(createComment, { params: { id: itemId }, body: { body, id } })).data
export const changeComment = async (itemId: string, comment: string, body: string): Promise<Comment> =>
  (await call(editComment, { params: { id: itemId, comment }, body: { body } })).data
export const deleteComment = (itemId: string, comment: string): Promise<unknown> =>
  call(removeComment, { params: { id: itemId, comment } })
export const undeleteComment = (itemId: string, comment: string): Promise<unknown> =>
  call(restoreComment, { params: { id: itemId, comment } })
