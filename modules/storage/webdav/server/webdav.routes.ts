import type { FastifyInstance, FastifyReply } from 'fastify'
import { serveProtocol } from '../../../platform/index.ts'
import { davRoot } from '../../../users/contract.ts'
import { ownScope } from '../../tree/index.ts'
import { checkIf, type DavCall, type DavServices } from './call.ts'
import { copy } from './copy.ts'
import { DavError } from './dav-error.ts'
import { readPath } from './dav-path.ts'
import { mkcol, remove } from './edit.ts'
import { sendDavError } from './errors.ts'
import { get } from './get.ts'
import { lock, unlock } from './lock.ts'
import { methodsOf, readingMethods } from './methods.ts'
import { propfind } from './propfind.ts'
import { proppatch } from './proppatch.ts'
import { put } from './put.ts'
import { move } from './transfer.ts'

type Method = (call: DavCall) => Promise<FastifyReply>

const options: Method = async ({ resource, reply }) => reply.header('allow', methodsOf(resource)).status(200).send()

const methods: Readonly<Record<string, Method>> = {
  OPTIONS: options,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  GET: get,
  HEAD: get,
  PUT: put,
  MKCOL: mkcol,
  DELETE: remove,
  COPY: copy,
  MOVE: move,
  LOCK: lock,
  UNLOCK: unlock,
}

/** Methods of HTTP and of extensions of WebDAV, which are 405. */
const rejectedMethods = ['POST', 'PATCH', 'TRACE', 'ACL', 'BIND', 'MKCALENDAR', 'REBIND', 'REPORT', 'SEARCH', 'UNBIND']

/** WebDAV of classes 1 and 2 (RFC 4918): the files of an account as a network drive (decision 0048). */
export const webdavRoutes = (app: FastifyInstance, services: DavServices): void =>
  serveProtocol(app, {
    path: davRoot.slice(0, -1),
    realm: 'Coffer',
    methods: [...Object.keys(methods), ...rejectedMethods],
    reading: readingMethods,
    limiter: services.platform.limiter,
    sendError: sendDavError,
    handle: async ({ principal, request, reply }) => {
      // Windows asks for the second one before it writes.
      reply.headers({ dav: '1, 2', 'ms-author-via': 'DAV' })
      const { actor } = ownScope(principal)
      const path = readPath(request.raw.url ?? '')
      const resource = await services.resources.find(actor, path)
      const method = methods[request.method]
      if (!method) throw new DavError(405, null, { headers: { allow: methodsOf(resource) } })
      const tokens = await checkIf(services, actor, resource, request)
      const named = { ...actor, userId: principal.userId }
      return method({ services, actor: named, path, resource, request, reply, tokens })
    },
  })
