import type { Sql } from '../../../platform/index.ts'
import { toIso } from '../../../shared/contract.ts'
import { findItem } from '../../tree/index.ts'
import type { RemoteBatch, RemoteProgress, RemoteUrl } from '../contract.ts'
import { type BatchRow, scopeOfBatch, type UrlRow } from './repository.ts'

type BatchWithParent = BatchRow & { parent_name: string | null }

/** Finished batches listed at a time, the newest first. */
const maxListedFinished = 20
/** Time for which a successful batch is listed, so that clients that poll learn of its success. */
const successListedFor = '2 minutes'

const batchesSql = (condition: string) => `select b.*, i.name as parent_name from remote_batches b
  left join items i on i.id = b.parent_id where b.principal = $1 and ${condition} order by b.created_at desc`

/** Batches that run, ended recently, or ended with failures. */
const isListed = `(b.finished_at is null or b.id in (
  select f.id from remote_batches f where f.principal = $1 and f.finished_at is not null
  and (f.finished_at > now() - interval '${successListedFor}'
    or exists (select 1 from remote_urls u where u.batch_id = f.id and u.status = 'failed'))
  order by f.created_at desc limit ${maxListedFinished}))`

export const presentUrl = (row: UrlRow): RemoteUrl => ({
  id: row.id,
  url: row.url,
  status: row.status,
  reason: row.failure_reason,
  name: row.name,
  size: row.total_bytes,
  received: row.received_bytes,
  item_id: row.item_id,
})

/** Counts of a batch; `processed` includes the failed ones. */
export const batchProgress = (urls: readonly Pick<UrlRow, 'status'>[]): RemoteProgress => {
  const failed = urls.filter(({ status }) => status === 'failed').length
  return { total: urls.length, failed, processed: failed + urls.filter(({ status }) => status === 'done').length }
}

const present = (batch: BatchRow, parentName: string | null, urls: readonly UrlRow[]): RemoteBatch => ({
  id: batch.id,
  type: 'remote-upload',
  attributes: {
    parent_id: batch.parent_id,
    parent_name: parentName,
    created_at: batch.created_at.toISOString(),
    finished_at: toIso(batch.finished_at),
    progress: batchProgress(urls),
    urls: urls.map(presentUrl),
  },
})

export const listBatchUrls = (sql: Sql, batches: readonly string[]): Promise<UrlRow[]> =>
  sql.query<UrlRow>('select * from remote_urls where batch_id = any($1::uuid[]) order by batch_id, position', [batches])

/** Null where the caller may not see the folder any more: others may have moved it out of the team folder and renamed it. */
const parentNameOf = async (sql: Sql, batch: BatchWithParent): Promise<string | null> => {
  if (batch.parent_id === null || batch.permission === 'owner') return batch.parent_name
  const location = await findItem(sql, scopeOfBatch(batch), batch.parent_id)
  return location && !location.trashed ? location.item.name : null
}

const presentAll = async (sql: Sql, batches: readonly BatchWithParent[]): Promise<RemoteBatch[]> => {
  const urls = Map.groupBy(
    await listBatchUrls(
      sql,
      batches.map(({ id }) => id),
    ),
    ({ batch_id }) => batch_id,
  )
  const names = await Promise.all(batches.map((batch) => parentNameOf(sql, batch)))
  return batches.map((batch, index) => present(batch, names[index] ?? null, urls.get(batch.id) ?? []))
}

/** The batches of a caller that the list of remote uploads shows, newest first. */
export const listBatches = async (sql: Sql, principal: string): Promise<RemoteBatch[]> =>
  presentAll(sql, await sql.query<BatchWithParent>(batchesSql(isListed), [principal]))

/** Null when the caller has no batch with this id. */
export const findBatch = async (sql: Sql, principal: string, id: string): Promise<RemoteBatch | null> => {
  const rows = await sql.query<BatchWithParent>(batchesSql('b.id = $2'), [principal, id])
  return (await presentAll(sql, rows))[0] ?? null
}
