import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { showDocumentPage, showThumbnail, wantThumbnails } from '../../previews/contract.ts'
import type { Thumbnails } from '../../previews/index.ts'
import { blobVersion, type FileMetadata, type RequestScopes } from '../../tree/index.ts'
import { isFresh } from './conditional-request.ts'
import type { Files } from './files.ts'
import { rawHeaders } from './send-file.ts'
import type { TokenAuthenticators } from './token-auth.ts'

interface ThumbnailRoutesDeps {
  files: Files
  thumbnails: Thumbnails
  tokenAuthenticators: TokenAuthenticators
  scopes: RequestScopes
}

/**
 * Sends a thumbnail. Browsers may cache the response for a year when `version`, of the URL, identifies this blob. A URL in a
 * list that was loaded before the file was replaced identifies another blob.
 */
const sendThumbnail = (
  { file, content }: { file: FileMetadata; content: Buffer },
  version: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined => {
  const etag = `"${file.etag.slice(1, -1)}-${content.length.toString(36)}"`
  const isVersioned = version === blobVersion(file.blobId)
  const headers = rawHeaders(reply, {
    'content-type': 'image/webp',
    'cache-control': isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-disposition': 'inline',
    etag,
  })
  const fresh = isFresh(request.headers, { etag, lastModified: file.storedAt })
  reply.hijack()
  reply.raw.writeHead(fresh ? 304 : 200, fresh ? headers : { ...headers, 'content-length': content.length })
  reply.raw.end(fresh || request.method === 'HEAD' ? undefined : content)
}

export const registerThumbnails = (app: FastifyInstance, deps: ThumbnailRoutesDeps): void => {
  serve(app, showThumbnail, async ({ params, query }, request, reply) => {
    const { scope, cacheable } = await deps.tokenAuthenticators.caller(request, reply, params.id)
    const thumbnail = await deps.files.thumbnail(scope, params.id, params.size)
    return sendThumbnail(thumbnail, cacheable ? query.v : undefined, request, reply)
  })
  serve(app, showDocumentPage, async ({ params, query }, request, reply) => {
    const { scope, cacheable } = await deps.tokenAuthenticators.caller(request, reply, params.id)
    const page = await deps.files.page(scope, params.id, Number(params.page))
    return sendThumbnail(page, cacheable ? query.v : undefined, request, reply)
  })
  serve(app, wantThumbnails, async ({ body }, request) => ({
    data: await deps.thumbnails.prioritizeItems(await deps.scopes.ofItem(request, body.ids[0]), body.ids),
  }))
}
