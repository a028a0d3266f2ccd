import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve, successMessage } from '../../../platform/index.ts'
import type { CountUrls, Scope, StorageApi } from '../../../storage/index.ts'
import { type PublicRemoteUploads, uploaderRemote, visitorRemote } from '../../contract.ts'
import type { AccessLog } from '../services/access-log.ts'
import { noFolderRoot, uploaderScope } from '../services/file-request-access.ts'
import type { FileRequestUploads } from '../services/file-request-uploads.ts'
import type { RemoteUploadRateLimit } from '../services/remote-upload-rate-limit.ts'
import { withClientIp } from '../services/share-scope.ts'
import type { FileRequestHttpAuthorizer } from './file-request-http-authorizer.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'

export interface RemoteUploadDeps {
  storage: StorageApi
  rateLimit: RemoteUploadRateLimit
}

type Authorize<T> = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<T>

/** The scope in which files are fetched, and the function that counts them. */
interface CountedScope {
  scope: Scope
  count: CountUrls
}

/** Authorization of the callers: visitors of a link, or uploaders of a request. */
interface Callers {
  /** To list and cancel their batches. */
  read: Authorize<Scope>
  /** To retry URLs. */
  retry: Authorize<CountedScope>
  /** To add URLs, into a folder. */
  create(...call: [...Parameters<Authorize<CountedScope>>, parentId: string | null]): Promise<CountedScope>
}

const remoteUploadRoutes = (
  app: FastifyInstance,
  { i18n }: Platform,
  { remote }: StorageApi,
  calls: PublicRemoteUploads,
  { read, retry, create }: Callers,
): void => {
  serve(app, calls.create, async ({ params, body }, request, reply) => {
    const target = { urls: body.urls, parentId: body.parent_id ?? null }
    const { scope, count } = await create(request, reply, params.token, target.parentId)
    const batch = await remote.create(scope, target, count)
    return { ...successMessage(i18n, request, 'storage:message.remote-upload-queued'), data: batch }
  })
  serve(app, calls.list, async ({ params }, request, reply) => {
    const scope = await read(request, reply, params.token)
    return { data: (await remote.list(scope)).map((batch) => ({ data: batch })) }
  })
  serve(app, calls.cancel, async ({ params }, request, reply) => {
    await remote.cancel(await read(request, reply, params.token), params.batch)
  })
  serve(app, calls.cancelUrl, async ({ params }, request, reply) => {
    await remote.cancelUrl(await read(request, reply, params.token), params.batch, params.url)
  })
  serve(app, calls.retry, async ({ params, body }, request, reply) => {
    const { scope, count } = await retry(request, reply, params.token)
    return { data: await remote.retry(scope, params.batch, body.urls ?? null, count) }
  })
}

/** Files that the server fetches for editors of a link. */
export const visitorRemoteUploadRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { storage, rateLimit, authorizer, log }: RemoteUploadDeps & { authorizer: ShareHttpAuthorizer; log: AccessLog },
): void => {
  const authorize: Callers['retry'] = async (request, reply, token) => {
    const { scope, share } = await authorizer.authorize(request, reply, token)
    return {
      scope: withClientIp(scope, await log.loggableIp(request.ip)),
      count: (tx, urls) => rateLimit.take(share.id, request.ip, urls, tx),
    }
  }
  remoteUploadRoutes(app, platform, storage, visitorRemote, {
    read: async (request, reply, token) => (await authorizer.authorize(request, reply, token)).scope,
    retry: authorize,
    create: authorize,
  })
}

interface UploaderDeps extends RemoteUploadDeps {
  authorizer: FileRequestHttpAuthorizer
  uploads: FileRequestUploads
}

/** Files that the server fetches for uploaders of a file request. */
export const uploaderRemoteUploadRoutes = (
  app: FastifyInstance,
  platform: Platform,
  { storage, rateLimit, authorizer, uploads }: UploaderDeps,
): void => {
  remoteUploadRoutes(app, platform, storage, uploaderRemote, {
    // A browser that has sent nothing has no batches: it does not become an uploader by asking.
    async read(request, _reply, token) {
      return uploaderScope(await authorizer.findOpen(request, token), noFolderRoot)
    },
    async retry(request, _reply, token) {
      const lookup = await authorizer.findOpen(request, token)
      return {
        scope: uploaderScope(lookup, noFolderRoot),
        count: (tx, urls) => rateLimit.take(lookup.fileRequest.id, request.ip, urls, tx),
      }
    },
    async create(request, reply, token, parentId) {
      const access = await authorizer.authorizeIdentified(request, reply, token)
      return {
        scope: await uploads.remoteScope(access, parentId),
        async count(tx, urls) {
          await uploads.countFiles(access, request.ip, urls, tx)
          await rateLimit.take(access.fileRequest.id, request.ip, urls, tx)
        },
      }
    },
  })
}
