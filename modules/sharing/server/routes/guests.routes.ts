import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { type ChunkRequest, presentItem, type StorageApi, storageDeeds } from '../../../storage/index.ts'
import {
  askedRequest,
  browseRequest,
  closeRequest,
  enterRequest,
  finishRequest,
  requestConflicts,
  requestCreateFolder,
  requestDiscardUpload,
  requestMove,
  requestNavigation,
  requestRemove,
  requestRename,
  requestUpload,
  requestUploadFile,
  requestUploadState,
} from '../../contract.ts'
import type { AskedRequests } from '../services/asked-requests.ts'
import { guestScope, nowhere, type RequestGuard } from '../services/request-guard.ts'
import type { RequestGuests } from '../services/request-guests.ts'
import { type RequestItems, requestViewOf, shownAs } from '../services/request-items.ts'
import type { RequestUploads } from '../services/request-uploads.ts'
import type { Requests } from '../services/requests.ts'

export interface GuestsRoutesDeps {
  storage: StorageApi
  guard: RequestGuard
  guests: RequestGuests
  asked: AskedRequests
  items: RequestItems
  uploads: RequestUploads
  requests: Requests
}

/** Upload requests as guests answer them (API.md §9): guard → is it theirs? → storage's own deed → shape. */
export const guestsRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { storage, guard, guests, asked, items, uploads, requests }: GuestsRoutesDeps,
): void => {
  const { receiveChunk, presentPart, success } = storageDeeds
  const told = (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: i18n.translator(request.locale)(`sharing:message.${key}`),
  })

  serve(app, askedRequest, async ({ params }, request) => ({ data: await asked.of(request, params.token) }))
  serve(app, closeRequest, async ({ params }, request) => {
    const found = await guard.open(request, params.token)
    await requests.close(found, request.principal?.userId === found.owner.id)
    return told(request, 'request-filled')
  })
  serve(app, enterRequest, async ({ params, body }, request, reply) => {
    const entered = await guard.enter(request, reply, params.token)
    const guest = await guests.name(entered.guest, body)
    return { data: await asked.present({ ...entered, guest }, params.token) }
  })
  serve(app, finishRequest, async ({ params }, request, reply) => {
    await requests.finish(await guard.enter(request, reply, params.token))
    return { data: await asked.of(request, params.token) }
  })
  serve(app, browseRequest, async ({ params, query }, request) =>
    items.browse(await guard.open(request, params.token), params.token, params.id, query),
  )
  serve(app, requestNavigation, async ({ params }, request) => [
    {
      name: i18n.translator(request.locale)('sharing:request.navigation'),
      location: 'upload-request',
      folders: await items.tree(await guard.open(request, params.token)),
      isMovable: true,
      isOpen: true,
    },
  ])

  const receive = async (token: string, request: FastifyRequest, reply: FastifyReply, single: boolean) => {
    const entered = await guard.enterNamed(request, reply, token)
    const { scope, amend } = await uploads.begin(entered)
    const most = entered.request.max_file_size
    let name: string | null = null
    const amendNamed = async (chunk: ChunkRequest) => {
      name = chunk.name
      return amend(request.ip)(chunk)
    }
    const options = { amend: amendNamed, most, single }
    const outcome = await receiveChunk(storage.uploads, storage.blobs, scope, request, options)
    if (outcome.kind === 'part') return { part: presentPart(outcome) }
    const row = shownAs(entered, outcome.row, name ?? outcome.row.name)
    return { file: { data: presentItem(row, requestViewOf(token, scope.root ?? '')) } }
  }
  serve(app, requestUpload, async ({ params: { token } }, request, reply) => {
    const { part, file } = await receive(token, request, reply, false)
    reply.status(part ? 200 : 201)
    return part ?? file
  })
  serve(app, requestUploadFile, async ({ params: { token } }, request, reply) => {
    const { file } = await receive(token, request, reply, true)
    return file as NonNullable<typeof file>
  })
  serve(app, requestUploadState, async ({ params }, request, reply) => {
    const entered = await guard.enter(request, reply, params.token)
    return presentPart(await storage.uploads.state(guestScope(entered, nowhere), params.upload_id))
  })
  serve(app, requestDiscardUpload, async ({ params }, request, reply) => {
    const entered = await guard.enter(request, reply, params.token)
    await storage.uploads.ends.discard(guestScope(entered, nowhere), params.upload_id)
    return undefined as never
  })
  serve(app, requestConflicts, async ({ params }, request) => {
    await guard.open(request, params.token)
    return { conflicts: [] }
  })
  serve(app, requestCreateFolder, async ({ params, body }, request, reply) => {
    const entered = await guard.enterNamed(request, reply, params.token)
    const { row, top } = await items.createFolder(entered, body)
    return { data: presentItem(row, requestViewOf(params.token, top)) }
  })
  serve(app, requestRename, async ({ params, body }, request, reply) => {
    const entered = await guard.enter(request, reply, params.token)
    const { row, top } = await items.rename(entered, params.id, body)
    return { data: presentItem(row, requestViewOf(params.token, top)) }
  })
  serve(app, requestMove, async ({ params, body }, request, reply) => {
    const entered = await guard.enter(request, reply, params.token)
    const moved = await items.move(entered, body.items, body.to_id ?? null)
    return { ...success(i18n, request, 'moved'), items: moved }
  })
  serve(app, requestRemove, async ({ params, body }, request, reply) => {
    await items.remove(await guard.enter(request, reply, params.token), body.items)
    return told(request, 'request-removed')
  })
}
