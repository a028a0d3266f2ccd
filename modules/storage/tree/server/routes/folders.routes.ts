import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../platform/index.ts'
import { createFolder, renameItem } from '../../contract.ts'
import { presentItem } from '../item.resource.ts'
import type { RequestScopes } from '../request-scopes.ts'
import type { Folders } from '../services/folders.ts'

export interface FolderServices {
  folders: Folders
  scopes: RequestScopes
}

export const folderRoutes = (app: FastifyInstance, { folders, scopes }: FolderServices): void => {
  serve(app, createFolder, async ({ body }, request) => ({
    data: presentItem(await folders.create(await scopes.of(request, body.parent_id), body)),
  }))
  serve(app, renameItem, async ({ params, body }, request) => ({
    data: presentItem(await folders.rename(await scopes.of(request, params.id), params.id, body)),
  }))
}
