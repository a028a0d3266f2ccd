import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { ownScope } from '../../../storage/index.ts'
import {
  createFileRequest,
  type FileRequest,
  listFileRequests,
  reopenFileRequest,
  revokeFileRequest,
  updateFileRequest,
} from '../../contract.ts'
import type { OwnedFileRequestRow } from '../file-request.row.ts'
import type { FileRequests } from '../services/file-requests.ts'
import type { OwnedFileRequests } from '../services/owned-file-requests.ts'

interface FileRequestsRoutesDeps {
  fileRequests: FileRequests
  owned: OwnedFileRequests
}

const ownerScope = (request: FastifyRequest) => ownScope(callerOf(request), request.socketId)

/** File requests as their owner manages them. */
export const fileRequestsRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { fileRequests, owned }: FileRequestsRoutesDeps,
): void => {
  const present = async (request: FastifyRequest, row: OwnedFileRequestRow) => ({
    data: (await owned.present(ownerScope(request), [row]))[0] as FileRequest,
  })

  serve(app, createFileRequest, async ({ body }, request) =>
    present(request, await fileRequests.create(ownerScope(request), body)),
  )
  serve(app, listFileRequests, ({ query }, request) => owned.listing(ownerScope(request), query))
  serve(app, updateFileRequest, async ({ params, body }, request) =>
    present(request, await fileRequests.update(ownerScope(request), params.token, body)),
  )
  serve(app, reopenFileRequest, async ({ params, body }, request) =>
    present(request, await fileRequests.reopen(ownerScope(request), params.token, body.expires_at)),
  )
  serve(app, revokeFileRequest, async ({ params }, request) => {
    await fileRequests.revoke(ownerScope(request), params.token)
    return successMessage(i18n, request, 'sharing:message.request-revoked')
  })
}
