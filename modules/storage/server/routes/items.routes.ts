import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { copyItems, createFolder, dumpTrash, moveItems, removeItems, renameItem, restoreItems } from '../../contract.ts'
import type { Tree } from '../api.ts'
import { presentItem } from '../item.resource.ts'
import { success } from './messages.ts'
import { accepted } from './operations.routes.ts'
import { requestScope } from './scope.ts'

export const itemRoutes = (app: FastifyInstance, { i18n }: Platform, tree: Tree): void => {
  serve(app, createFolder, async ({ body }, request) => ({
    data: presentItem(await tree.folders.create(requestScope(request), body)),
  }))
  serve(app, renameItem, async ({ params, body }, request) => ({
    data: presentItem(await tree.folders.rename(requestScope(request), params.id, body)),
  }))
  serve(app, moveItems, async ({ body }, request, reply) => {
    const [scope, to] = [requestScope(request), body.to_id ?? null]
    const large = await tree.large.move(scope, body, to, body.on_conflict)
    if (large) return accepted(reply, large)
    return { ...success(i18n, request, 'moved'), ...(await tree.moves.move(scope, body, to, body.on_conflict)) }
  })
  serve(app, copyItems, async ({ body }, request, reply) => {
    const made = await tree.copies.copy(requestScope(request), body, body.to_id ?? null, body.on_conflict)
    if (!('items' in made)) return accepted(reply, made)
    return { data: made.items.map((row) => ({ data: presentItem(row) })), operation: made.operation }
  })
  serve(app, removeItems, async ({ body }, request, reply) => {
    const scope = requestScope(request)
    const large = await tree.large.remove(scope, body)
    if (large) return accepted(reply, large)
    const at = await tree.trash.remove(scope, body)
    return { ...success(i18n, request, at ? 'trashed' : 'removed'), deleted_at: at?.toISOString() ?? null }
  })
  serve(app, restoreItems, async ({ body }, request, reply) => {
    const [scope, home] = [requestScope(request), body.to_home ?? false]
    const large = await tree.large.restore(scope, body, home, body.on_conflict)
    if (large) return accepted(reply, large)
    const operation = await tree.restore.restore(scope, body, home, body.on_conflict)
    return { ...success(i18n, request, 'restored'), operation }
  })
  serve(app, dumpTrash, async (_call, request, reply) => {
    const scope = requestScope(request)
    const large = await tree.large.dump(scope)
    if (large) return accepted(reply, large)
    await tree.trash.dump(scope)
    return success(i18n, request, 'trash-emptied')
  })
}
