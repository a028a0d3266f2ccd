import type { Sql, Tx } from '../../../../platform/index.ts'
import type { ParentRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Scope } from '../scope.ts'

/** An item with the folders above it. */
export interface ItemLocation {
  item: ItemRow
  /** Folders above it within the scope, topmost first; of a trashed item those within the trash, which lists the topmost. */
  path: ParentRef[]
  /** The item or a folder above it is in the trash. */
  trashed: boolean
  /** When it was trashed, itself or last with a folder above it. */
  trashedAt: Date | null
  /** Level in the tree; 1 at the owner's root. */
  depth: number
}

/** Stops the walk when the data has a cycle. New trees have at most 64 levels; imported ones may have more. */
const maxAncestors = 10_000

const upwards = `with recursive up as (
    select id, parent_id, 0 as height from items where id = $1 and owner_id = $2
    union all
    select p.id, p.parent_id, up.height + 1 from up join items p on p.id = up.parent_id where up.height < ${maxAncestors}
  )
  select ${itemColumns}, up.height from up join items i on i.id = up.id ${itemJoins('$3')} order by up.height desc`

const refOf = ({ id, name, color, emoji }: ItemRow): ParentRef => ({ id, name, color, emoji })

/** Location of an item, trashed or not; null when it is unknown or outside the scope. */
export const findItem = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation | null> => {
  const chain = await sql.query<ItemRow>(upwards, [id, scope.ownerId, scope.actor.userId], 'storage.find-item')
  const item = chain.at(-1)
  if (!item || chain[0]?.parent_id !== null) return null
  const top = scope.root === null ? 0 : chain.findIndex((row) => row.id === scope.root)
  if (top < 0) return null
  const trashRoot = chain.findLastIndex((row) => row.trashed_at !== null)
  const trashedAt = chain[trashRoot]?.trashed_at ?? null
  return {
    item,
    path: chain.slice(Math.max(top, trashRoot), -1).map(refOf),
    trashed: trashedAt !== null,
    trashedAt,
    depth: chain.length,
  }
}

/** Location of an active item within the scope; 404 `item-not-found` otherwise. */
export const requireItem = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation> => {
  const location = await findItem(sql, scope, id)
  if (!location || location.trashed) throw storageErrors.fail('item-not-found')
  return location
}

/**
 * An active folder as parent or target. `id` null means the root of the scope; the result is null for the owner's root.
 * 404 `parent-not-found` when it is unknown, outside the scope, trashed or a file.
 */
export const requireFolder = async (sql: Sql, scope: Scope, id: string | null): Promise<ItemLocation | null> => {
  const wanted = id ?? scope.root
  if (wanted === null) return null
  const location = await findItem(sql, scope, wanted)
  if (!location || location.trashed || !location.item.is_folder) throw storageErrors.fail('parent-not-found')
  return location
}

/** Keeps an active folder from being removed until the transaction ends; 404 when it was removed meanwhile. */
export const lockFolder = async (tx: Tx, id: string): Promise<void> => {
  const locked = await tx.query(
    'select id from items where id = $1 and trashed_at is null for no key update',
    [id],
    'storage.lock-folder',
  )
  if (locked.length === 0) throw storageErrors.fail('parent-not-found')
}
