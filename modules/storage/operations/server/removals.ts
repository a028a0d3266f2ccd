import type { Tx } from '../../../platform/index.ts'
import type { RemoveInput, Scope, SelectedItems, Trash } from '../../tree/index.ts'
import { type OperationRow, storedScope } from './operation.row.ts'

/** Items that a removal has trashed, and the operation that undoes it; null when nothing was trashed. */
interface CompletedRemoval {
  trashedAt: Date | null
  operation: string | null
}

/**
 * Records the removal of active items that this transaction trashes next, with its `created_at` as their `trashed_at`. One
 * statement, so that the undo does not make removals slower. Null for an empty selection.
 */
const recordRemoval = async (
  tx: Tx,
  scope: Scope,
  selected: SelectedItems,
): Promise<Pick<OperationRow, 'id' | 'created_at'> | null> => {
  const [row] = await tx.query<Pick<OperationRow, 'id' | 'created_at'>>(
    `with listed as (
       select i.id, i.parent_id from items i
       where i.owner_id = $1 and i.trashed_at is null and ${selected.condition('i', 4)}
     ), recorded as (
       insert into operations (kind, owner_id, actor_id, scope, input, state, processed, total, prepared, background)
       select 'trash', $1, $2, $3, '{}', 'done', n, n, true, false from (select count(*)::int as n from listed) l where n > 0
       returning id, created_at
     ), entries as (
       insert into operation_items (operation_id, item_id, from_id) select r.id, l.id, l.parent_id from recorded r, listed l
     ) select id, created_at from recorded`,
    [scope.ownerId, scope.actor.userId, storedScope(scope), ...selected.values],
  )
  return row ?? null
}

/** Moves items to the trash or deletes them permanently, before the response. */
export class Removals {
  private readonly trash: Trash
  constructor(trash: Trash) {
    this.trash = trash
  }

  /**
   * As `Trash.remove`. Callers who may not restore from the trash undo their own removal by its operation. `check` runs in the
   * transaction before items are trashed; its error rejects the removal.
   */
  async remove(scope: Scope, input: RemoveInput, check?: (tx: Tx) => Promise<void>): Promise<CompletedRemoval> {
    let operation: string | null = null
    const trashedAt = await this.trash.remove(scope, input, async (tx, selected) => {
      await check?.(tx)
      const recorded = await recordRemoval(tx, scope, selected)
      operation = recorded?.id ?? null
      return recorded?.created_at ?? null
    })
    return { trashedAt, operation: trashedAt && operation }
  }
}
