import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { maxDepth } from '../../tree/contract.ts'

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

/** Folders among `$1`, which have entered others, with folders below the deepest level that are in them or are themselves. */
const tooDeepSql = `with recursive up as (
    select i.id as start, i.parent_id, 1 as level from items i where i.id = any($1::uuid[]) and i.is_folder
    union all
    select up.start, p.parent_id, up.level + 1 from up join items p on p.id = up.parent_id where up.level < 10000
  ), down as (
    select start as id, start, max(level) as level from up group by start
    union all
    select c.id, down.start, down.level + 1 from down join items c on c.parent_id = down.id
    where c.is_folder and down.level <= ${maxDepth} and c.id <> all($1::uuid[])
  ) select distinct start as id from down where level > ${maxDepth}`

/** Placed items that must not stay where they are now. The others are right without them, or are to be asked for again. */
interface Misplaced {
  stranded: ReadonlySet<string>
  /** Those below the deepest level, which moves do not allow either. */
  tooDeep: ReadonlySet<string>
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** `entered`: those of the placed items `ids` that have entered another folder. */
export const misplacedItems = async (
  tx: Tx,
  op: OperationRow,
  ids: readonly string[],
  entered: readonly string[],
): Promise<Misplaced> => {
  const stranded = ids.length === 0 ? [] : await tx.query<{ id: string }>(strandedSql, [ids, op.scope.root])
  // Levels are counted without circles only.
  const tooDeep =
    stranded.length > 0 || entered.length === 0 ? [] : await tx.query<{ id: string }>(tooDeepSql, [entered])
  return { stranded: idsOf(stranded), tooDeep: idsOf(tooDeep) }
}
