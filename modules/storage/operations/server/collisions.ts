import type { Tx } from '../../../platform/index.ts'
import { allow, isNamed, onlyIds, throwAway } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

/** An entry of an operation's list and the folder it goes into; null is the owner's root. */
export interface Placing {
  position: number
  id: string
  to: string | null
}

export interface Merge {
  position: number
  id: string
  /** Folder of the same name that takes what is in this one. */
  into: string
}

export interface Resolved {
  /** They go where they were to go; the database numbers names that are taken. */
  placed: Placing[]
  merges: Merge[]
  /** They stay where they are. */
  skipped: Placing[]
}

/** A live item of the same name and type; one that is on its way itself does not count. */
const named = `select w.position, i.is_folder, x.id as existing
  from unnest($2::bigint[], $3::uuid[], $4::uuid[]) as w (position, id, to_id)
  join items i on i.id = w.id
  cross join lateral (
    select x.id from items x where ${isNamed('x', 'coalesce(w.to_id, $1)', 'i.name')}
    and x.is_folder = i.is_folder and x.owner_id = $1 and x.id <> all($3::uuid[])
  ) x`

interface Named {
  position: number
  is_folder: boolean
  existing: string
}

/** The files that give way go to the trash, with the operation's time, and are on its list so that its undo brings them back. */
export const replaceFiles = async (tx: Tx, op: OperationRow, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  for (const id of ids) allow(op.scope, 'trash', { id, owner_id: op.owner_id })
  await throwAway(tx, op.scope, onlyIds([...ids]), op.created_at)
  await tx.query(
    `insert into operation_items (operation_id, item_id, from_id, outcome)
     select $1, id, id, 'replaced' from unnest($2::uuid[]) as w (id)`,
    [op.id, ids],
  )
}

/**
 * Decides about names that are taken (API.md D50). `replace` and `skip` are about files; under them and under `merge`
 * folders of one name become one, and what meets inside them is decided alike. Without a wish everything is placed. Call it
 * with the owner's names locked.
 */
export const resolveCollisions = async (tx: Tx, op: OperationRow, placings: readonly Placing[]): Promise<Resolved> => {
  const wish = op.input.onConflict ?? 'keep-both'
  if (wish === 'keep-both' || placings.length === 0) return { placed: [...placings], merges: [], skipped: [] }
  const rows = await tx.query<Named>(named, [
    op.owner_id,
    placings.map(({ position }) => position),
    placings.map(({ id }) => id),
    placings.map(({ to }) => to),
  ])
  const taken = new Map(rows.map((row) => [row.position, row]))
  const placed: Placing[] = []
  const merges: Merge[] = []
  const skipped: Placing[] = []
  const replaced = new Set<string>()
  for (const placing of placings) {
    const found = taken.get(placing.position)
    if (found?.is_folder) merges.push({ position: placing.position, id: placing.id, into: found.existing })
    else if (found && wish === 'skip') skipped.push(placing)
    else {
      if (found && wish === 'replace') replaced.add(found.existing)
      placed.push(placing)
    }
  }
  await replaceFiles(tx, op, [...replaced])
  return { placed, merges, skipped }
}
