import type { Sql, Tx } from '../../../../platform/index.ts'
import type { ParentRef } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Scope } from '../scope.ts'

/** Where an item is: itself, the way to it, and whether that way leads through the trash. */
export interface ItemLocation {
  item: ItemRow
  /** Folders above it within the scope, topmost first. */
  path: ParentRef[]
  /** It or a folder above it is in the trash. */
  trashed: boolean
  /** 1 directly at the owner's root. */
  depth: number
}

/** Deeper than any tree we make (64); trees of old data may be deeper, endless ones cannot be. */
const stepLimit = 10_000

const upwards = `with recursive up as (
    select id, parent_id, 0 as height from items where id = $1 and owner_id = $2
    union all
    select p.id, p.parent_id, up.height + 1 from up join items p on p.id = up.parent_id where up.height < ${stepLimit}
  )
  select ${itemColumns}, up.height from up join items i on i.id = up.id ${itemJoins('$3')} order by up.height desc`

const refOf = ({ id, name, color, emoji }: ItemRow): ParentRef => ({ id, name, color, emoji })

/** The place of an item, trashed or not; null when it is unknown or out of reach. */
export const findItem = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation | null> => {
  const chain = await sql.query<ItemRow>(upwards, [id, scope.ownerId, scope.actor.userId], 'storage.locate')
  const item = chain.at(-1)
  if (!item || chain[0]?.parent_id !== null) return null
  const top = scope.root === null ? 0 : chain.findIndex((row) => row.id === scope.root)
  if (top < 0) return null
  return {
    item,
    path: chain.slice(top, -1).map(refOf),
    trashed: chain.some((row) => row.trashed_at !== null),
    depth: chain.length,
  }
}

/** A live item in reach, or 404 `item-not-found`. */
export const requireItem = async (sql: Sql, scope: Scope, id: string): Promise<ItemLocation> => {
  const location = await findItem(sql, scope, id)
  if (!location || location.trashed) throw storageErrors.fail('item-not-found')
  return location
}

/**
 * A live folder as parent or target; `id` null means the top of the scope, which is null for the owner's root.
 * 404 `parent-not-found` when unknown, out of reach, trashed or a file.
 */
export const requireFolder = async (sql: Sql, scope: Scope, id: string | null): Promise<ItemLocation | null> => {
  const wanted = id ?? scope.root
  if (wanted === null) return null
  const location = await findItem(sql, scope, wanted)
  if (!location || location.trashed || !location.item.is_folder) throw storageErrors.fail('parent-not-found')
  return location
}

/** Keeps a live folder that was found before from going away until the transaction ends; 404 when it has gone since. */
export const lockFolder = async (tx: Tx, id: string): Promise<void> => {
  const held = await tx.query(
    'select id from items where id = $1 and trashed_at is null for no key update',
    [id],
    'storage.hold-folder',
  )
  if (held.length === 0) throw storageErrors.fail('parent-not-found')
}
