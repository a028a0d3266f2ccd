import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../platform/index.ts'
import { createFolder, renameItem } from '../../contract.ts'
import { presentItem } from '../item.resource.ts'
import type { Folders } from '../services/folders.ts'
import { requestScope } from './request.ts'

export const folderRoutes = (app: FastifyInstance, folders: Folders): void => {
  serve(app, createFolder, async ({ body }, request) => ({
    data: presentItem(await folders.create(requestScope(request), body)),
  }))
  serve(app, renameItem, async ({ params, body }, request) => ({
    data: presentItem(await folders.rename(requestScope(request), params.id, body)),
  }))
}
