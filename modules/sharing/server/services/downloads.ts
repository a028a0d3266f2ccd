import type { Audit, Db, RateLimiter, Sql } from '../../../platform/index.ts'
import type { DownloadTransfer } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { AccessLog } from './access-log.ts'
import type { ShareAccess } from './share-access.ts'

/** A download keeps its reservation for so long without a renewal, and can be resumed until then. */
const leaseDuration = '15 minutes'
/** Within this time the same browser downloads the same content again without a second count. */
const repeatWindow = '24 hours'

/**
 * Part of one download that a link allows beyond its limit: a download that broke off in one browser may be started again
 * in another.
 */
const allowedExcess = 0.5

/**
 * Part of the limit that all downloads but the own row $2 use: bytes sent, which the totals count, and reserved ones, relative to
 * the whole. One download is never more than 1. Rounded, so that three thirds are a whole.
 */
const usedSql = `select round(
    coalesce((select sum(downloads + partial) from share_access_totals where share_id = $1), 0)
    - coalesce((select case when completed then 1 else least(bytes, total_bytes)::numeric / nullif(total_bytes, 0) end
      from share_access_log where id = $2), 0)
    + coalesce((select sum(case when total_bytes is null then 1
        else greatest(least(reserved_bytes, total_bytes - bytes), 0)::numeric / nullif(total_bytes, 0) end)
      from share_access_log where share_id = $1 and reserved_until > now() and not completed and id is distinct from $2), 0),
    9)::float8 as used`

/** Per link: anonymous visitors cannot flood the owner's notifications. */
const notificationsPerLink = { limit: 60, windowSeconds: 3_600 }

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
      const own = await this.findWithinLimit(tx, access, transfer)
      if (own?.completed) return own.id
      if (own) {
        await tx.query(
          `update share_access_log set reserved_until = now() + interval '${leaseDuration}',
             active_transfers = case when reserved_until > now() then active_transfers else 0 end + 1,
             reserved_bytes = case when reserved_until > now() then reserved_bytes else 0 end + $2, total_bytes = $3
           where id = $1`,
          [own.id, transfer.length, transfer.size],
        )
        return own.id
      }
      const [inserted] = await tx.query<{ id: number }>(
        `insert into share_access_log (share_id, action, visitor, recipient, item_id, item_name, archive_etag,
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
          transfer.archive ?? null,
          transfer.length,
          transfer.size,
        ],
      )
      return (inserted as { id: number }).id
    })
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
    const [finished] = await this.db.query<{ completed: boolean; is_first: boolean; ip: string | null }>(
      `with finished as (
         update share_access_log set bytes = least(bytes + $2, $3), completed = bytes + $2 >= $3,
           active_transfers = greatest(active_transfers - 1, 0),
           reserved_until = case when active_transfers > 1 then reserved_until end,
           reserved_bytes = case when active_transfers > 1 then greatest(reserved_bytes - $4, 0) else 0 end
         where id = $1 and not completed returning completed, share_id, ip
       ) select completed, ip, not exists (
         select 1 from share_access_totals t where t.share_id = finished.share_id and t.downloads > 0
       ) as is_first from finished`,
      [id, sentBytes, transfer.size, transfer.length],
    )
    if (!finished?.completed) return
    // The audit log outlives the link; the access log is deleted with it.
    const details = { item: transfer.itemId ?? share.item_id, recipient: access.recipientId }
    const { ip } = finished
    await this.audit({ actorId: null, ip, action: 'sharing.link.downloaded', target: share.id, details })
    const setting = share.notify_on_download
    const isWanted = setting === 'each' || (setting === 'first' && finished.is_first)
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
    if (access.share.max_downloads !== null) await this.findWithinLimit(this.db, access, transfer)
  }

  /** This browser's row of the same download, if there is one; 410 when too little of the limit is left for it. */
  private async findWithinLimit(
    db: Sql,
    { share, visitor }: ShareAccess,
    { itemId, archive, name, size, length }: DownloadTransfer,
  ) {
    const [own] = await db.query<{ id: number; completed: boolean; used_bytes: number }>(
      `select id, completed, bytes + case when reserved_until > now() then reserved_bytes else 0 end as used_bytes
       from share_access_log where share_id = $1 and visitor = $2 and action = 'downloaded'
       and item_id is not distinct from $3::uuid and archive_etag is not distinct from $5 and item_name = $4
       and occurred_at > now() - interval '${repeatWindow}' order by id desc limit 1`,
      [share.id, visitor, itemId, name, archive ?? null],
    )
    if (own?.completed || share.max_downloads === null) return own
    const [others] = await db.query<{ used: number }>(usedSql, [share.id, own?.id ?? null], 'sharing.used-downloads')
    const used = others?.used ?? 0
    const requested = Math.min(1, ((own?.used_bytes ?? 0) + length) / size)
    const limit = share.max_downloads
    if (used >= limit || used + requested > limit + allowedExcess) throw sharingErrors.fail('download-limit-reached')
    return own
  }

  private takeNotification(shareId: string): Promise<boolean> {
    return this.limiter.consume(['share-told', shareId], notificationsPerLink).then(
      () => true,
      () => false,
    )
  }
}
