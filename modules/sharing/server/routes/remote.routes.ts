import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { type CountAddresses, type Scope, type StorageApi, storageDeeds } from '../../../storage/index.ts'
import { type GuestRemote, requestRemote, visitorRemote } from '../../contract.ts'
import type { AccessLog } from '../services/access-log.ts'
import { type ShareGuard, seenFrom } from '../services/guard.ts'
import type { RemoteAllowance } from '../services/remote-allowance.ts'
import { guestScope, nowhere, type RequestGuard } from '../services/request-guard.ts'
import type { RequestUploads } from '../services/request-uploads.ts'

export interface RemoteDeps {
  storage: StorageApi
  allowance: RemoteAllowance
}

type Call<T> = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<T>
/** Who has something fetched, and what counts it. */
interface Begun {
  scope: Scope
  count: CountAddresses
}

/** One way in. */
interface Way {
  /** Whose batches they are: to look at, and to end. */
  enter: Call<Scope>
  /** For addresses that are tried again. */
  again: Call<Begun>
  /** For new addresses, and where they go. */
  begin(...given: [...Parameters<Call<Begun>>, parentId: string | null]): Promise<Begun>
}

const remoteRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { remote }: StorageApi,
  calls: GuestRemote,
  { enter, again, begin }: Way,
): void => {
  serve(app, calls.create, async ({ params, body }, request, reply) => {
    const wanted = { urls: body.urls, parentId: body.parent_id ?? null }
    const { scope, count } = await begin(request, reply, params.token, wanted.parentId)
    const batch = await remote.create(scope, wanted, count)
    return { ...storageDeeds.success(i18n, request, 'remote-upload-queued'), data: batch }
  })
  serve(app, calls.list, async ({ params }, request, reply) => {
    const scope = await enter(request, reply, params.token)
    return { data: (await remote.list(scope)).map((batch) => ({ data: batch })) }
  })
  serve(app, calls.cancel, async ({ params }, request, reply) => {
    await remote.cancel(await enter(request, reply, params.token), params.batch)
    return undefined as never
  })
  serve(app, calls.cancelUrl, async ({ params }, request, reply) => {
    await remote.cancelUrl(await enter(request, reply, params.token), params.batch, params.url)
    return undefined as never
  })
  serve(app, calls.retry, async ({ params, body }, request, reply) => {
    const { scope, count } = await again(request, reply, params.token)
    return { data: await remote.retry(scope, params.batch, body.urls ?? null, count) }
  })
}

/** What the server fetches for editors of a link. */
export const visitorRemoteRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { storage, allowance, guard, log }: RemoteDeps & { guard: ShareGuard; log: AccessLog },
): void => {
  const again: Way['again'] = async (request, reply, token) => {
    const { scope, share } = await guard.admit(request, reply, token)
    return {
      scope: seenFrom(scope, await log.addressOf(request.ip)),
      count: (tx, addresses) => allowance.take(share.id, request.ip, addresses, tx),
    }
  }
  remoteRoutes(app, platform, storage, visitorRemote, {
    enter: async (request, reply, token) => (await guard.admit(request, reply, token)).scope,
    again,
    begin: again,
  })
}

/** What the server fetches for guests of an upload request. */
export const requestRemoteRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { storage, allowance, guard, uploads }: RemoteDeps & { guard: RequestGuard; uploads: RequestUploads },
): void => {
  // A browser that never came in has nothing fetched, and is no guest for asking.
  const enter: Way['enter'] = async (request, _reply, token) => guestScope(await guard.open(request, token), nowhere)
  remoteRoutes(app, platform, storage, requestRemote, {
    enter,
    async again(request, _reply, token) {
      const asked = await guard.open(request, token)
      return {
        scope: guestScope(asked, nowhere),
        count: (tx, addresses) => allowance.take(asked.request.id, request.ip, addresses, tx),
      }
    },
    async begin(request, reply, token, parentId) {
      const entered = await guard.enterNamed(request, reply, token)
      return {
        scope: await uploads.remote(entered, parentId),
        async count(tx, addresses) {
          await uploads.count(entered, request.ip, addresses, tx)
          await allowance.take(entered.request.id, request.ip, addresses, tx)
        },
      }
    },
  })
}
