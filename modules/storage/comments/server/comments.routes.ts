import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import type { RequestScopes } from '../../tree/index.ts'
import { createComment, editComment, listComments, removeComment, restoreComment } from '../contract.ts'
import { presentComment } from './comment.resource.ts'
import type { Comments } from './comments.ts'

export const commentRoutes = (
  app: FastifyInstance,
  { comments, scopes }: { comments: Comments; scopes: RequestScopes },
): void => {
  serve(app, listComments, async ({ params, query }, request) => {
    const { rows, nextCursor } = await comments.list(await scopes.ofItem(request, params.id), params.id, query.cursor)
    return { data: rows.map((row) => ({ data: presentComment(row) })), meta: { nextCursor } }
  })
  serve(app, createComment, async ({ params, body }, request) => ({
    data: presentComment(await comments.create(await scopes.ofItem(request, params.id), params.id, body)),
  }))
  serve(app, editComment, async ({ params, body }, request) => ({
    data: presentComment(
      await comments.edit(await scopes.ofItem(request, params.id), params.id, params.comment, body.body),
    ),
  }))
  serve(app, removeComment, async ({ params }, request) => {
    await comments.remove(await scopes.ofItem(request, params.id), params.id, params.comment)
    return undefined
  })
  serve(app, restoreComment, async ({ params }, request) => ({
    data: presentComment(await comments.restore(await scopes.ofItem(request, params.id), params.id, params.comment)),
  }))
}
