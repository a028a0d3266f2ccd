import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import {
  type ChunkRequest,
  presentItem,
  presentOperation,
  type StorageApi,
  type StoredFile,
  storageDeeds,
  type Taking,
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
  visitorTakeBack,
  visitorUpload,
  visitorUploadFile,
  visitorUploadState,
  visitorZip,
} from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from '../services/access-log.ts'
import type { Downloads } from '../services/downloads.ts'
import { type Admission, type ShareGuard, seenFrom } from '../services/guard.ts'
import type { Removals } from '../services/removals.ts'
import { takingOf } from '../services/takings.ts'
import { viewOf } from '../share.resource.ts'

export interface DeedsRoutesDeps {
  storage: StorageApi
  guard: ShareGuard
  log: AccessLog
  downloads: Downloads
  removals: Removals
}

/** What visitors may do by a link, where its permission lets them: guard → storage's own deed → shape. */
export const visitorDeedsRoutes = (
  app: FastifyInstance,
  { i18n, log: logger }: Platform,
  { storage, guard, log, downloads, removals }: DeedsRoutesDeps,
): void => {
  const { accepted, receiveChunk, presentPart, presentZip, sendZip, success } = storageDeeds
  const admit = (request: FastifyRequest, reply: FastifyReply, token: string) => guard.admit(request, reply, token)
  const viewFor = ({ item }: Admission, token: string) => viewOf(token, item.id)

  serve(app, visitorCreateFolder, async ({ params, body }, request, reply) => {
    const admission = await admit(request, reply, params.token)
    return { data: presentItem(await storage.folders.create(admission.scope, body), viewFor(admission, params.token)) }
  })
  serve(app, visitorRename, async ({ params, body }, request, reply) => {
    const admission = await admit(request, reply, params.token)
    const row = await storage.folders.rename(admission.scope, params.id, body)
    return { data: presentItem(row, viewFor(admission, params.token)) }
  })
  serve(app, visitorMove, async ({ params, body }, request, reply) => {
    const { scope } = await admit(request, reply, params.token)
    const [to, wish] = [body.to_id ?? null, body.on_conflict]
    const large = await storage.large.move(scope, body, to, wish)
    if (large) return accepted(reply, large)
    return { ...success(i18n, request, 'moved'), ...(await storage.moves.move(scope, body, to, wish)) }
  })
  serve(app, visitorRemove, async ({ params, body }, request, reply) => {
    const { large, at, undo } = await removals.remove(await admit(request, reply, params.token), body)
    if (large) return { ...accepted(reply, large), undo: undo ?? '' }
    return { ...success(i18n, request, 'trashed'), deleted_at: at?.toISOString() ?? null, undo }
  })
  serve(app, visitorTakeBack, async ({ params, body }, request, reply) => {
    const large = await removals.takeBack(await admit(request, reply, params.token), body.undo)
    return large ? accepted(reply, large) : success(i18n, request, 'restored')
  })
  serve(app, visitorOperation, async ({ params }, request, reply) => {
    const { scope } = await admit(request, reply, params.token)
    return { data: presentOperation(await storage.operations.find(scope, params.id)) }
  })
  const receive = async (token: string, request: FastifyRequest, reply: FastifyReply, single: boolean) => {
    const admission = await admit(request, reply, token)
    const scope = seenFrom(admission.scope, await log.addressOf(request.ip))
    // The link is asked again when the file is made, which may be hours later: revoked meanwhile, it stores nothing (A38).
    const amend = async (sent: ChunkRequest) => (await storage.grounds.amend(scope, sent)).chunk
    const outcome = await receiveChunk(storage.uploads, storage.blobs, scope, request, { amend, single })
    return { admission, outcome }
  }
  serve(app, visitorUpload, async ({ params }, request, reply) => {
    const { admission, outcome } = await receive(params.token, request, reply, false)
    reply.status(outcome.kind === 'part' ? 200 : 201)
    if (outcome.kind === 'part') return presentPart(outcome)
    return { data: presentItem(outcome.row, viewFor(admission, params.token)) }
  })
  serve(app, visitorUploadFile, async ({ params }, request, reply) => {
    const { admission, outcome } = await receive(params.token, request, reply, true)
    return { data: presentItem((outcome as StoredFile).row, viewFor(admission, params.token)) }
  })
  serve(app, visitorUploadState, async ({ params }, request, reply) => {
    const { scope } = await admit(request, reply, params.token)
    return presentPart(await storage.uploads.state(scope, params.upload_id))
  })
  serve(app, visitorDiscardUpload, async ({ params }, request, reply) => {
    const { scope } = await admit(request, reply, params.token)
    await storage.uploads.ends.discard(scope, params.upload_id)
    return undefined as never
  })
  serve(app, visitorConflicts, async ({ params, body }, request, reply) => {
    const { scope } = await admit(request, reply, params.token)
    // Only who may write here is told which names are there (A18).
    if (scope.permission === 'visitor') throw sharingErrors.fail('not-for-visitors')
    return { conflicts: await storage.conflicts.find(scope, body.parent_id ?? null, body.paths) }
  })
  serve(app, visitorPrepareZip, async ({ params, body }, request, reply) => {
    const admission = await admit(request, reply, params.token)
    if (!admission.share.allow_download) throw sharingErrors.fail('download-off')
    // The download itself goes past the page, which could not tell that it was refused.
    const ask = (taking: Taking) => downloads.ask(admission, taking)
    return presentZip(storage, admission.scope, body, `/api/sharing/zip/${params.token}`, ask)
  })
  serve(app, visitorZip, async ({ params, query }, request, reply) => {
    const admission = await admit(request, reply, params.token)
    const begin = takingOf({ downloads, log: logger }, admission, request)
    await sendZip(storage, { scope: admission.scope, keeps: false, begin }, query, request, reply)
    return undefined
  })
  serve(app, visitorSearch, async ({ params, query }, request, reply) => {
    const admission = await admit(request, reply, params.token)
    if (query.filter === 'users') throw sharingErrors.fail('not-for-visitors')
    return storage.search.find(admission.scope, query, viewFor(admission, params.token))
  })
}
