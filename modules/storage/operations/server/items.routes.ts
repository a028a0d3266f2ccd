import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import type { Trash } from '../../tree/index.ts'
import { presentItem, requestScope, success } from '../../tree/index.ts'
import { copyItems, dumpTrash, moveItems, removeItems, restoreItems } from '../contract.ts'
import type { Large } from './bulk-operations.ts'
import type { Copy } from './copy.ts'
import type { Move } from './move.ts'
import { accepted } from './operations.routes.ts'
import type { Restore } from './restore.ts'

export interface ItemServices {
  moves: Move
  copies: Copy
  restore: Restore
  trash: Trash
  large: Large
}

export const itemRoutes = (app: FastifyInstance, { i18n }: Platform, services: ItemServices): void => {
  serve(app, moveItems, async ({ body }, request, reply) => {
    const [scope, to] = [requestScope(request), body.to_id ?? null]
    const large = await services.large.move(scope, body, to, body.on_conflict)
    if (large) return accepted(reply, large)
    return { ...success(i18n, request, 'moved'), ...(await services.moves.move(scope, body, to, body.on_conflict)) }
  })
  serve(app, copyItems, async ({ body }, request, reply) => {
    const made = await services.copies.copy(requestScope(request), body, body.to_id ?? null, body.on_conflict)
    if (!('items' in made)) return accepted(reply, made)
    return { data: made.items.map((row) => ({ data: presentItem(row) })), operation: made.operation }
  })
  serve(app, removeItems, async ({ body }, request, reply) => {
    const scope = requestScope(request)
    const large = await services.large.remove(scope, body)
    if (large) return accepted(reply, large)
    const at = await services.trash.remove(scope, body)
    return { ...success(i18n, request, at ? 'trashed' : 'removed'), deleted_at: at?.toISOString() ?? null }
  })
  serve(app, restoreItems, async ({ body }, request, reply) => {
    const [scope, home] = [requestScope(request), body.to_home ?? false]
    const large = await services.large.restore(scope, body, home, body.on_conflict)
    if (large) return accepted(reply, large)
    const operation = await services.restore.restore(scope, body, home, body.on_conflict)
    return { ...success(i18n, request, 'restored'), operation }
  })
  serve(app, dumpTrash, async (_call, request, reply) => {
    const scope = requestScope(request)
    const large = await services.large.dump(scope)
    if (large) return accepted(reply, large)
    await services.trash.dump(scope)
    return success(i18n, request, 'trash-emptied')
  })
}
