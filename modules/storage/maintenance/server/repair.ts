import type { Db, Tx } from '../../../platform/index.ts'
import { lockTree, releaseBlobs } from '../../tree/index.ts'
import { wrongFolderSizes, wrongTrashSizes } from './consistency-checks.ts'
import { correctReservations } from './correct-reservations.ts'
import type { Finding, FindingKind } from './findings.ts'

/** Time for one statement: the counters of an account with millions of items are counted anew. */
const statementTimeoutMs = 1_800_000

type Repair = (tx: Tx, ids: readonly string[]) => Promise<void>
type OwnerRepair = (tx: Tx, ownerId: string) => Promise<void>

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

const countUsage: OwnerRepair = async (tx, owner) => {
  await tx.query('insert into usage (user_id) values ($1) on conflict do nothing', [owner])
  await tx.query('select 1 from usage where user_id = $1 for update', [owner])
  await tx.query(countUsageSql, [owner])
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
const sizeFolders: OwnerRepair = async (tx, owner) => {
  await lockTree(tx, owner)
  await tx.query(
    `insert into folder_sizes (folder_id, size, files, folders)
     select id, counted, files, folders from (${wrongFolderSizes('$1')}) wrong
     on conflict (folder_id) do update set size = excluded.size, files = excluded.files, folders = excluded.folders`,
    [owner],
  )
}

const sizeTrash: OwnerRepair = async (tx, owner) => {
  await lockTree(tx, owner)
  await tx.query(
    `update usage set trash_bytes = wrong.counted, trash_files = wrong.files, trash_folders = wrong.folders
     from (${wrongTrashSizes('$1')}) wrong where user_id = wrong.id`,
    [owner],
  )
}

const inTransaction = (db: Db, run: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.setStatementTimeout(statementTimeoutMs)
    // As in the checks: no index has all items of an account.
    await tx.query('set local enable_seqscan = on')
    await run(tx)
  })

type Step = (db: Db, ids: readonly string[]) => Promise<void>

const atOnce =
  (run: Repair): Step =>
  (db, ids) =>
    inTransaction(db, (tx) => run(tx, ids))

/** Repairs one account after the other, so that uploads wait only while their own is counted. */
const ownerByOwner =
  (run: OwnerRepair): Step =>
  async (db, ids) => {
    for (const id of [...ids].sort()) await inTransaction(db, (tx) => run(tx, id))
  }

const ofFolders =
  (run: OwnerRepair): Step =>
  async (db, folders) => {
    const owners = await db.query<{ id: string }>(
      'select distinct owner_id as id from items where id = any($1::uuid[])',
      [folders],
    )
    await ownerByOwner(run)(
      db,
      owners.map(({ id }) => id),
    )
  }

/** The repairs, in their order: each step counts what the ones before have corrected. */
const steps: readonly (readonly [readonly FindingKind[], Step])[] = [
  [['size-of-item'], atOnce(sizeItems)],
  [['size-of-version'], atOnce(sizeVersions)],
  [['unreferenced-blob'], atOnce(release)],
  [['child-count'], atOnce(countChildren)],
  [['folder-size'], ofFolders(sizeFolders)],
  [['trash-size'], ownerByOwner(sizeTrash)],
  [['usage-drift', 'kind-drift', 'root-count', 'trash-count'], ownerByOwner(countUsage)],
]

/**
 * Sets right what follows from other rows: sizes, counters, and blobs without an item, which are deleted, while
 * the server runs. What follows from nothing else stays. `find`: the findings of these kinds at this moment.
 */
export const repair = async (db: Db, find: (kinds: readonly FindingKind[]) => Promise<Finding[]>): Promise<void> => {
  for (const [kinds, run] of steps) {
    const ids = [...new Set((await find(kinds)).map(({ id }) => id))]
    if (ids.length > 0) await run(db, ids)
  }
  await correctReservations(db)
}
