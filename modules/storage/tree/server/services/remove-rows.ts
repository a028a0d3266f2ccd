import type { Tx } from '../../../../platform/index.ts'
import { addChildCount, addTrashCount } from '../counters.ts'
import { type KindBytes, kindSumsSql } from '../usage-by-kind.ts'

/** Rows removed per transaction, which holds the owner's tree lock for some ten milliseconds. */
export const removeBatchSize = 1_000

/** Bytes of removed files, in total and by kind. */
export interface RemovedBytes extends KindBytes {
  size: number
}

interface Removed extends RemovedBytes {
  n: number
  trashed: number
  roots: number
  blobs: string[]
}

const lockRowsSql = (condition: string) =>
  `select i.id from items i where i.owner_id = $1 and ${condition} limit ${removeBatchSize} for update`

/**
 * Recounts the children of folders that remain, because their tree may be restored before they are removed, and counts the
 * active rows of the owner's root, which only a mistake of the caller would remove. A statement of its own after the rows
 * are locked: its snapshot has the versions that were stored while it waited for the locks.
 */
const removeRowsSql = `with gone as (
    delete from items where id = any($1::uuid[]) returning size, kind, blob_id, trashed_at, merged_by, parent_id
  ), versions as (
    delete from item_versions where item_id = any($1::uuid[]) returning size, kind, blob_id
  ), fewer as (
    select parent_id, count(*)::int as n from gone where trashed_at is null and parent_id is not null group by parent_id
  ), recounted as (
    update items p set child_count = p.child_count - fewer.n from fewer
    where p.id = fewer.parent_id and p.id not in (select unnest($1::uuid[]))
  ) select (select count(*) from gone) as n, (select count(trashed_at) filter (where merged_by is null) from gone) as trashed,
    (select count(*) from gone where parent_id is null and trashed_at is null) as roots,
    coalesce(sum(size), 0) as size, ${kindSumsSql},
    coalesce(array_agg(distinct blob_id) filter (where blob_id is not null), '{}') as blobs
    from (select size, kind, blob_id from gone union all select size, kind, blob_id from versions) bytes`

/** Subtracts removed bytes from the owner's usage. Call it after the rows were removed: `usage` is locked last. */
export const subtractUsage = async (
  tx: Tx,
  owner: string,
  { size, images, videos, audios, documents }: RemovedBytes,
): Promise<void> => {
  await tx.query(
    `update usage set used_bytes = greatest(used_bytes - $2, 0), images_bytes = images_bytes - $3,
       videos_bytes = videos_bytes - $4, audios_bytes = audios_bytes - $5, documents_bytes = documents_bytes - $6
     where user_id = $1`,
    [owner, size, images, videos, audios, documents],
    'storage.subtract-usage',
  )
}

/**
 * Deletes blobs to which no item and no version refers; the garbage collector unlinks their files after the commit.
 * Locks the blobs first, so that it waits for a copy that is being made of one of them and then sees it.
 */
export const releaseBlobs = async (tx: Tx, blobs: readonly string[]): Promise<void> => {
  if (blobs.length === 0) return
  await tx.query('select 1 from blobs where id = any($1::uuid[]) order by id for update', [blobs], 'storage.lock-blobs')
  await tx.query(
    `with gone as (
       delete from blobs b where b.id = any($1::uuid[]) and not exists (select 1 from items i where i.blob_id = b.id)
       and not exists (select 1 from item_versions v where v.blob_id = b.id) returning key
     ) insert into blob_deletions (key) select key from gone on conflict do nothing`,
    [blobs],
  )
}

/**
 * Deletes up to `removeBatchSize` of the owner's rows `i` that match `condition`, in which `$2` is `value`, and corrects
 * counters, usage and blobs. Resolves with their number.
 */
export const removeRows = async (tx: Tx, owner: string, condition: string, value: unknown): Promise<number> => {
  const rows = await tx.query<{ id: string }>(lockRowsSql(condition), [owner, value])
  if (rows.length === 0) return 0
  const [removed] = await tx.query<Removed>(removeRowsSql, [rows.map(({ id }) => id)])
  if (!removed) return 0
  await releaseBlobs(tx, removed.blobs)
  await addChildCount(tx, owner, null, -removed.roots)
  await addTrashCount(tx, owner, -removed.trashed)
  await subtractUsage(tx, owner, removed)
  return removed.n
}
