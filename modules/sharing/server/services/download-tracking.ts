import type { Logger } from '../../../platform/index.ts'
import type { DownloadTransfer } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { Downloads } from './downloads.ts'
import type { ShareAccess } from './share-access.ts'

/** Well below the lease of a download reservation. */
const renewalDelayMs = 5 * 60_000

export interface DownloadTrackingDeps {
  downloads: Downloads
  log: Logger
}

/** Who downloads. */
export interface Downloader {
  ip: string
  isBot: boolean
  /** Null: not signed in. */
  userId: string | null
}

/**
 * Records a visitor's transfer from its first byte to its last. A bot's transfer is not recorded: it would count as a
 * download, use up a limit that is set later, and notify the owner. Where downloads are limited, bots get nothing. Nor is
 * the owner's own transfer recorded, who tries the link.
 */
export const trackDownload =
  ({ downloads, log }: DownloadTrackingDeps, access: ShareAccess, { ip, isBot, userId }: Downloader) =>
  async (transfer: DownloadTransfer): Promise<(sentBytes: number) => void> => {
    const { share } = access
    if (!share.allow_download) throw sharingErrors.fail('downloads-disabled')
    if (userId === share.owner_id) return () => {}
    if (isBot) {
      if (share.max_downloads !== null) throw sharingErrors.fail('bots-not-allowed')
      return () => {}
    }
    const id = await downloads.startTransfer(access, transfer, ip)
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
