import type { Sql, Tx } from '../../../platform/index.ts'
import type { Grant, Permission, Scope } from '../../tree/index.ts'
import { type RejectedReason, type RemoteReason, type RemoteStatus, rejectedReasons } from '../contract.ts'

/** A row of `remote_batches`. */
export interface BatchRow {
  id: string
  principal: string
  actor_id: string | null
  owner_id: string
  root_id: string | null
  permission: Permission
  parent_id: string | null
  had_parent: boolean
  access_grant: Grant | null
  created_at: Date
  finished_at: Date | null
}

/** A row of `remote_urls`. */
export interface UrlRow {
  id: string
  batch_id: string
  position: number
  url: string
  status: RemoteStatus
  failure_reason: RemoteReason | null
  name: string | null
  total_bytes: number | null
  received_bytes: number
  validator: string | null
  item_id: string | null
  lease_id: string | null
}

/** Principal of the upload sessions of a batch, so that they are separate from the caller's own. */
export const batchPrincipal = (id: string): string => `remote:${id}`

/** The scope that a batch was created in. */
export const scopeOfBatch = (batch: BatchRow): Scope => ({
  root: batch.root_id,
  ownerId: batch.owner_id,
  actor: { userId: batch.actor_id, key: batchPrincipal(batch.id) },
  permission: batch.permission,
  grant: batch.access_grant,
})

/** PostgreSQL cannot store U+0000 (A36). Only rejected URLs contain it. */
const storableText = (url: string): string => url.replaceAll('\0', '\ufffd')

export const insertRemoteBatch = async (
  tx: Tx,
  batch: { id: string; scope: Scope; parentId: string | null },
  /** A URL with a reason was rejected by its text and is stored as failed. */
  urls: readonly { id: string; url: string; reason: RejectedReason | null }[],
): Promise<void> => {
  const { id, scope, parentId } = batch
  await tx.query(
    `insert into remote_batches
       (id, principal, actor_id, owner_id, root_id, permission, parent_id, had_parent, access_grant)
     values ($1, $2, $3, $4, $5, $6, $7::uuid, $7::uuid is not null, $8)`,
    [
      id,
      scope.actor.key,
      scope.actor.userId,
      scope.ownerId,
      scope.root,
      scope.permission,
      parentId,
      scope.grant ? JSON.stringify(scope.grant) : null,
    ],
  )
  await tx.query(
    `insert into remote_urls (id, batch_id, position, url, failure_reason, status)
     select u.id, $1, u.position, u.url, u.reason, case when u.reason is null then 'waiting' else 'failed' end
     from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as u (id, url, reason, position)`,
    [id, urls.map((one) => one.id), urls.map(({ url }) => storableText(url)), urls.map(({ reason }) => reason)],
  )
}

/** Keeps other transactions from queuing URLs of this caller until this one ends, so that counting them is exact. */
export const lockCaller = (tx: Tx, principal: string): Promise<void> => tx.lock(`remote-uploads/${principal}`)

/** Number of the caller's URLs that wait or run. */
export const countOpenUrls = async (sql: Sql, principal: string): Promise<number> => {
  const [row] = await sql.query<{ n: number }>(
    `select count(*) as n from remote_urls u join remote_batches b on b.id = u.batch_id
     where b.principal = $1 and u.status in ('waiting', 'running')`,
    [principal],
  )
  return row?.n ?? 0
}

interface FinishedBatch extends BatchRow {
  processed: number
  failed: number
}

/**
 * Marks the given batch, or with null all, as finished where no URL is open. Each batch is returned once, to the call that
 * marked it. Locks their rows first: a retry may hold one of them, and the URLs are counted as the retry has left them.
 */
export const markFinishedBatches = async (tx: Tx, batch: string | null): Promise<FinishedBatch[]> => {
  const locked = await tx.query<{ id: string }>(
    `select b.id from remote_batches b where b.finished_at is null and ($1::uuid is null or b.id = $1) and not exists (
       select from remote_urls u where u.batch_id = b.id and u.status in ('waiting', 'running')
     ) order by b.id for no key update of b`,
    [batch],
  )
  if (locked.length === 0) return []
  return tx.query<FinishedBatch>(
    `update remote_batches b set finished_at = now() from (
       select batch_id, count(*) as processed, count(*) filter (where status = 'failed') as failed
       from remote_urls where batch_id = any($1::uuid[]) group by batch_id
       having count(*) filter (where status in ('waiting', 'running')) = 0
     ) ended where b.id = ended.batch_id returning b.*, ended.processed, ended.failed`,
    [locked.map(({ id }) => id)],
  )
}

/**
 * Queues failed URLs of a caller's batch again: the given ones, or with null all. The batch takes over the grant of `scope`,
 * or keeps its grant when `scope` has none: a member retries with the scope of their account. Resolves with the ids of the
 * queued URLs, or null when the caller has no such batch.
 */
export const requeueUrls = async (
  tx: Tx,
  scope: Scope,
  id: string,
  urls: readonly string[] | null,
): Promise<string[] | null> => {
  const { actor, grant } = scope
  // Locks the batch before its URLs, in the same order as deleting it does.
  const batches = await tx.query(
    'update remote_batches set access_grant = coalesce($3, access_grant) where id = $1 and principal = $2 returning id',
    [id, actor.key, grant ? JSON.stringify(grant) : null],
  )
  if (batches.length === 0) return null
  const queued = await tx.query<{ id: string }>(
    `update remote_urls set status = 'waiting', failure_reason = null
     where batch_id = $1 and status = 'failed' and ($2::uuid[] is null or id = any($2::uuid[]))
     and not (failure_reason = any($3::text[])) returning id`,
    [id, urls, rejectedReasons],
  )
  if (queued.length > 0) await tx.query('update remote_batches set finished_at = null where id = $1', [id])
  return queued.map((url) => url.id)
}
