import type { Db, Tx } from '../../../platform/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import {
  type Folders,
  findNamed,
  type ItemAnnotations,
  lockNames,
  lockTree,
  requireItem,
  type Scope,
  type Trash,
} from '../../tree/index.ts'
import type { Move } from './move.ts'
import { planReplacement, removeReplacing, replaceByFile } from './replace-by-file.ts'

/** A place for one item. */
interface Destination {
  /** Null: the root of the scope. */
  to: string | null
  name: string
  /** Versions of a file that the installation keeps. */
  versions: number
  /**
   * Runs in the transaction that moves the item, with the item that has the name there; null: none has. An error rejects the move.
   */
  checkReplaced(tx: Tx, existing: ItemRef | null): Promise<void>
  /** Runs in it where the file `from` ends because another one, `to`, goes on with its content. */
  onReplaced(tx: Tx, from: string, to: string): Promise<void>
}

interface RelocationDeps {
  db: Db
  moves: Move
  folders: Folders
  trash: Trash
  annotations: ItemAnnotations
}

/** Moves an item to a folder and a name in one transaction, as the calls of file systems do. */
export class Relocation {
  private readonly deps: RelocationDeps
  constructor(deps: RelocationDeps) {
    this.deps = deps
  }

  /**
   * All or nothing. What has the name goes to the trash; a file that a file replaces stays, with the new content. Errors as
   * `Move.move`, `Folders.rename`, `Trash.remove` and those of the destination.
   */
  async relocate(scope: Scope, item: ItemRef, destination: Destination): Promise<void> {
    const { db, moves, folders, trash, annotations } = this.deps
    const { to, name, versions, checkReplaced, onReplaced } = destination
    await db.transaction(async (tx: Tx) => {
      await scope.lockPermission?.(tx)
      await lockTree(tx, scope.ownerId)
      await lockNames(tx, scope.ownerId)
      const existing = await findNamed(tx, to ?? scope.root ?? scope.ownerId, name)
      await checkReplaced(tx, existing)
      const { item: row } = await requireItem(tx, scope, item.id)
      const planned = existing && (await planReplacement(tx, scope, row, existing.id, versions))
      // Links of the moved file would end with it.
      const replacement = planned && (await annotations.isBound(tx, item.id)) ? null : planned
      if (existing && !replacement) await trash.moveToTrashIn(tx, scope, { items: [existing] })
      if (replacement) await onReplaced(tx, item.id, replacement.target.id)
      const freed = replacement ? await replaceByFile(tx, replacement, versions) : []
      // The name may be taken there until the next statement: then it is numbered for so long.
      if (row.parent_id !== (to ?? scope.root)) await moves.moveIn(tx, scope, { items: [item] }, to)
      if (replacement) {
        await removeReplacing(tx, replacement, freed)
        return
      }
      const { item: placed } = await requireItem(tx, scope, item.id)
      if (placed.name !== name) await folders.renameIn(tx, scope, item.id, { name, type: item.type })
    })
  }
}
