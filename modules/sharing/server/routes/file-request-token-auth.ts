import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, storageErrors } from '../../../storage/index.ts'
import { uploaderScope } from '../services/file-request-access.ts'
import type { FileRequestFolders } from '../services/file-request-folders.ts'
import type { UploaderItems } from '../services/uploader-items.ts'
import type { FileRequestHttpAuthorizer } from './file-request-http-authorizer.ts'

interface FileRequestTokenAuthDeps {
  authorizer: FileRequestHttpAuthorizer
  folders: FileRequestFolders
  uploaderItems: UploaderItems
}

/** Authenticates `?request=` in URLs of files: this uploader's own items, or all where everybody sees everything. */
export const fileRequestTokenAuth =
  ({ authorizer, folders, uploaderItems }: FileRequestTokenAuthDeps) =>
  async (request: FastifyRequest, _reply: FastifyReply, token: string): Promise<Caller> => {
    const lookup = await authorizer.findOpen(request, token)
    const { visibility } = lookup.fileRequest
    const root = await folders.requestFolder(lookup)
    const { id = '' } = request.params as { id?: string }
    const name = visibility === 'own' ? (await uploaderItems.own(lookup.uploader, [id])).get(id) : undefined
    if (!root || !(visibility === 'all' || name !== undefined)) throw storageErrors.fail('item-not-found')
    return { scope: uploaderScope(lookup, root.id), cacheable: false, ...(name ? { name } : {}) }
  }
