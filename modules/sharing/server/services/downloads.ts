import type { Audit, Db, RateLimiter, Tx } from '../../../platform/index.ts'
import type { DownloadTransfer } from '../../../storage/index.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccessLog } from './access-log.ts'
import { findDownloadWithinLimit, findOwnDownload, isReserved, leaseDuration } from './download-limit.ts'
import { finishDownload } from './finish-download.ts'
import type { ShareAccess } from './share-access.ts'
import { lockVisitor } from './visitor-lock.ts'

interface DownloadsDeps {
  db: Db
  log: AccessLog
  audit: Audit
  limiter: RateLimiter
}

/**
 * Counts downloads and enforces `max_downloads`, under the link's row lock: the last download goes to exactly one visitor.
 * Transfers of one browser's download, parallel or resumed, count once; ranges that several browsers download add up, so
 * that a link never sends more than `max_downloads` and a half. Requested bytes are reserved while a transfer runs;
 * unsent ones are released when it breaks. HEAD, prefetches and previews are not counted: `trackDownload` leaves them out.
 *
 * Plain SQL throughout: counters that are read and written in one statement.
 */
export class Downloads {
  private readonly db: Db
  private readonly log: AccessLog
  private readonly audit: Audit
  private readonly limiter: RateLimiter
  constructor({ db, log, audit, limiter }: DownloadsDeps) {
    this.db = db
    this.log = log
    this.audit = audit
    this.limiter = limiter
  }

  /** Id of the download's log row, the same for resumed and repeated downloads of one browser. 410 at the limit. */
  async startTransfer(access: ShareAccess, transfer: DownloadTransfer, clientIp: string): Promise<number> {
    const { share, visitor, recipientId } = access
    const ip = await this.log.loggableIp(clientIp)
    return this.db.transaction(async (tx) => {
      if (share.max_downloads !== null) await tx.query('select 1 from shares where id = $1 for update', [share.id])
      let ownDownload = await findDownloadWithinLimit(tx, access, transfer)
      // Without the link's row lock, a parallel request of this browser may have begun the same download.
      if (!ownDownload && share.max_downloads === null) {
        await lockVisitor(tx, share.id, visitor)
        ownDownload = await findOwnDownload(tx, access, transfer)
      }
      if (ownDownload) {
        if (!ownDownload.completed) await this.resume(tx, ownDownload.id, transfer)
        return ownDownload.id
      }
      const [inserted] = await tx.query<{ id: number }>(
        `insert into share_access_log (share_id, action, visitor, recipient, item_id, item_name, etag,
           reserved_until, active_transfers, ip, reserved_bytes, total_bytes)
         values ($1, 'downloaded', $2, (select email from share_recipients where id = $3), $4, $5, $7,
           now() + interval '${leaseDuration}', 1, $6, $8, $9) returning id`,
        [
          share.id,
          visitor,
          recipientId,
          transfer.itemId,
          transfer.name,
          ip,
          transfer.etag,
          transfer.length,
          transfer.size,
        ],
      )
      return (inserted as { id: number }).id
    })
  }

  private async resume(tx: Tx, id: number, { size, length }: DownloadTransfer): Promise<void> {
    await tx.query(
      `update share_access_log set reserved_until = now() + interval '${leaseDuration}',
         active_transfers = case when ${isReserved} then active_transfers else 0 end + 1,
         reserved_bytes = case when ${isReserved} then reserved_bytes else 0 end + $2, total_bytes = $3
       where id = $1 and not completed`,
      [id, length, size],
    )
  }

  /** Keeps the reservation of a transfer that is still running. */
  async renewLease(id: number): Promise<void> {
    await this.db.query(
      `update share_access_log set reserved_until = now() + interval '${leaseDuration}'
       where id = $1 and not completed and active_transfers > 0`,
      [id],
    )
  }

  /** After the last byte of a response, or its break. The download is complete when all its bytes were sent. */
  async finishTransfer(access: ShareAccess, id: number, transfer: DownloadTransfer, sentBytes: number): Promise<void> {
    const { share } = access
    const finished = await finishDownload(this.db, share, [id, sentBytes, transfer.size, transfer.length])
    if (!finished) return
    // The audit log outlives the link; the access log does not.
    const details = { item: transfer.itemId ?? share.item_id, recipient: access.recipientId }
    const { ip, isWanted } = finished
    await this.audit({ actorId: null, ip, action: 'sharing.link.downloaded', target: share.id, details })
    const event = {
      ownerId: share.owner_id,
      shareId: share.id,
      itemId: transfer.itemId ?? share.item_id,
      item: transfer.name,
      notifyOwner: isWanted && (await this.takeNotification(share.id)),
    }
    await this.db.transaction(async (tx) => tx.emit('sharing.link.downloaded', event))
  }

  /** 410 when `startTransfer` would fail now. Reserves nothing. */
  async requireAvailable(access: ShareAccess, transfer: DownloadTransfer): Promise<void> {
    if (access.share.max_downloads !== null) await findDownloadWithinLimit(this.db, access, transfer)
  }

  private takeNotification(shareId: string): Promise<boolean> {
    return this.limiter.consume(rateLimits.downloadNotificationsPerLink, [shareId]).then(
      () => true,
      () => false,
    )
  }
}
