import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../platform/index.ts'
import type { Listing } from '../../storage/contract.ts'
import { ownScope } from '../../storage/index.ts'
import type { FileRequestFilters, PublicFileRequest } from '../contract.ts'
import type { FileRequestHttpAuthorizer } from './routes/file-request-http-authorizer.ts'
import type { OwnedFileRequests } from './services/owned-file-requests.ts'
import type { PublicFileRequests } from './services/public-file-requests.ts'
import type { UploaderActions } from './services/uploader-actions.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    fileRequests: FileRequestPages
  }
}

/** File requests for pages of owners and of uploaders. */
interface FileRequestPages {
  /** The owner's, newest first: the first page, as the API answers. */
  owned(principal: Principal, filters: FileRequestFilters): ReturnType<OwnedFileRequests['page']>
  /**
   * With the items that this browser sent, null once the request is closed. 404 for an unknown request and a foreign folder,
   * 401 while the owner is restricted.
   */
  open(
    request: FastifyRequest,
    token: string,
    folder: string,
  ): Promise<{ fileRequest: PublicFileRequest; listing: Listing | null }>
}

const firstPageRows = 100

export const createFileRequestPages = (
  authorizer: FileRequestHttpAuthorizer,
  publicFileRequests: PublicFileRequests,
  actions: UploaderActions,
  owned: OwnedFileRequests,
): FileRequestPages => ({
  owned: (principal, filters) => owned.page(ownScope(principal), filters),
  async open(request, token, folder) {
    const lookup = await authorizer.find(request, token)
    const isOpen = lookup.fileRequest.status === 'active'
    return {
      fileRequest: await publicFileRequests.present(lookup, token),
      listing: isOpen ? await actions.browse(lookup, token, folder, { per_page: firstPageRows }) : null,
    }
  },
})
