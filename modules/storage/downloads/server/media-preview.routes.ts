import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { showMediaPreview, showMediaPreviewState } from '../../previews/contract.ts'
import { type Scope, storageErrors } from '../../tree/index.ts'
import { planResponse } from './conditional-request.ts'
import type { Files } from './files.ts'
import { sendBlob } from './send.ts'
import { rawHeaders } from './send-file.ts'
import type { TokenAuthenticators } from './token-auth.ts'

interface MediaPreviewRoutesDeps {
  files: Files
  tokenAuthenticators: TokenAuthenticators
}

/** Sends a preview or a range of it. Not a download: previews are not counted. */
const sendPreview = async (
  { file, blob, type }: Awaited<ReturnType<Files['media']>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { size } = blob
  const etag = `"${file.etag.slice(1, -1)}-${size.toString(36)}"`
  const { status, part, headers, sendsBody } = planResponse(request, { etag, lastModified: null, size })
  const own = { 'content-type': type, 'content-disposition': 'inline', 'cache-control': 'private, no-cache' }
  reply.hijack()
  reply.raw.writeHead(status, rawHeaders(reply, { ...own, ...headers }))
  if (sendsBody) await sendBlob(reply.raw, blob, part)
  else reply.raw.end()
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
    return { data: await files.mediaState(scope, params.id, { start: true }) }
  })
}
