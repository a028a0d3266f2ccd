import type { Sql } from '../../../platform/index.ts'
import type { DownloadTransfer } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { ShareAccess } from './share-access.ts'

/** A download keeps its reservation for so long without a renewal, and can be resumed until then. */
export const leaseDuration = '15 minutes'
/** Condition: its reservation holds. One that ends far ahead comes from a clock that was ahead. */
export const isReserved = "reserved_until between now() and now() + interval '1 hour'"

/** Within this time the same browser downloads the same content again without a second count. */
const repeatWindow = '24 hours'

/**
 * Part of one download that a link allows beyond its limit: a download that broke off in one browser may be started again
 * in another.
 */
const allowedExcess = 0.5

/**
 * Number of downloads of link $1, without the caller's own row $2. A partial one counts by its sent and reserved bytes,
 * relative to the whole; totals have the sent ones. No download is more than 1. Rounded, so that three thirds are a whole.
 */
const usedSql = `select round(
    coalesce((select sum(downloads + partial) from share_access_totals where share_id = $1), 0)
    - coalesce((select case when completed then 1 else least(bytes, total_bytes)::numeric / nullif(total_bytes, 0) end
      from share_access_log where id = $2), 0)
    + coalesce((select sum(case when total_bytes is null then 1
        else greatest(least(reserved_bytes, total_bytes - bytes), 0)::numeric / nullif(total_bytes, 0) end)
      from share_access_log where share_id = $1 and ${isReserved} and not completed and id is distinct from $2), 0),
    9)::float8 as used`

interface OwnDownload {
  id: number
  completed: boolean
  /** Bytes sent and reserved. */
  used_bytes: number
}

/** The row of this browser's download of the same content, if there is one. Rows of older versions lack a file's ETag. */
export const findOwnDownload = async (
  db: Sql,
  { share, visitor }: ShareAccess,
  { itemId, etag }: DownloadTransfer,
): Promise<OwnDownload | undefined> => {
  const [ownDownload] = await db.query<OwnDownload>(
    `select id, completed, bytes + case when ${isReserved} then reserved_bytes else 0 end as used_bytes
     from share_access_log where share_id = $1 and visitor = $2 and action = 'downloaded'
     and item_id is not distinct from $3::uuid and (etag = $4 or (etag is null and item_id is not null))
     and occurred_at > now() - interval '${repeatWindow}' order by id desc limit 1`,
    [share.id, visitor, itemId, etag],
  )
  return ownDownload
}

/** As `findOwnDownload`; 410 when too little of the link's limit is left for the transfer. */
export const findDownloadWithinLimit = async (
  db: Sql,
  access: ShareAccess,
  transfer: DownloadTransfer,
): Promise<OwnDownload | undefined> => {
  const ownDownload = await findOwnDownload(db, access, transfer)
  const { id, max_downloads: limit } = access.share
  if (ownDownload?.completed || limit === null) return ownDownload
  const [others] = await db.query<{ used: number }>(usedSql, [id, ownDownload?.id ?? null], 'sharing.used-downloads')
  const used = others?.used ?? 0
  const requested = Math.min(1, ((ownDownload?.used_bytes ?? 0) + transfer.length) / transfer.size)
  if (used >= limit || used + requested > limit + allowedExcess) throw sharingErrors.fail('download-limit-reached')
  return ownDownload
}
