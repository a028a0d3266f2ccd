import type { FastifyInstance } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import { toIso } from '../../../shared/contract.ts'
import type { RequestScopes, Scope, Trash } from '../../tree/index.ts'
import { allow, presentationOf, presentItem, requestScope, storageErrors } from '../../tree/index.ts'
import { copyItems, dumpTrash, moveItems, removeItems, restoreItems } from '../contract.ts'
import type { BulkOperations } from './bulk-operations.ts'
import type { Copy } from './copy.ts'
import type { Move } from './move.ts'
import { acceptedResponse } from './operations.routes.ts'
import type { Removals } from './removals.ts'
import type { Restore } from './restore.ts'

interface ItemServices {
  moves: Move
  copies: Copy
  removals: Removals
  restore: Restore
  trash: Trash
  bulk: BulkOperations
  scopes: RequestScopes
}

/**
 * Target folder of a signed-in call. Without an id it is the root of the caller's own files: 404 for items of another
 * account, which stay with their owner.
 */
const targetFolderOf = (scope: Scope, verb: 'move' | 'copy', id: string | null = null): string | null => {
  allow(scope, verb)
  if (id === null && scope.ownerId !== scope.actor.userId) throw storageErrors.fail('parent-not-found')
  return id
}

export const itemRoutes = (app: FastifyInstance, { i18n }: Platform, services: ItemServices): void => {
  serve(app, moveItems, async ({ body }, request, reply) => {
    const scope = await services.scopes.ofTargets(request, body)
    const to = targetFolderOf(scope, 'move', body.to_id)
    const bulkOperation = await services.bulk.move(scope, body, to, body.on_conflict)
    if (bulkOperation) return acceptedResponse(reply, bulkOperation)
    return {
      ...successMessage(i18n, request, 'storage:message.moved'),
      ...(await services.moves.move(scope, body, to, body.on_conflict)),
    }
  })
  serve(app, copyItems, async ({ body }, request, reply) => {
    const scope = await services.scopes.ofTargets(request, body)
    const made = await services.copies.copy(scope, body, targetFolderOf(scope, 'copy', body.to_id), body.on_conflict)
    if (!('items' in made)) return acceptedResponse(reply, made)
    const { items, operation, result } = made
    return { data: items.map((row) => ({ data: presentItem(row, presentationOf(scope)) })), operation, result }
  })
  serve(app, removeItems, async ({ body }, request, reply) => {
    const scope = await services.scopes.ofTargets(request, body)
    const bulkOperation = await services.bulk.remove(scope, body)
    if (bulkOperation) return acceptedResponse(reply, bulkOperation)
    const { trashedAt, operation } = await services.removals.remove(scope, body)
    const message = successMessage(i18n, request, trashedAt ? 'storage:message.trashed' : 'storage:message.removed')
    return { ...message, deleted_at: toIso(trashedAt), operation }
  })
  serve(app, restoreItems, async ({ body }, request, reply) => {
    const scope = requestScope(request)
    const options = { toHome: body.to_home, onConflict: body.on_conflict }
    const bulkOperation = await services.bulk.restore(scope, body, options)
    if (bulkOperation) return acceptedResponse(reply, bulkOperation)
    const restored = await services.restore.restore(scope, body, options)
    return { ...successMessage(i18n, request, 'storage:message.restored'), ...restored }
  })
  serve(app, dumpTrash, async ({ query: { until } }, request, reply) => {
    const scope = requestScope(request)
    const bulkOperation = await services.bulk.dump(scope, until)
    if (bulkOperation) return acceptedResponse(reply, bulkOperation)
    await services.trash.dump(scope, until)
    return successMessage(i18n, request, 'storage:message.trash-emptied')
  })
}
