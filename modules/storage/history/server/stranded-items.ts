import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'

/**
 * Placed items `$1` that are in the trash by their folders, not within the scope `$2`, or in a folder that is below themselves; of items
 * that are in each other, the last one.
 */
const strandedSql = `with recursive up as (
    select w.id as start, w.nth, i.id, i.parent_id, i.trashed_at
    from unnest($1::uuid[]) with ordinality as w (id, nth) join items i on i.id = w.id
    union
    select up.start, up.nth, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id
  ), paths as (
    select start, nth, bool_or(trashed_at is not null) or $2::uuid is not null and not bool_or(id = $2) as is_outside,
      bool_or(parent_id = start) as is_circle, min(id::text) as circle
    from up group by start, nth
  ) select start as id from paths where is_outside
    union select id from (
      select distinct on (circle) start as id from paths where is_circle and not is_outside order by circle, nth desc
    ) last`

/** Ids of placed items that must not stay where they are now. The others are right without them, or are to be asked for again. */
export const strandedItems = async (tx: Tx, op: OperationRow, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(strandedSql, [ids, op.scope.root])
  return new Set(rows.map(({ id }) => id))
}
