import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../storage/index.ts'
import { isBotOrPrefetch } from '../services/bots.ts'
import { type Downloader, type DownloadTrackingDeps, trackDownload } from '../services/download-tracking.ts'
import type { ShareHttpAuthorizer } from './share-http-authorizer.ts'

/** Who downloads, for `trackDownload`. */
export const downloaderOf = (request: FastifyRequest): Downloader => ({
  ip: request.ip,
  isBot: isBotOrPrefetch(request),
  userId: request.principal?.userId ?? null,
})

/** Authenticates `?share=` in URLs of files, and records each download in the link's access log. */
export const shareTokenAuth =
  (authorizer: ShareHttpAuthorizer, track: DownloadTrackingDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<Caller> => {
    const access = await authorizer.authorizeReading(request, token)
    // Thumbnails and previews begin nothing. A download is counted, by visitor.
    const begin: Caller['begin'] = async (transfer) => {
      const visitor = access.visitor || (await authorizer.identifyVisitor(request, reply))
      return trackDownload(track, { ...access, visitor }, downloaderOf(request))(transfer)
    }
    return { scope: access.scope, cacheable: false, mediaPreviews: !access.share.allow_download, begin }
  }
