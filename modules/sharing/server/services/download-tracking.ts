import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../../platform/index.ts'
import type { Caller, DownloadTransfer } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import { isBotOrPrefetch } from './bots.ts'
import type { Downloads } from './downloads.ts'
import type { ShareAccess, ShareAuthorizer } from './share-access.ts'

/** Well below the lease of a download reservation. */
const renewalDelayMs = 5 * 60_000

interface DownloadTrackingDeps {
  authorizer: ShareAuthorizer
  downloads: Downloads
  log: Logger
}

/**
 * Records a visitor's transfer from its first byte to its last. A bot's is not recorded: it would count as a download, use up a
 * limit that is set later, and notify the owner. Where downloads are limited, bots get nothing.
 */
export const trackDownload =
  ({ downloads, log }: Pick<DownloadTrackingDeps, 'downloads' | 'log'>, access: ShareAccess, request: FastifyRequest) =>
  async (transfer: DownloadTransfer): Promise<(sentBytes: number) => void> => {
    const { share } = access
    if (!share.allow_download) throw sharingErrors.fail('downloads-disabled')
    if (isBotOrPrefetch(request)) {
      if (share.max_downloads !== null) throw sharingErrors.fail('bots-not-allowed')
      return () => {}
    }
    const id = await downloads.startTransfer(access, transfer, request.ip)
    const onError = (error: unknown) => log.error({ err: error }, 'the lease of a download was not renewed')
    // Until the transfer ends: a proxy may send it after its own connection to this process has closed.
    const renewal = setInterval(() => downloads.renewLease(id).catch(onError), renewalDelayMs).unref()
    return (sentBytes) => {
      clearInterval(renewal)
      downloads
        .finishTransfer(access, id, transfer, sentBytes)
        .catch((error: unknown) => log.error({ err: error }, 'the end of a download was not recorded'))
    }
  }

/** Authenticates `?share=` in URLs of files, and records each download in the link's access log. */
export const shareTokenAuth =
  (deps: DownloadTrackingDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<Caller> => {
    const access = await deps.authorizer.authorizeReading(request, token)
    // Thumbnails and previews begin nothing. A download is counted, by visitor.
    const begin: Caller['begin'] = async (transfer) => {
      const visitor = access.visitor || (await deps.authorizer.identifyVisitor(request, reply))
      return trackDownload(deps, { ...access, visitor }, request)(transfer)
    }
    return { scope: access.scope, cacheable: false, mediaPreviews: !access.share.allow_download, begin }
  }
