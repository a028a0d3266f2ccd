import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import { toIso } from '../../../shared/contract.ts'
import type { ItemRef } from '../../../storage/contract.ts'
import {
  type ChunkRequest,
  type DownloadTransfer,
  type OperationRow,
  presentItem,
  presentOperation,
  type StorageApi,
  storageActions,
} from '../../../storage/index.ts'
import {
  visitorConflicts,
  visitorCreateFolder,
  visitorDiscardUpload,
  visitorMove,
  visitorOperation,
  visitorPrepareZip,
  visitorRemove,
  visitorRename,
  visitorSearch,
  visitorUndoDelete,
  visitorUndoOperation,
  visitorUploadChunk,
  visitorUploadFile,
  visitorUploadState,
  visitorZip,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from '../services/access-log.ts'
import { trackDownload } from '../services/download-tracking.ts'
import type { Downloads } from '../services/downloads.ts'
import type { ShareAccess } from '../services/share-access.ts'
import { withClientIp } from '../services/share-scope.ts'
import type { UndoableDeletes } from '../services/undo-delete.ts'
import { sharePresentation } from '../share-link.resource.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'
import { downloaderOf } from './share-token-auth.ts'

interface ShareActionsRoutesDeps {
  storage: StorageApi
  authorizer: ShareHttpAuthorizer
  log: AccessLog
  downloads: Downloads
  deletes: UndoableDeletes
}

/** Actions of visitors that the link's permission allows: authorize, call storage in the link's scope, present. */
export const shareActionsRoutes = (
  app: FastifyInstance,
  { i18n, log: logger }: Platform,
  { storage, authorizer, log, downloads, deletes }: ShareActionsRoutesDeps,
): void => {
  const { acceptedResponse, receiveChunk, presentUploadState, presentZip, sendZip, storedFile } = storageActions
  const authorize = authorizer.authorize.bind(authorizer)
  const accepted = (reply: FastifyReply, row: OperationRow, token: string) =>
    acceptedResponse(reply, row, `/api/sharing/operations/${row.id}/${token}`)
  const itemView = ({ item }: ShareAccess, token: string) => sharePresentation(token, item.id)

  serve(app, visitorCreateFolder, async ({ params, body }, request, reply) => {
    const access = await authorize(request, reply, params.token)
    return { data: presentItem(await storage.folders.create(access.scope, body), itemView(access, params.token)) }
  })
  serve(app, visitorRename, async ({ params, body }, request, reply) => {
    const access = await authorize(request, reply, params.token)
    const row = await storage.folders.rename(access.scope, params.id, body)
    return { data: presentItem(row, itemView(access, params.token)) }
  })
  serve(app, visitorMove, async ({ params, body }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    const [to, onConflict] = [body.to_id ?? null, body.on_conflict]
    const operation = await storage.bulk.move(scope, body, to, onConflict)
    if (operation) return accepted(reply, operation, params.token)
    return {
      ...successMessage(i18n, request, 'storage:message.moved'),
      ...(await storage.moves.move(scope, body, to, onConflict)),
    }
  })
  serve(app, visitorRemove, async ({ params, body }, request, reply) => {
    const { operation, at, undo } = await deletes.delete(await authorize(request, reply, params.token), body)
    if (operation) return { ...accepted(reply, operation, params.token), undo: undo ?? '' }
    return { ...successMessage(i18n, request, 'storage:message.trashed'), deleted_at: toIso(at), undo }
  })
  serve(app, visitorUndoDelete, async ({ params, body }, request, reply) => {
    const operation = await deletes.undo(await authorize(request, reply, params.token), body.undo)
    return operation
      ? accepted(reply, operation, params.token)
      : successMessage(i18n, request, 'storage:message.restored')
  })
  serve(app, visitorOperation, async ({ params }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    return { data: presentOperation(await storage.operations.find(scope, params.id)) }
  })
  serve(app, visitorUndoOperation, async ({ params }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    if (scope.permission === 'visitor') throw sharingErrors.fail('not-for-visitors')
    return accepted(reply, await storage.operations.undo(scope, params.id), params.token)
  })
  const receive = async (
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
    options: { single?: boolean } = {},
  ) => {
    const access = await authorize(request, reply, token)
    const scope = withClientIp(access.scope, await log.loggableIp(request.ip))
    // Validated again when the file is created, perhaps hours later: a link revoked meanwhile stores nothing (A38).
    const amend = async (sent: ChunkRequest) => (await storage.grants.authorizeChunk(scope, sent)).chunk
    const outcome = await receiveChunk(storage.uploads, storage.blobs, scope, request, {
      ...options,
      authorizeChunk: amend,
    })
    return { access, outcome }
  }
  serve(app, visitorUploadChunk, async ({ params }, request, reply) => {
    const { access, outcome } = await receive(params.token, request, reply)
    reply.status(outcome.kind === 'part' ? 200 : 201)
    if (outcome.kind === 'part') return presentUploadState(outcome)
    return { data: presentItem(outcome.row, itemView(access, params.token)) }
  })
  serve(app, visitorUploadFile, async ({ params }, request, reply) => {
    const { access, outcome } = await receive(params.token, request, reply, { single: true })
    return { data: presentItem(storedFile(outcome).row, itemView(access, params.token)) }
  })
  serve(app, visitorUploadState, async ({ params }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    return presentUploadState(await storage.uploads.state(scope, params.upload_id))
  })
  serve(app, visitorDiscardUpload, async ({ params, query }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    const removeFile = (file: ItemRef) => storage.trash.remove(scope, { items: [file] })
    await storage.uploads.cancellation.discard(scope, params.upload_id, query.with_file && removeFile)
  })
  serve(app, visitorConflicts, async ({ params, body }, request, reply) => {
    const { scope } = await authorize(request, reply, params.token)
    // Only callers who may write here learn existing names (A18).
    if (scope.permission === 'visitor') throw sharingErrors.fail('not-for-visitors')
    return { conflicts: await storage.conflicts.find(scope, body.parent_id ?? null, body.paths) }
  })
  serve(app, visitorPrepareZip, async ({ params, body }, request) => {
    // Changes nothing of the visitor's, so that a frame on another site, which has no CSRF cookie, may call it too.
    request.checkFetched()
    const access = await authorizer.authorizeReading(request, params.token)
    if (!access.share.allow_download) throw sharingErrors.fail('downloads-disabled')
    // Checked now: the browser's download would fail outside the page, which could not show why.
    const requireAvailable = (transfer: DownloadTransfer) => downloads.requireAvailable(access, transfer)
    return presentZip(storage, access.scope, body, `/api/sharing/zip/${params.token}`, requireAvailable)
  })
  serve(app, visitorZip, async ({ params, query }, request, reply) => {
    const access = await authorize(request, reply, params.token)
    const begin = trackDownload({ downloads, log: logger }, access, downloaderOf(request))
    await sendZip(storage, { scope: access.scope, cacheable: false, begin }, query, request, reply)
    return undefined
  })
  serve(app, visitorSearch, async ({ params, query }, request) => {
    const access = await authorizer.authorizeReading(request, params.token)
    if (query.filter === 'users') throw sharingErrors.fail('not-for-visitors')
    return storage.search.findByName(access.scope, query, itemView(access, params.token))
  })
}
