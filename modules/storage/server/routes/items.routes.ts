import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { createFolder, dumpTrash, moveItems, removeItems, renameItem, restoreItems } from '../../contract.ts'
import type { Tree } from '../api.ts'
import { presentItem } from '../item.resource.ts'
import { success } from './messages.ts'
import { requestScope } from './scope.ts'

export const itemRoutes = (app: FastifyInstance, { i18n }: Platform, tree: Tree): void => {
  serve(app, createFolder, async ({ body }, request) => ({
    data: presentItem(await tree.folders.create(requestScope(request), body)),
  }))
  serve(app, renameItem, async ({ params, body }, request) => ({
    data: presentItem(await tree.folders.rename(requestScope(request), params.id, body)),
  }))
  serve(app, moveItems, async ({ body }, request) => {
    await tree.moves.move(requestScope(request), body, body.to_id ?? null)
    return success(i18n, request, 'moved')
  })
  serve(app, removeItems, async ({ body }, request) => {
    const at = await tree.trash.remove(requestScope(request), body)
    return { ...success(i18n, request, at ? 'trashed' : 'removed'), deleted_at: at?.toISOString() ?? null }
  })
  serve(app, restoreItems, async ({ body }, request) => {
    await tree.restore.restore(requestScope(request), body, body.to_home ?? false)
    return success(i18n, request, 'restored')
  })
  serve(app, dumpTrash, async (_call, request) => {
    await tree.trash.dump(requestScope(request))
    return success(i18n, request, 'trash-emptied')
  })
}
