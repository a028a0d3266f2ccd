import type { Sql, Tx } from '../../../platform/index.ts'
import type { SelectedItems } from '../../tree/index.ts'
import {
  allow,
  isExcluded,
  isListed,
  isNamedSql,
  markTrashed,
  selectionOfIds,
  storageErrors,
  trashedParents,
} from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** An entry of an operation's list and its target folder; null is the owner's root. */
export interface PlacedEntry {
  position: number
  id: string
  to: string | null
}

export interface MergedFolder {
  position: number
  id: string
  /** Existing folder of the same name, which receives the children. */
  into: string
}

interface ResolvedCollisions {
  /** Entries to put into their target; the database numbers names that are taken. */
  placed: PlacedEntry[]
  merges: MergedFolder[]
  /** Entries that stay where they are. */
  skipped: PlacedEntry[]
}

/** Id of the action that the operation is, or is a part of: `placed_by` of the items that it places. */
export const actionIdOf = ({ id, input }: Pick<OperationRow, 'id' | 'input'>): string => input.targets?.action_id ?? id

/**
 * SQL: `i` must not be merged into another folder, which would remove it, because another module lists it. Copies do not
 * remove their source.
 */
const stays = (kind: OperationRow['kind']): string => (kind === 'copy' ? 'false' : isExcluded('i'))

/**
 * Active items of the same name and type in the target, except items of the list itself and items that the action placed.
 */
const conflictsSql = (kind: OperationRow['kind']) => `select w.position, i.name, i.is_folder, x.id as existing
  from unnest($2::bigint[], $3::uuid[], $4::uuid[]) as w (position, id, to_id)
  join items i on i.id = w.id
  cross join lateral (
    select x.id from items x where ${isNamedSql('x', 'coalesce(w.to_id, $1)', 'i.name')}
    and x.is_folder = i.is_folder and ${isListed('x')} and x.owner_id = $1 and x.id <> all($3::uuid[])
    and x.placed_by is distinct from $5::uuid
  ) x where not ${stays(kind)}`

interface TakenName {
  name: string
  is_folder: boolean
}
interface NameConflict extends TakenName {
  position: number
  existing: string
}

/** Maximum number of names in the body of a 409. */
const maxNames = 5

const nameConflict = (taken: readonly TakenName[]): Error => {
  const folders = taken.filter((conflict) => conflict.is_folder)
  const files = taken.filter((conflict) => !conflict.is_folder)
  const names = [...folders, ...files].slice(0, maxNames).map(({ name }) => name)
  const body = { files: files.length, folders: folders.length, names }
  return storageErrors.fail('name-conflict', { body })
}

/**
 * Target folder of selected items: SQL over `i` whose placeholders begin at `$3`, with the owner's id (`$1`) for the root.
 */
interface Destination {
  folder: string
  values: readonly unknown[]
}

/**
 * Throws 409 `name-conflict` when the target folders of selected items have active items of the same names and types. Items
 * that `action` has placed there do not count.
 */
const requireFreeIn = async (
  sql: Sql,
  ownerId: string,
  selected: SelectedItems,
  { folder, values }: Destination,
  { kind, action }: { kind: OperationRow['kind']; action: string | undefined },
): Promise<void> => {
  const taken = await sql.query<TakenName>(
    `select i.name, i.is_folder from items i
     where i.owner_id = $1 and ${selected.condition('i', 3 + values.length)} and not ${stays(kind)} and exists (
       select from items x where ${isNamedSql('x', folder, 'i.name')} and x.is_folder = i.is_folder and x.id <> i.id and ${isListed('x')}
       and ($2::uuid is null or x.placed_by is distinct from $2)
     ) order by i.name`,
    [ownerId, action ?? null, ...values, ...selected.values],
  )
  if (taken.length > 0) throw nameConflict(taken)
}

/** `requireFreeIn` for one folder; null is the root. */
export const requireFreeNames = (
  sql: Sql,
  ownerId: string,
  selected: SelectedItems,
  { to, ...action }: { kind: 'move' | 'copy'; to: string | null; action: string | undefined },
): Promise<void> => requireFreeIn(sql, ownerId, selected, { folder: 'coalesce($3, $1)', values: [to] }, action)

/**
 * `requireFreeIn` for items of the trash, each of which returns to its former folder or to the root, as `restoreBatch` does.
 */
export const requireFreeFormerNames = async (
  sql: Sql,
  ownerId: string,
  selected: SelectedItems,
  { toHome, action }: { toHome: boolean; action: string | undefined },
): Promise<void> => {
  const unavailable = toHome ? [] : await trashedParents(sql, selected)
  const isHome = '$3::boolean or i.trashed_at is null or i.parent_id = any($4::uuid[])'
  const folder = `coalesce(case when ${isHome} then null else i.parent_id end, $1)`
  await requireFreeIn(sql, ownerId, selected, { folder, values: [toHome, unavailable] }, { kind: 'restore', action })
}

/** Trashes replaced files with the operation's time and records them, so that its undo restores them. */
const replaceFiles = async (tx: Tx, op: OperationRow, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  for (const id of ids) allow(op.scope, 'trash', { id, owner_id: op.owner_id })
  await markTrashed(tx, op.scope, selectionOfIds([...ids]), op.created_at)
  await tx.query(
    `insert into operation_items (operation_id, item_id, from_id, outcome)
     select $1, id, id, 'replaced' from unnest($2::uuid[]) as w (id)`,
    [op.id, ids],
  )
}

/**
 * Resolves name conflicts (D50). `replace` and `skip` apply to files; with them and with `merge`, folders of one
 * name are merged, and conflicts inside are resolved in the same way. Without `on_conflict` all entries are placed; with
 * `ask` a conflict is 409 `name-conflict`. Call it with the owner's names locked.
 */
export const resolveCollisions = async (
  tx: Tx,
  op: OperationRow,
  placements: readonly PlacedEntry[],
): Promise<ResolvedCollisions> => {
  const onConflict = op.input.onConflict ?? 'keep-both'
  if (onConflict === 'keep-both' || placements.length === 0) return { placed: [...placements], merges: [], skipped: [] }
  const rows = await tx.query<NameConflict>(conflictsSql(op.kind), [
    op.owner_id,
    placements.map(({ position }) => position),
    placements.map(({ id }) => id),
    placements.map(({ to }) => to),
    actionIdOf(op),
  ])
  if (onConflict === 'ask' && rows.length > 0) throw nameConflict(rows)
  const taken = new Map(rows.map((row) => [row.position, row]))
  const placed: PlacedEntry[] = []
  const merges: MergedFolder[] = []
  const skipped: PlacedEntry[] = []
  const replaced = new Set<string>()
  for (const placement of placements) {
    const conflict = taken.get(placement.position)
    if (conflict?.is_folder) merges.push({ position: placement.position, id: placement.id, into: conflict.existing })
    else if (conflict && onConflict === 'skip') skipped.push(placement)
    else {
      if (conflict && onConflict === 'replace') replaced.add(conflict.existing)
      placed.push(placement)
    }
  }
  await replaceFiles(tx, op, [...replaced])
  return { placed, merges, skipped }
}
