import type { Tx } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { resolveSelection, topmostOnly } from '../../tree/index.ts'
import { type CopyResult, copyItemsInto, noCopiedBytes } from './copy-rows.ts'
import type { OperationRow } from './operation.row.ts'
import { requireDepth } from './require-depth.ts'

/** Starts the copy: queues the folder of a selection, or copies the items of a list. */
export const startCopy = async (tx: Tx, op: OperationRow, scope: Scope): Promise<CopyResult> => {
  await tx.query('update operations set prepared = true where id = $1', [op.id])
  const { targets } = op.input
  if (!targets || targets.selection) {
    await tx.query('insert into operation_items (operation_id, item_id, to_id) values ($1, $2, $3)', [
      op.id,
      targets?.selection?.parent_id ?? scope.root,
      op.target_folder_id,
    ])
    return { n: 0, bytes: noCopiedBytes, roots: [] }
  }
  const selected = topmostOnly(await resolveSelection(tx, scope, targets))
  const rows = await tx.query<{ id: string; parent_id: string | null; is_folder: boolean }>(
    `select id, parent_id, is_folder from items where id = any($1::uuid[]) and trashed_at is null
     order by is_folder desc, name, id`,
    [selected.ids],
  )
  const sources = rows.flatMap(({ is_folder, parent_id }) => (is_folder ? [parent_id] : []))
  await requireDepth(
    tx,
    op.owner_id,
    [...new Set(sources)].map((item_id) => ({ item_id, to_id: op.target_folder_id })),
  )
  return copyItemsInto(
    tx,
    op,
    rows.map(({ id }) => id),
    { parent: op.target_folder_id, merging: true },
  )
}
