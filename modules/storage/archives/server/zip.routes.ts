import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { isUuid } from '../../../shared/contract.ts'
import type { Caller, DownloadTransfer, Traffic } from '../../downloads/index.ts'
import { disposition, planResponse, rawHeaders, sendBlob } from '../../downloads/index.ts'
import { type ItemRef, maxItemsPerCall } from '../../tree/contract.ts'
import type { RequestScopes, Scope, TargetItems } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { downloadZip, prepareZip } from '../contract.ts'
import type { Zip, ZipDownload } from './zip.ts'
import type { ZipRequests } from './zip-requests.ts'

interface ZipRoutesDeps {
  zip: Zip
  zipRequests: ZipRequests
  traffic: Traffic
}

const invalidItems = () => storageErrors.fail('zip-items')

/** Parses `id|type,id|type`; 422 otherwise. */
const readItems = (list: string): ItemRef[] => {
  const items = list.split(',').map((entry) => {
    const [id = '', type, ...rest] = entry.split('|')
    if (!isUuid(id) || !type || type.length > 20 || rest.length > 0) throw invalidItems()
    return { id, type }
  })
  if (items.length > maxItemsPerCall) throw invalidItems()
  return items
}

interface ZipQuery {
  items?: string
  selection?: string
}

const targetsOf = async (
  { zipRequests }: Pick<ZipRoutesDeps, 'zipRequests'>,
  scope: Scope,
  { items, selection }: ZipQuery,
): Promise<TargetItems> => {
  if ((items === undefined) === (selection === undefined)) throw invalidItems()
  return items === undefined ? zipRequests.find(scope, selection as string) : { items: readItems(items) }
}

const sendArchive = async (
  archive: ZipDownload,
  { traffic }: Pick<ZipRoutesDeps, 'traffic'>,
  { scope, begin }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { etag, size, name } = archive
  const { status, part, headers, sendsBody } = planResponse(request, { etag, lastModified: null, size })
  const contentHeaders = {
    'content-type': 'application/zip',
    'content-disposition': disposition('attachment', name),
    'cache-control': 'private, no-cache',
  }
  const length = part.end - part.start + 1
  const ended = sendsBody ? await begin?.({ itemId: null, etag, name, size, length }) : undefined
  const { raw } = reply
  reply.hijack()
  raw.writeHead(status, rawHeaders(reply, { ...contentHeaders, ...headers }))
  if (!sendsBody) return void raw.end()
  const source = archive.source()
  try {
    const sent = await sendBlob(raw, source, part)
    traffic.downloaded(scope.ownerId, sent)
    ended?.(sent)
  } catch (error) {
    // The headers announced the full length: closing the connection shows that the archive is incomplete.
    request.log.error({ err: error }, 'cannot send archive')
    ended?.(0)
    raw.destroy()
  } finally {
    source.release()
  }
}

/** Sends an archive of items within the caller's scope. */
export const sendZip = async (
  deps: ZipRoutesDeps,
  caller: Caller,
  query: ZipQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const archive = await deps.zip.open(caller.scope, await targetsOf(deps, caller.scope, query))
  try {
    await sendArchive(archive, deps, caller, request, reply)
  } finally {
    archive.release()
  }
}

/**
 * Stores a selection and presents its size and its URL below `path` (`/api/zip`). `authorize` may throw the errors of the
 * download itself.
 */
export const presentZip = async (
  { zip, zipRequests }: Pick<ZipRoutesDeps, 'zip' | 'zipRequests'>,
  scope: Scope,
  targets: TargetItems,
  path: string,
  authorize?: (transfer: DownloadTransfer) => Promise<void>,
) => {
  const archive = await zip.open(scope, targets)
  archive.release()
  const { name, size, files, etag } = archive
  await authorize?.({ itemId: null, etag, name, size, length: size })
  const id = await zipRequests.save(scope, targets)
  return { data: { id, type: 'zip', attributes: { url: `${path}?selection=${id}`, name, size, files } } }
}

export const registerZip = (app: FastifyInstance, deps: ZipRoutesDeps & { scopes: RequestScopes }): void => {
  const { scopes, zipRequests } = deps
  const scopeOf = async (request: FastifyRequest, { items, selection }: ZipQuery): Promise<Scope> => {
    const { own, ofItem, ownOnly } = scopes.finder(request)
    if (items !== undefined) return ofItem(items.split('|', 1)[0])
    if (selection === undefined || (await ownOnly())) return own
    return scopes.ofTargets(request, (await zipRequests.peek(own.actor, selection)) ?? {})
  }
  serve(app, downloadZip, async ({ query }, request, reply) => {
    await sendZip(deps, { scope: await scopeOf(request, query), cacheable: true }, query, request, reply)
    return undefined
  })
  serve(app, prepareZip, async ({ body }, request) =>
    presentZip(deps, await scopes.ofTargets(request, body), body, '/api/zip'),
  )
}
