import type { Db, Tx } from '../../../platform/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import { type Folders, findNamed, lockNames, lockTree, requireItem, type Scope, type Trash } from '../../tree/index.ts'
import type { Move } from './move.ts'

/** A place for one item. */
interface Destination {
  /** Null: the root of the scope. */
  to: string | null
  name: string
  /**
   * Runs in the transaction that moves the item, with the item that has the name there, which goes to the trash; null: none has.
   * An error rejects the move.
   */
  checkReplaced(tx: Tx, existing: ItemRef | null): Promise<void>
}

interface RelocationDeps {
  db: Db
  moves: Move
  folders: Folders
  trash: Trash
}

/** Moves an item to a folder and a name in one transaction, as the calls of file systems do. */
export class Relocation {
  private readonly deps: RelocationDeps
  constructor(deps: RelocationDeps) {
    this.deps = deps
  }

  /** All or nothing. Errors as `Move.move`, `Folders.rename`, `Trash.remove` and `checkReplaced`. */
  async relocate(scope: Scope, item: ItemRef, { to, name, checkReplaced }: Destination): Promise<void> {
    const { db, moves, folders, trash } = this.deps
    await db.transaction(async (tx: Tx) => {
      await scope.lockPermission?.(tx)
      await lockTree(tx, scope.ownerId)
      await lockNames(tx, scope.ownerId)
      const existing = await findNamed(tx, to ?? scope.root ?? scope.ownerId, name)
      await checkReplaced(tx, existing)
      if (existing) await trash.moveToTrashIn(tx, scope, { items: [existing] })
      const { item: row } = await requireItem(tx, scope, item.id)
      // The name may be taken there until the next statement: then it is numbered for so long.
      if (row.parent_id !== (to ?? scope.root)) await moves.moveIn(tx, scope, { items: [item] }, to)
      const { item: placed } = await requireItem(tx, scope, item.id)
      if (placed.name !== name) await folders.renameIn(tx, scope, item.id, { name, type: item.type })
    })
  }
}
