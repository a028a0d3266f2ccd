import type { Tx } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'

const cycleSql = `with recursive up as (
    select id as start, parent_id, 0 as height from items where id = any($1::uuid[])
    union all
    select up.start, p.parent_id, up.height + 1 from up join items p on p.id = up.parent_id
    where up.height < 10000 and up.parent_id <> up.start
  ) select 1 from up where parent_id = start limit 1`

/**
 * Throws 422 `move-into-itself` when one of the folders that items entered is below itself. Call it after several items got
 * different parents at once: each move was valid in the tree before, but an item may have entered a folder that another move
 * took along. A cycle passes through such a folder; null is the root.
 */
export const requireNoCycle = async (tx: Tx, entered: readonly (string | null)[]): Promise<void> => {
  const folders = [...new Set(entered.filter((id) => id !== null))]
  if (folders.length > 0 && (await tx.query(cycleSql, [folders])).length > 0)
    throw storageErrors.fail('move-into-itself')
}
