import type { Sql } from '../../../platform/index.ts'
import type { LossReason, RestorePreview } from '../contract.ts'
import { folderKey, stateAt } from './state-at.ts'

/** Losses that a preview names. */
const maxLosses = 20

/** SQL: entries of the operation `$1` to place, as `i` with its state `was` at the time `$2`. `version`: it has the content of then. */
const placedSql = `from operation_items e join items i on i.id = e.item_id join ${stateAt('i.id', '$2')} on true
    left join blobs b on b.id = i.blob_id
    cross join lateral (select b.sha256 is distinct from was.content as differs, exists (
      select from item_versions v join blobs vb on vb.id = v.blob_id where v.item_id = i.id and vb.sha256 = was.content
    ) as has_version) c
  where e.operation_id = $1 and e.action = 'place'`

const countsSql = `select count(*) filter (where c.differs and c.has_version)::int as contents,
    count(*) filter (where i.trashed_at is null and i.merged_by is null and ${folderKey('i')} <> was.folder_id)::int as moved,
    count(*) filter (where i.name collate "C" <> was.name collate "C")::int as renamed,
    count(*) filter (where i.trashed_at is not null or i.merged_by is not null)::int as restored,
    count(*) filter (where c.differs and not c.has_version)::int as lost
  ${placedSql}`

const othersSql = `select count(*) filter (where action = 'trash')::int as trashed, count(*) filter (where action = 'leave')::int as moved,
    count(*) filter (where action in ('deleted', 'folder-deleted', 'moved-away'))::int as lost
  from operation_items where operation_id = $1`

/** $3: whether the caller may know what was moved away. */
const lossesSql = `(select e.item_id as id, e.old_name as name, e.action as reason from operation_items e
    where e.operation_id = $1 and (e.action in ('deleted', 'folder-deleted') or $3 and e.action = 'moved-away')
    order by e.position limit ${maxLosses})
  union all
  (select i.id, was.name, 'version-deleted' ${placedSql} and c.differs and not c.has_version limit ${maxLosses})
  limit ${maxLosses}`

/** Counts the changes of a complete list. */
export const countChanges = async (
  sql: Sql,
  { id, at, isOwner }: { id: string; at: string; isOwner: boolean },
): Promise<RestorePreview> => {
  type Counts = Omit<RestorePreview, 'losses'>
  const [placed] = await sql.query<Counts>(countsSql, [id, at])
  const [others] = await sql.query<Pick<Counts, 'trashed' | 'moved' | 'lost'>>(othersSql, [id])
  const losses = await sql.query<{ id: string; name: string; reason: LossReason }>(lossesSql, [id, at, isOwner])
  const { contents = 0, moved = 0, renamed = 0, restored = 0, lost = 0 } = placed ?? {}
  return {
    contents,
    moved: moved + (others?.moved ?? 0),
    renamed,
    restored,
    trashed: others?.trashed ?? 0,
    lost: lost + (others?.lost ?? 0),
    losses,
  }
}
