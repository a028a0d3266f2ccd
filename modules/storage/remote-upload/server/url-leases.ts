import type { Sql, Tx } from '../../../platform/index.ts'
import type { RemoteReason } from '../contract.ts'
import type { UnfinishedUrl } from './batch-deletion.ts'
import type { BatchRow, UrlRow } from './repository.ts'

/** A URL that this process may fetch while it renews the lease. */
export type LeasedUrl = Omit<UrlRow, 'lease_id'> & { lease_id: string; batch: BatchRow }

/** URLs fetched for one caller at a time, so that other callers get their turn. */
const maxRunningPerCaller = 3
const leaseDuration = '10 seconds'
/** Condition: no process holds the URL, and it waits for no time. A time far ahead comes from a clock that was ahead. */
const isFree = `(u.lease_until <= now()
  or u.lease_until > now() + case when u.lease_id is null then interval '1 day' else interval '1 minute' end)`

/** Anonymous visitors can easily get new identities, so all of one owner count as one caller. */
const callerSql = "case when b.actor_id is null then 'visitors of ' || b.owner_id else b.principal end"

/**
 * Leases the next URL to this process, of the caller with the fewest running URLs. Null when there is nothing to do.
 * `running`: URLs that this process is fetching. After a pause it finds their leases expired, but must not fetch them twice.
 */
export const leaseNextUrl = async (db: Sql, running: readonly string[]): Promise<LeasedUrl | null> => {
  const [row] = await db.query<UrlRow & { lease_id: string }>(
    `with busy as (
       select caller, principal, count(*) as own, (sum(count(*)) over (partition by caller))::int as n from (
         select ${callerSql} as caller, b.principal from remote_urls u join remote_batches b on b.id = u.batch_id
         where u.status = 'running' and (not ${isFree} or u.id = any($1::uuid[]))
       ) r group by caller, principal
     ), next as (
       select u.id from remote_urls u join remote_batches b on b.id = u.batch_id
       left join lateral (
         select coalesce(max(n), 0) as n, coalesce(max(own) filter (where busy.principal = b.principal), 0) as own
         from busy where busy.caller = ${callerSql}
       ) now_busy on true
       where (u.status = 'waiting' or (u.status = 'running' and ${isFree}))
       and u.id <> all($1::uuid[]) and now_busy.n < ${maxRunningPerCaller}
       order by now_busy.n, now_busy.own, b.created_at, u.position limit 1 for update of u skip locked
     ) update remote_urls u set status = 'running', lease_id = gen_random_uuid(),
         lease_until = now() + interval '${leaseDuration}' from next where u.id = next.id returning u.*`,
    [running],
    'storage.lease-remote-url',
  )
  if (!row) return null
  const [batch] = await db.query<BatchRow>('select * from remote_batches where id = $1', [row.batch_id])
  return batch ? { ...row, batch } : null
}

/** Whether any URL can be fetched, now or when its lease ends. */
export const hasOpenUrls = async (db: Sql): Promise<boolean> => {
  const rows = await db.query(`select 1 from remote_urls where status in ('waiting', 'running') limit 1`)
  return rows.length > 0
}

/** Renews leases and stores the progress of each URL. Resolves with the ids that this process still holds. */
export const renewLeases = async (
  db: Sql,
  held: readonly { id: string; leaseId: string; receivedBytes: number }[],
): Promise<Set<string>> => {
  const rows = await db.query<{ id: string }>(
    `update remote_urls u set received_bytes = held.received_bytes, lease_until = now() + interval '${leaseDuration}'
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as held (id, lease_id, received_bytes)
     where u.id = held.id and u.lease_id = held.lease_id returning u.id`,
    [held.map(({ id }) => id), held.map(({ leaseId }) => leaseId), held.map(({ receivedBytes }) => receivedBytes)],
    'storage.renew-remote-leases',
  )
  return new Set(rows.map(({ id }) => id))
}

/** Stores the remote server's metadata of the file. False when the lease is lost. */
export const storeMetadata = async (
  db: Sql,
  { id, lease_id }: LeasedUrl,
  metadata: { name: string; total_bytes: number | null; validator: string | null },
): Promise<boolean> => {
  const rows = await db.query(
    `update remote_urls set name = $3, total_bytes = $4, validator = $5
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, metadata.name, metadata.total_bytes, metadata.validator],
  )
  return rows.length > 0
}

/** Marks a URL done, in the transaction that creates its file. False when the lease is lost. */
export const completeUrl = async (
  tx: Tx,
  { id, lease_id }: LeasedUrl,
  item: { id: string; size: number },
): Promise<boolean> => {
  const rows = await tx.query(
    `update remote_urls set status = 'done', item_id = $3, received_bytes = $4, total_bytes = $4,
       failure_reason = null, lease_id = null, lease_until = null where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, item.id, item.size],
  )
  return rows.length > 0
}

/** Marks a URL failed. False when the lease is lost. */
export const failUrl = async (db: Sql, { id, lease_id }: LeasedUrl, reason: RemoteReason): Promise<boolean> => {
  const rows = await db.query(
    `update remote_urls set status = 'failed', failure_reason = $3, lease_id = null, lease_until = null
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, reason],
  )
  return rows.length > 0
}

/** Fails the open URLs of an account's batches that were created until `at`. A process that fetches one loses its lease. */
export const failUrlsOf = (db: Sql, actorId: string, at: string): Promise<UnfinishedUrl[]> =>
  db.query<UnfinishedUrl>(
    `update remote_urls u set status = 'failed', failure_reason = 'forbidden', lease_id = null, lease_until = null
     from remote_batches b where b.id = u.batch_id and b.actor_id = $1 and b.created_at <= $2::timestamptz
     and u.status in ('waiting', 'running') returning u.id, u.batch_id`,
    [actorId, at],
  )

/** Gives the lease up, so that any process may fetch the URL after this delay. False when the lease is lost. */
export const releaseUrlWithDelay = async (db: Sql, { id, lease_id }: LeasedUrl, seconds: number): Promise<boolean> => {
  const rows = await db.query(
    `update remote_urls set lease_id = null, lease_until = now() + make_interval(secs => $3)
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, seconds],
  )
  return rows.length > 0
}

/** Whether the URL was cancelled. A lost lease of an existing URL means that another process fetches it. */
export const isDeleted = async (db: Sql, { id }: LeasedUrl): Promise<boolean> =>
  (await db.query('select 1 from remote_urls where id = $1', [id])).length === 0

/** Puts a URL back into the queue, for another process or the next start. */
export const releaseUrl = async (db: Sql, { id, lease_id }: LeasedUrl): Promise<void> => {
  await db.query(
    `update remote_urls set status = 'waiting', lease_id = null, lease_until = null
     where id = $1 and lease_id = $2`,
    [id, lease_id],
  )
}
