import type { Tx } from '../../../platform/index.ts'
import type { ItemKind } from '../../tree/contract.ts'
import { addChildCount, bytesByKind, type KindBytes, kindSumsSql, storageErrors } from '../../tree/index.ts'
import { actionIdOf, type MergedFolder, type PlacedEntry, resolveCollisions } from './collisions.ts'
import type { OperationRow } from './operation.row.ts'

/** Copied bytes, in total and by kind. */
interface CopyBytes extends KindBytes {
  size: number
}

export const noCopiedBytes: CopyBytes = { size: 0, images: 0, videos: 0, audios: 0, documents: 0 }

/** Items that a statement copied. */
export interface CopyResult {
  n: number
  bytes: CopyBytes
  /** Ids of the copies in folders that existed before; empty for copies in new folders. */
  roots: string[]
}

/** SQL: random first 24 of the 36 characters of a copy's id. */
const idHead = 'left(gen_random_uuid()::text, 24)'
const idTail = (head: string, operation: string) => `left(md5(${operation}::text || ${head}), 12)`

/**
 * SQL: this operation created the item by copying. The end of a copy's id is a hash of its start and of the operation, so
 * that no column or row is needed to recognize a copy.
 */
const isCopyOf = (item: string, operation: string): string =>
  `right(${item}.id::text, 12) = ${idTail(`left(${item}.id::text, 24)`, operation)}`

/**
 * SQL: the copy operation created the item, which is unchanged since: a file may have been renamed, or an upload may have
 * replaced its content.
 */
export const isUnchangedCopy = (item: string, operation: string): string =>
  `${isCopyOf(item, operation)} and (${item}.is_folder or ${item}.updated_at = ${item}.created_at)`

const columns = `id, owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, color, emoji, modified_at`

/**
 * Inserts the copies of the items `picked`, placed by an action or null, and queues non-empty folders in the operation's
 * list.
 */
const insertSql = (placedBy: string) => `source as (
    select *, (head || ${idTail('head', '$1::uuid')})::uuid as new_id from picked
  ), made as (
    insert into items (${columns}, placed_by)
    select new_id, owner_id, $2::uuid, parent, is_folder, name, kind, size, blob_id, color, emoji, modified_at, ${placedBy} from source
    returning id, name as new_name
  ), queued as (
    insert into operation_items (operation_id, item_id, to_id)
    select $1::uuid, id, new_id from source where is_folder and child_count > 0
  )`

/**
 * SQL: excludes a folder that this operation made and that contains its own target folder: somebody has moved the target or
 * a copy into the source meanwhile, which would be copied without end.
 */
export const outsideOwnCopies = (item: string, op: string, to: string): string => `not (${item}.is_folder
    and ${item}.created_at >= ${op}.created_at and exists (
      with recursive up as (
        select u.id, u.parent_id from items u where u.id = ${to}
        union all select p.id, p.parent_id from up join items p on p.id = up.parent_id
      ) select from up where up.id = ${item}.id))`

const copyFoldersSql = `with picked as (
    select i.*, q.to_id as parent, ${idHead} as head
    from operation_items q join operations o on o.id = q.operation_id
      join items p on p.id = q.to_id join items i on i.parent_id = q.item_id
    where q.operation_id = $1 and q.position = any($3::bigint[]) and i.trashed_at is null and i.owner_id = $4
      and ${outsideOwnCopies('i', 'o', 'q.to_id')}
  ), ${insertSql('null')}, counted as (
    update items p set child_count = p.child_count + c.n
    from (select parent, count(*)::int as n from source group by parent) c where p.id = c.parent
  ), dealt as (
    delete from operation_items where operation_id = $1 and position = any($3::bigint[])
  ) select count(*) as n, coalesce(sum(size), 0) as size, ${kindSumsSql} from source`

/** Copies all children of some folders of the list and removes these folders from the list. */
export const copyFolders = async (tx: Tx, op: OperationRow, positions: number[]): Promise<CopyResult> => {
  const [made] = await tx.query<CopyBytes & { n: number }>(
    copyFoldersSql,
    [op.id, op.actor_id, positions, op.owner_id],
    'storage.copy-whole',
  )
  return { n: made?.n ?? 0, bytes: made ?? noCopiedBytes, roots: [] }
}

/** SQL: null for a copy beside its original, which always gets a number. */
const nameIfElsewhere = (name: string) => `case when s.parent_id is distinct from $3::uuid then ${name} end`

const copyItemsSql = `with picked as (
    select i.*, $3::uuid as parent, ${idHead} as head
    from unnest($4::uuid[]) with ordinality as w (id, position) join items i on i.id = w.id
    where i.owner_id = $5 and i.trashed_at is null order by w.position
  ), ${insertSql('$7::uuid')}, noted as (
    insert into operation_items (operation_id, from_id, to_id, old_name, new_name)
    select $1::uuid, new_id, $3::uuid, ${nameIfElsewhere('s.name')}, ${nameIfElsewhere('m.new_name')}
    from source s join made m on m.id = s.new_id where $6::boolean
  ) select new_id as id, size, kind from source`

/** Queues source folders whose children are copied into existing folders. */
const queueMerges = async (tx: Tx, op: OperationRow, merges: readonly MergedFolder[]): Promise<void> => {
  if (merges.length === 0) return
  await tx.query(
    `insert into operation_items (operation_id, item_id, to_id, outcome)
     select $1, w.id, w.to_id, 'merged' from unnest($2::uuid[], $3::uuid[]) as w (id, to_id)`,
    [op.id, merges.map(({ id }) => id), merges.map(({ into }) => into)],
  )
}

/** Records source files that are not copied. With `from_id`, as entries without it wait to be copied. */
const noteSkipped = async (tx: Tx, op: OperationRow, skipped: readonly PlacedEntry[]): Promise<void> => {
  if (skipped.length === 0) return
  await tx.query(
    `insert into operation_items (operation_id, from_id, outcome)
     select $1, w.id, 'skipped' from unnest($2::uuid[]) as w (id)`,
    [op.id, skipped.map(({ id }) => id)],
  )
}

/**
 * Copies these items, in this order, into the folder `parent` (null: the root). `merging`: it existed before, so that
 * `on_conflict` of the operation resolves name conflicts; without `on_conflict` the database numbers names.
 */
export const copyItemsInto = async (
  tx: Tx,
  op: OperationRow,
  ids: readonly string[],
  { parent, merging }: { parent: string | null; merging: boolean },
): Promise<CopyResult> => {
  const placements = ids.map((id, position) => ({ position, id, to: parent }))
  const resolved = merging ? await resolveCollisions(tx, op, placements) : null
  const placed = resolved?.placed ?? placements
  await queueMerges(tx, op, resolved?.merges ?? [])
  await noteSkipped(tx, op, resolved?.skipped ?? [])
  const made = await tx.query<{ id: string; size: number; kind: ItemKind }>(
    copyItemsSql,
    [op.id, op.actor_id, parent, placed.map(({ id }) => id), op.owner_id, merging, actionIdOf(op)],
    'storage.copy-listed',
  )
  await addChildCount(tx, op.owner_id, parent, made.length)
  const size = made.reduce((sum, row) => sum + row.size, 0)
  return { n: made.length, bytes: { ...bytesByKind(made), size }, roots: merging ? made.map(({ id }) => id) : [] }
}

/**
 * Charges copied bytes to the owner (D22), first from the operation's reservation. 423 when bytes beyond it, of
 * items added meanwhile, exceed the quota.
 */
export const chargeCopy = async (
  tx: Tx,
  op: OperationRow,
  { size, images, videos, audios, documents }: CopyBytes,
  limit: number | null,
): Promise<void> => {
  if (size === 0) return
  const reserved = Math.min(size, op.reserved_bytes)
  await tx.query('update operations set reserved_bytes = reserved_bytes - $2 where id = $1', [op.id, reserved])
  const rows = await tx.query(
    `update usage set used_bytes = used_bytes + $2::bigint, reserved_bytes = greatest(reserved_bytes - $3::bigint, 0),
       images_bytes = images_bytes + $5, videos_bytes = videos_bytes + $6, audios_bytes = audios_bytes + $7, documents_bytes = documents_bytes + $8 where user_id = $1
     and ($4::bigint is null or $2::bigint <= $3::bigint or used_bytes + reserved_bytes + $2::bigint - $3::bigint <= $4) returning 1`,
    [op.owner_id, size, reserved, limit, images, videos, audios, documents],
  )
  if (rows.length === 0) throw storageErrors.fail('quota-exceeded')
}
