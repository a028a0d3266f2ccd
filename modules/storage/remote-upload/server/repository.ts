import type { Sql, Tx } from '../../../platform/index.ts'
import type { Ground, Permission, Scope } from '../../tree/index.ts'
import { type RejectedReason, type RemoteReason, type RemoteStatus, rejectedReasons } from '../contract.ts'

export interface BatchRow {
  id: string
  principal: string
  actor_id: string | null
  owner_id: string
  root_id: string | null
  permission: Permission
  parent_id: string | null
  had_parent: boolean
  ground: Ground | null
  created_at: Date
  finished_at: Date | null
}

export interface UrlRow {
  id: string
  batch_id: string
  position: number
  url: string
  status: RemoteStatus
  reason: RemoteReason | null
  name: string | null
  total: number | null
  received: number
  validator: string | null
  item_id: string | null
  lease: string | null
}

/** An address that is this process's to fetch. */
export type Claim = Omit<UrlRow, 'lease'> & { lease: string; batch: BatchRow }

/** Addresses fetched for one caller at a time: others get their turn in between. */
export const perCaller = 3
const leaseLife = '10 seconds'
/** Until an address that a fault of ours stopped is taken up again. */
const faultPause = '3 seconds'
/** Finished batches without failures are of no use to anybody; those with failures wait so long for a retry. */
const keptAfter = { clean: '1 hour', failed: '24 hours' }

/** Upload sessions of what is fetched go by the batch, apart from the caller's own. */
export const keyOfBatch = (id: string): string => `remote:${id}`

/** The scope a batch was made in. */
export const scopeOfBatch = (batch: BatchRow): Scope => ({
  root: batch.root_id,
  ownerId: batch.owner_id,
  actor: { userId: batch.actor_id, key: keyOfBatch(batch.id) },
  permission: batch.permission,
  ground: batch.ground,
})

/** PostgreSQL keeps no U+0000 (A36); only rejected lines have one. */
const storable = (url: string): string => url.replaceAll('\0', '\ufffd')

export const insertBatch = async (
  tx: Tx,
  batch: { id: string; scope: Scope; parentId: string | null },
  /** With a reason: rejected by its text, failed from the start. */
  urls: readonly { id: string; url: string; reason: RejectedReason | null }[],
): Promise<void> => {
  const { id, scope, parentId } = batch
  await tx.query(
    `insert into remote_batches (id, principal, actor_id, owner_id, root_id, permission, parent_id, had_parent, ground)
     values ($1, $2, $3, $4, $5, $6, $7::uuid, $7::uuid is not null, $8)`,
    [
      id,
      scope.actor.key,
      scope.actor.userId,
      scope.ownerId,
      scope.root,
      scope.permission,
      parentId,
      scope.ground ? JSON.stringify(scope.ground) : null,
    ],
  )
  await tx.query(
    `insert into remote_urls (id, batch_id, position, url, reason, status)
     select u.id, $1, u.position, u.url, u.reason, case when u.reason is null then 'waiting' else 'failed' end
     from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as u (id, url, reason, position)`,
    [id, urls.map((one) => one.id), urls.map(({ url }) => storable(url)), urls.map(({ reason }) => reason)],
  )
}

/** One transaction at a time sets addresses of a caller waiting, until it ends: they are counted. */
export const lockCaller = async (tx: Tx, principal: string): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`remote-uploads/${principal}`])
}

/** Addresses of this caller that wait or run. */
export const countOpenUrls = async (sql: Sql, principal: string): Promise<number> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from remote_urls u join remote_batches b on b.id = u.batch_id
     where b.principal = $1 and u.status in ('waiting', 'running')`,
    [principal],
  )
  return row?.n ?? 0
}

/** Browsers without an account are easily had: those of one owner count together. */
const callerOf = "case when b.actor_id is null then 'guests of ' || b.owner_id else b.principal end"

/** The next address for this process, leased to it: the caller with the fewest running first. Null: nothing to do. */
export const claimUrl = async (db: Sql): Promise<Claim | null> => {
  const [row] = await db.query<UrlRow & { lease: string }>(
    `with busy as (
       select caller, principal, count(*) as own, (sum(count(*)) over (partition by caller))::int as n from (
         select ${callerOf} as caller, b.principal from remote_urls u join remote_batches b on b.id = u.batch_id
         where u.status = 'running' and u.lease_until > now()
       ) r group by caller, principal
     ), next as (
       select u.id from remote_urls u join remote_batches b on b.id = u.batch_id
       left join lateral (
         select coalesce(max(n), 0) as n, coalesce(max(own) filter (where busy.principal = b.principal), 0) as own
         from busy where busy.caller = ${callerOf}
       ) now_busy on true
       where (u.status = 'waiting' or (u.status = 'running' and u.lease_until <= now()))
       and now_busy.n < ${perCaller}
       order by now_busy.n, now_busy.own, b.created_at, u.position limit 1 for update of u skip locked
     ) update remote_urls u set status = 'running', lease = gen_random_uuid(),
         lease_until = now() + interval '${leaseLife}' from next where u.id = next.id returning u.*`,
    [],
    'storage.claim-remote-url',
  )
  if (!row) return null
  const [batch] = await db.query<BatchRow>('select * from remote_batches where id = $1', [row.batch_id])
  return batch ? { ...row, batch } : null
}

/** Someone has something to do, now or when a lease ends. */
export const isAnyOpen = async (db: Sql): Promise<boolean> => {
  const rows = await db.query(`select 1 from remote_urls where status in ('waiting', 'running') limit 1`)
  return rows.length > 0
}

/** Renews leases and tells how far each is; resolves with the ids that are still this process's. */
export const renewLeases = async (
  db: Sql,
  held: readonly { id: string; lease: string; received: number }[],
): Promise<Set<string>> => {
  const rows = await db.query<{ id: string }>(
    `update remote_urls u set received = held.received, lease_until = now() + interval '${leaseLife}'
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as held (id, lease, received)
     where u.id = held.id and u.lease = held.lease returning u.id`,
    [held.map(({ id }) => id), held.map(({ lease }) => lease), held.map(({ received }) => received)],
    'storage.renew-remote-leases',
  )
  return new Set(rows.map(({ id }) => id))
}

/** What the server told about the file; false when the lease is gone. */
export const describeUrl = async (
  db: Sql,
  { id, lease }: Claim,
  facts: { name: string; total: number | null; validator: string | null },
): Promise<boolean> => {
  const rows = await db.query(
    'update remote_urls set name = $3, total = $4, validator = $5 where id = $1 and lease = $2 returning id',
    [id, lease, facts.name, facts.total, facts.validator],
  )
  return rows.length > 0
}

/** Ends it with its file, in the transaction of the file; false when the lease is gone. */
export const completeUrl = async (
  tx: Tx,
  { id, lease }: Claim,
  item: { id: string; size: number },
): Promise<boolean> => {
  const rows = await tx.query(
    `update remote_urls set status = 'done', item_id = $3, received = $4, total = $4, reason = null, lease = null,
       lease_until = null where id = $1 and lease = $2 returning id`,
    [id, lease, item.id, item.size],
  )
  return rows.length > 0
}

export const failUrl = async (db: Sql, { id, lease }: Claim, reason: RemoteReason): Promise<boolean> => {
  const rows = await db.query(
    `update remote_urls set status = 'failed', reason = $3, lease = null, lease_until = null
     where id = $1 and lease = $2 returning id`,
    [id, lease, reason],
  )
  return rows.length > 0
}

/** Left for a moment, then anybody's; false when the lease is gone. */
export const postponeUrl = async (db: Sql, { id, lease }: Claim): Promise<boolean> => {
  const rows = await db.query(
    `update remote_urls set lease = null, lease_until = now() + interval '${faultPause}'
     where id = $1 and lease = $2 returning id`,
    [id, lease],
  )
  return rows.length > 0
}

/** It was cancelled; otherwise a lost lease means that another process has it. */
export const isGone = async (db: Sql, { id }: Claim): Promise<boolean> =>
  (await db.query('select 1 from remote_urls where id = $1', [id])).length === 0

/** Back in the line, for another process or the next start. */
export const releaseUrl = async (db: Sql, { id, lease }: Claim): Promise<void> => {
  await db.query(
    `update remote_urls set status = 'waiting', lease = null, lease_until = null where id = $1 and lease = $2`,
    [id, lease],
  )
}

export interface FinishedBatch extends BatchRow {
  processed: number
  failed: number
}

/** Marks batches finished of which nothing is open any more; each is returned once, to whoever marked it. */
export const finishBatches = (sql: Sql, batch: string | null): Promise<FinishedBatch[]> =>
  sql.query<FinishedBatch>(
    `update remote_batches b set finished_at = now() from (
       select batch_id, count(*) as processed, count(*) filter (where status = 'failed') as failed
       from remote_urls where $1::uuid is null or batch_id = $1 group by batch_id
       having count(*) filter (where status in ('waiting', 'running')) = 0
     ) ended where b.id = ended.batch_id and b.finished_at is null returning b.*, ended.processed, ended.failed`,
    [batch],
  )

/**
 * Sets failed addresses of a caller's batch waiting: these, or all. `ground`: what they rest on from now on. How many they
 * are; null when the caller has no such batch.
 */
export const retryUrls = async (
  tx: Tx,
  scope: Scope,
  id: string,
  urls: readonly string[] | null,
): Promise<number | null> => {
  const { actor, ground } = scope
  // The batch's row first, as when it is taken away.
  const found = await tx.query('update remote_batches set ground = $3 where id = $1 and principal = $2 returning id', [
    id,
    actor.key,
    ground ? JSON.stringify(ground) : null,
  ])
  if (found.length === 0) return null
  const again = await tx.query(
    `update remote_urls set status = 'waiting', reason = null
     where batch_id = $1 and status = 'failed' and ($2::uuid[] is null or id = any($2::uuid[]))
     and not (reason = any($3::text[])) returning id`,
    [id, urls, rejectedReasons],
  )
  if (again.length > 0) await tx.query('update remote_batches set finished_at = null where id = $1', [id])
  return again.length
}

/** An address that had not come when its batch was taken away. */
export type Abandoned = Pick<UrlRow, 'id' | 'batch_id'>

const removeSql = (where: string) => `with gone as (delete from remote_batches where ${where} returning id)
  select u.id, u.batch_id from gone join remote_urls u on u.batch_id = gone.id where u.status <> 'done'`

/** Takes a batch away with its addresses. */
export const removeBatch = (sql: Sql, id: string): Promise<Abandoned[]> =>
  sql.query<Abandoned>(removeSql('id = $1'), [id])

/** The same for all batches into an account, open or not, by callers whose keys begin so. */
export const removeBatchesOf = (sql: Sql, ownerId: string, keyPrefix: string): Promise<Abandoned[]> =>
  sql.query<Abandoned>(removeSql('owner_id = $1 and starts_with(principal, $2)'), [ownerId, keyPrefix])

export const forgetBatches = async (sql: Sql): Promise<void> => {
  await sql.query(
    `delete from remote_batches b where b.finished_at < now() - interval '${keptAfter.failed}'
     or (b.finished_at < now() - interval '${keptAfter.clean}'
       and not exists (select 1 from remote_urls u where u.batch_id = b.id and u.status = 'failed'))`,
  )
}
