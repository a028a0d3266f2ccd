import type { Tx } from '../../../platform/index.ts'
import { maxDepth } from '../../tree/contract.ts'
import { storageErrors } from '../../tree/index.ts'

/** SQL: level of a folder in the tree; 0 of null, the root. */
const levelOf = (folder: string) => `(with recursive up as (
    select parent_id, 1 as level from items where id = ${folder}
    union all select p.parent_id, up.level + 1 from up join items p on p.id = up.parent_id where up.level < 10000
  ) select coalesce(max(level), 0) from up)`

const hasFolder = (parent: string) =>
  `exists (select from items c where ${parent} and c.is_folder and c.trashed_at is null)`

const tooDeepSql = `select from unnest($1::uuid[], $2::uuid[]) as w (source, target)
  where ${levelOf('w.target')} >= ${maxDepth} and ${levelOf('w.target')} > ${levelOf('w.source')}
    and case when w.source is null then ${hasFolder('c.owner_id = $3 and c.parent_id is null')}
      else ${hasFolder('c.parent_id = w.source')} end
  limit 1`

/**
 * Throws 422 `max-depth-exceeded` when copies of the folders in a source (`item_id`) would be below 64 levels in their
 * target (`to_id`), unless the source is as deep itself. The result holds while the caller holds the lock of the owner's
 * names.
 */
export const requireDepth = async (
  tx: Tx,
  ownerId: string,
  copied: readonly { item_id: string | null; to_id: string | null }[],
): Promise<void> => {
  const sources = copied.map(({ item_id }) => item_id)
  const targets = copied.map(({ to_id }) => to_id)
  if ((await tx.query(tooDeepSql, [sources, targets, ownerId], 'storage.copy-depth')).length > 0)
    throw storageErrors.fail('max-depth-exceeded', { field: 'to_id', values: { limit: maxDepth } })
}
