import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../platform/index.ts'
import { createFolder, renameItem } from '../../contract.ts'
import { presentationOf, presentItem } from '../item.resource.ts'
import type { RequestScopes } from '../request-scopes.ts'
import type { Folders } from '../services/folders.ts'

interface FolderServices {
  folders: Folders
  scopes: RequestScopes
}

export const folderRoutes = (app: FastifyInstance, { folders, scopes }: FolderServices): void => {
  serve(app, createFolder, async ({ body }, request) => {
    const scope = await scopes.ofItem(request, body.parent_id)
    return { data: presentItem(await folders.create(scope, body), presentationOf(scope)) }
  })
  serve(app, renameItem, async ({ params, body }, request) => {
    const scope = await scopes.ofItem(request, params.id)
    return { data: presentItem(await folders.rename(scope, params.id, body), presentationOf(scope)) }
  })
}
