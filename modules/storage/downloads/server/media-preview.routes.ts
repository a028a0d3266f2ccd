import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { showMediaPreview, showMediaPreviewState } from '../../previews/contract.ts'
import { type Scope, storageErrors } from '../../tree/index.ts'
import { isFresh, rangeAllowed, readRange } from './conditional-request.ts'
import type { Files } from './files.ts'
import { sendBlob } from './send.ts'
import { rawHeaders } from './send-file.ts'
import type { TokenAuthenticators } from './token-auth.ts'

export interface MediaPreviewRoutesDeps {
  files: Files
  tokenAuthenticators: TokenAuthenticators
}

/** Sends a preview or a range of it. Not a download: previews are not counted. */
const sendPreview = async (
  { file, blob, type }: Awaited<ReturnType<Files['media']>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { headers, method } = request
  const { size } = blob
  const validators = { etag: `"${file.etag.slice(1, -1)}-${size.toString(36)}"`, lastModified: null }
  const range = rangeAllowed(headers, validators) ? readRange(headers.range, size) : null
  if (range === 'unsatisfiable') {
    const failed = { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' }
    throw storageErrors.fail('range-not-satisfiable', { headers: failed })
  }
  const own = {
    'content-type': type,
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: validators.etag,
  }
  const part = range ?? { start: 0, end: size - 1 }
  const fresh = isFresh(headers, validators)
  reply.hijack()
  const length = { 'content-length': part.end - part.start + 1 }
  const rangeHeader = range ? { 'content-range': `bytes ${part.start}-${part.end}/${size}` } : {}
  const status = fresh ? 304 : range ? 206 : 200
  reply.raw.writeHead(status, rawHeaders(reply, fresh ? own : { ...own, ...length, ...rangeHeader }))
  if (fresh || method === 'HEAD') reply.raw.end()
  else await sendBlob(reply.raw, blob, part)
}

export const registerMediaPreviews = (app: FastifyInstance, { files, tokenAuthenticators }: MediaPreviewRoutesDeps) => {
  /** Scope of a caller who may play previews; 404 for others. */
  const authorize = async (request: FastifyRequest, reply: FastifyReply, id: string): Promise<Scope> => {
    const { scope, mediaPreviews = true } = await tokenAuthenticators.caller(request, reply, id)
    if (!mediaPreviews) throw storageErrors.fail('item-not-found')
    return scope
  }
  serve(app, showMediaPreview, async ({ params }, request, reply) => {
    const scope = await authorize(request, reply, params.id)
    const preview = await files.media(scope, params.id)
    try {
      await sendPreview(preview, request, reply)
    } catch (error) {
      if (!reply.sent) throw error
      request.log.error({ err: error, item: params.id }, 'cannot send preview')
      reply.raw.destroy()
    } finally {
      preview.blob.release()
    }
    return undefined
  })
  serve(app, showMediaPreviewState, async ({ params }, request, reply) => {
    const scope = await authorize(request, reply, params.id)
    return { data: await files.mediaState(scope, params.id, true) }
  })
}
