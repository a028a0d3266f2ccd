import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { type Scope, type StorageApi, storageDeeds } from '../../../storage/index.ts'
import { type GuestRemote, requestRemote, visitorRemote } from '../../contract.ts'
import type { AccessLog } from '../services/access-log.ts'
import type { ShareGuard } from '../services/guard.ts'
import type { RemoteAllowance } from '../services/remote-allowance.ts'
import { guestScope, nowhere, type RequestGuard } from '../services/request-guard.ts'
import type { RequestUploads } from '../services/request-uploads.ts'

export interface RemoteDeps {
  storage: StorageApi
  allowance: RemoteAllowance
}

/** One way in: who calls, and for new addresses where they go and what counts them. */
interface Way {
  enter(request: FastifyRequest, reply: FastifyReply, token: string): Promise<{ scope: Scope; link: string }>
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    wanted: { urls: readonly string[]; parentId: string | null },
  ): Promise<{ scope: Scope; link: string }>
}

const remoteRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { storage, allowance }: RemoteDeps,
  calls: GuestRemote,
  { enter, begin }: Way,
): void => {
  serve(app, calls.create, async ({ params, body }, request, reply) => {
    const wanted = { urls: body.urls, parentId: body.parent_id ?? null }
    const { scope, link } = await begin(request, reply, params.token, wanted)
    await allowance.take(link, request.ip, body.urls.length)
    const batch = await storage.remote.create(scope, wanted)
    return { ...storageDeeds.success(i18n, request, 'remote-upload-queued'), data: batch }
  })
  serve(app, calls.list, async ({ params }, request, reply) => {
    const { scope } = await enter(request, reply, params.token)
    return { data: (await storage.remote.list(scope)).map((batch) => ({ data: batch })) }
  })
  serve(app, calls.cancel, async ({ params }, request, reply) => {
    const { scope } = await enter(request, reply, params.token)
    await storage.remote.cancel(scope, params.batch)
    return undefined as never
  })
  serve(app, calls.cancelUrl, async ({ params }, request, reply) => {
    const { scope } = await enter(request, reply, params.token)
    await storage.remote.cancelUrl(scope, params.batch, params.url)
    return undefined as never
  })
  serve(app, calls.retry, async ({ params, body }, request, reply) => {
    const { scope, link } = await enter(request, reply, params.token)
    const batch = (await storage.remote.list(scope)).find(({ id }) => id === params.batch)
    const failed = batch?.attributes.progress.failed ?? 0
    await allowance.take(link, request.ip, Math.min(body.urls?.length ?? failed, failed))
    return { data: await storage.remote.retry(scope, params.batch, body.urls ?? null) }
  })
}

/** What the server fetches for editors of a link. */
export const visitorRemoteRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { guard, log, ...deps }: RemoteDeps & { guard: ShareGuard; log: AccessLog },
): void => {
  const enter: Way['enter'] = async (request, reply, token) => {
    const { scope, share } = await guard.admit(request, reply, token)
    return { scope, link: share.id }
  }
  remoteRoutes(app, platform, deps, visitorRemote, {
    enter,
    async begin(request, reply, token) {
      const { scope, link } = await enter(request, reply, token)
      const address = await log.addressOf(request.ip)
      return { scope: { ...scope, ...(scope.ground ? { ground: { ...scope.ground, address } } : {}) }, link }
    },
  })
}

/** What the server fetches for guests of an upload request. */
export const requestRemoteRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { guard, uploads, ...deps }: RemoteDeps & { guard: RequestGuard; uploads: RequestUploads },
): void =>
  remoteRoutes(app, platform, deps, requestRemote, {
    async enter(request, reply, token) {
      const entered = await guard.enter(request, reply, token)
      return { scope: guestScope(entered, nowhere), link: entered.request.id }
    },
    async begin(request, reply, token, { urls, parentId }) {
      const entered = await guard.enterNamed(request, reply, token)
      return { scope: await uploads.remote(entered, parentId, request.ip, urls.length), link: entered.request.id }
    },
  })
