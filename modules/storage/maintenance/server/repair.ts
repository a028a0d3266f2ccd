import type { Db, Tx } from '../../../platform/index.ts'
import { lockTree, releaseBlobs } from '../../tree/index.ts'
import { wrongFolderSizes, wrongTrashSizes } from './consistency-checks.ts'
import { correctReservations } from './correct-reservations.ts'
import type { Finding, FindingKind } from './findings.ts'

/** Time for one statement: the counters of an account with millions of items are counted anew. */
const statementTimeoutMs = 1_800_000

type Repair = (tx: Tx, ids: readonly string[]) => Promise<void>

/** Each writer changes the counters in the transaction of its rows: a counter that is locked first and then counted is right. */
const countUsageSql = `update usage set used_bytes = held.used, images_bytes = held.images, videos_bytes = held.videos,
    audios_bytes = held.audios, documents_bytes = held.documents, root_count = own.roots, trash_count = own.trashed
  from (select coalesce(sum(size), 0) as used, coalesce(sum(size) filter (where kind = 'image'), 0) as images,
      coalesce(sum(size) filter (where kind = 'video'), 0) as videos,
      coalesce(sum(size) filter (where kind = 'audio'), 0) as audios,
      coalesce(sum(size) filter (where kind = 'document'), 0) as documents
    from (select kind, size from items where owner_id = $1
      union all select kind, size from item_versions where owner_id = $1) each) held,
    (select count(*) filter (where parent_id is null and trashed_at is null) as roots,
      count(*) filter (where trashed_at is not null and merged_by is null) as trashed from items where owner_id = $1) own
  where user_id = $1`

const countUsage: Repair = async (tx, owners) => {
  for (const owner of owners) {
    await tx.query('insert into usage (user_id) values ($1) on conflict do nothing', [owner])
    await tx.query('select 1 from usage where user_id = $1 for update', [owner])
    await tx.query(countUsageSql, [owner])
  }
}

const countChildren: Repair = async (tx, folders) => {
  await tx.query('select 1 from items where id = any($1::uuid[]) order by id for update', [folders])
  await tx.query(
    `update items f set child_count = (select count(*) from items c where c.parent_id = f.id and c.trashed_at is null)
     where id = any($1::uuid[])`,
    [folders],
  )
}

const sizeItems: Repair = async (tx, items) => {
  await tx.query('update items i set size = b.size from blobs b where b.id = i.blob_id and i.id = any($1::uuid[])', [
    items,
  ])
}

const sizeVersions: Repair = async (tx, versions) => {
  await tx.query(
    `update item_versions v set size = b.size, owner_id = i.owner_id from blobs b, items i
     where b.id = v.blob_id and i.id = v.item_id and v.id = any($1::uuid[])`,
    [versions],
  )
}

const release: Repair = async (tx, keys) => {
  const blobs = await tx.query<{ id: string }>('select id from blobs where key = any($1::text[])', [keys])
  await releaseBlobs(
    tx,
    blobs.map(({ id }) => id),
  )
}

/** The aggregation of sizes holds the lock, too, so that none runs between reading and writing. */
const sizeFolders: Repair = async (tx, folders) => {
  const owners = await tx.query<{ id: string }>(
    'select distinct owner_id as id from items where id = any($1::uuid[]) order by 1',
    [folders],
  )
  for (const { id } of owners) await lockTree(tx, id)
  await tx.query(
    `insert into folder_sizes (folder_id, size, files, folders)
     select id, counted, files, folders from (${wrongFolderSizes}) wrong where id = any($1::uuid[])
     on conflict (folder_id) do update set size = excluded.size, files = excluded.files, folders = excluded.folders`,
    [folders],
  )
}

const sizeTrash: Repair = async (tx, owners) => {
  for (const owner of [...owners].sort()) await lockTree(tx, owner)
  await tx.query(
    `update usage set trash_bytes = wrong.counted, trash_files = wrong.files, trash_folders = wrong.folders
     from (${wrongTrashSizes}) wrong where user_id = wrong.id and wrong.id = any($1::uuid[])`,
    [owners],
  )
}

/** The repairs, in their order: each step counts what the ones before have corrected. */
const steps: readonly (readonly [readonly FindingKind[], Repair])[] = [
  [['size-of-item'], sizeItems],
  [['size-of-version'], sizeVersions],
  [['unreferenced-blob'], release],
  [['child-count'], countChildren],
  [['folder-size'], sizeFolders],
  [['trash-size'], sizeTrash],
  [['usage-drift', 'kind-drift', 'root-count', 'trash-count'], countUsage],
]

/**
 * Sets right what follows from other rows: sizes, counters, and blobs without an item, which are deleted. Each kind in one
 * transaction, while the server runs. What follows from nothing else stays. `find`: the findings of these kinds at this moment.
 */
export const repair = async (db: Db, find: (kinds: readonly FindingKind[]) => Promise<Finding[]>): Promise<void> => {
  for (const [kinds, run] of steps) {
    const ids = [...new Set((await find(kinds)).map(({ id }) => id))]
    if (ids.length === 0) continue
    await db.transaction(async (tx) => {
      await tx.setStatementTimeout(statementTimeoutMs)
      await run(tx, ids)
    })
  }
  await correctReservations(db)
}
