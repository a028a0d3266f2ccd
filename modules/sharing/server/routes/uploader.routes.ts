import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import type { ItemRef } from '../../../storage/contract.ts'
import {
  type ChunkRequest,
  presentItem,
  type StorageApi,
  type StoredFile,
  storageActions,
} from '../../../storage/index.ts'
import {
  closeFileRequest,
  identifyUploader,
  showPublicFileRequest,
  submitFileRequest,
  uploaderBrowse,
  uploaderConflicts,
  uploaderCreateFolder,
  uploaderDiscardUpload,
  uploaderMove,
  uploaderNavigation,
  uploaderRemove,
  uploaderRename,
  uploaderUploadChunk,
  uploaderUploadFile,
  uploaderUploadState,
} from '../../contract.ts'
import { noFolderRoot, uploaderScope } from '../services/file-request-access.ts'
import type { FileRequestUploaders } from '../services/file-request-uploaders.ts'
import type { FileRequestUploads } from '../services/file-request-uploads.ts'
import type { FileRequests } from '../services/file-requests.ts'
import type { PublicFileRequests } from '../services/public-file-requests.ts'
import type { UploadReceipts } from '../services/upload-receipts.ts'
import { fileRequestItemView, type UploaderActions, withSentName } from '../services/uploader-actions.ts'
import type { FileRequestHttpAuthorizer } from './file-request-http-authorizer.ts'

interface UploaderRoutesDeps {
  storage: StorageApi
  authorizer: FileRequestHttpAuthorizer
  uploaders: FileRequestUploaders
  publicFileRequests: PublicFileRequests
  actions: UploaderActions
  uploads: FileRequestUploads
  fileRequests: FileRequests
  receipts: UploadReceipts
}

/** File requests as uploaders use them: authorize, check that items are theirs, call storage, present. */
export const uploaderRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { storage, authorizer, uploaders, publicFileRequests, actions, uploads, fileRequests, receipts }: UploaderRoutesDeps,
): void => {
  const { receiveChunk, presentUploadState, storedFile } = storageActions

  serve(app, showPublicFileRequest, async ({ params }, request) => ({
    data: await publicFileRequests.present(await authorizer.find(request, params.token), params.token),
  }))
  serve(app, closeFileRequest, async ({ params }, request) => {
    const lookup = await authorizer.findToClose(request, params.token)
    if (request.principal?.userId === lookup.owner.id) await fileRequests.closeByOwner(lookup, request.socketId)
    else await fileRequests.closeByUploader(lookup)
    return successMessage(i18n, request, 'sharing:message.request-closed')
  })
  serve(app, identifyUploader, async ({ params, body }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token, body)
    const uploader = await uploaders.identify(access.uploader, body, request.locale)
    return { data: await publicFileRequests.present({ ...access, uploader }, params.token) }
  })
  serve(app, submitFileRequest, async ({ params }, request, reply) => {
    const receipt = await receipts.submit(await authorizer.authorize(request, reply, params.token))
    const submitted = await authorizer.find(request, params.token)
    return { data: await publicFileRequests.present(submitted, params.token), receipt }
  })
  serve(app, uploaderBrowse, async ({ params, query }, request) =>
    actions.browse(await authorizer.findOpen(request, params.token), params.token, params.id, query),
  )
  serve(app, uploaderNavigation, async ({ params }, request) => [
    {
      name: i18n.translator(request.locale)('sharing:request.navigation'),
      location: 'upload-request',
      folders: await actions.tree(await authorizer.findOpen(request, params.token)),
      isMovable: true,
      isOpen: true,
    },
  ])

  const receive = async (
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
    kind: { single?: boolean } = {},
  ) => {
    const access = await authorizer.authorizeIdentified(request, reply, token)
    const { scope, amend } = await uploads.begin(access)
    const maxBytes = access.fileRequest.max_file_size
    let name: string | null = null
    const amendNamed = async (chunk: ChunkRequest) => {
      name = chunk.name
      return amend(request.ip)(chunk)
    }
    const options = { ...kind, authorizeChunk: amendNamed, maxFileBytes: maxBytes }
    const outcome = await receiveChunk(storage.uploads, storage.blobs, scope, request, options)
    const present = ({ row }: StoredFile) => ({
      data: presentItem(withSentName(access, row, name ?? row.name), fileRequestItemView(token, scope.root ?? '')),
    })
    return { outcome, present }
  }
  serve(app, uploaderUploadChunk, async ({ params: { token } }, request, reply) => {
    const { outcome, present } = await receive(token, request, reply)
    reply.status(outcome.kind === 'part' ? 200 : 201)
    return outcome.kind === 'part' ? presentUploadState(outcome) : present(outcome)
  })
  serve(app, uploaderUploadFile, async ({ params: { token } }, request, reply) => {
    const { outcome, present } = await receive(token, request, reply, { single: true })
    return present(storedFile(outcome))
  })
  serve(app, uploaderUploadState, async ({ params }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token)
    return presentUploadState(await storage.uploads.state(uploaderScope(access, noFolderRoot), params.upload_id))
  })
  serve(app, uploaderDiscardUpload, async ({ params, query }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token)
    const removeFile = query.with_file && ((file: ItemRef) => actions.trashSent(access, [file]))
    await storage.uploads.cancellation.discard(uploaderScope(access, noFolderRoot), params.upload_id, removeFile)
  })
  serve(app, uploaderConflicts, async ({ params }, request) => {
    await authorizer.findOpen(request, params.token)
    return { conflicts: [] }
  })
  serve(app, uploaderCreateFolder, async ({ params, body }, request, reply) => {
    const access = await authorizer.authorizeIdentified(request, reply, params.token)
    const { row, root } = await actions.createFolder(access, body)
    return { data: presentItem(row, fileRequestItemView(params.token, root)) }
  })
  serve(app, uploaderRename, async ({ params, body }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token)
    const { row, root } = await actions.rename(access, params.id, body)
    return { data: presentItem(row, fileRequestItemView(params.token, root)) }
  })
  serve(app, uploaderMove, async ({ params, body }, request, reply) => {
    const access = await authorizer.authorize(request, reply, params.token)
    const moved = await actions.move(access, body.items, body.to_id ?? null)
    return { ...successMessage(i18n, request, 'storage:message.moved'), items: moved }
  })
  serve(app, uploaderRemove, async ({ params, body }, request, reply) => {
    await actions.remove(await authorizer.authorize(request, reply, params.token), body.items)
    return successMessage(i18n, request, 'sharing:message.request-removed')
  })
}
