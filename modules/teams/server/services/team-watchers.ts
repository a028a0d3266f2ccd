import type { Db } from '../../../platform/index.ts'
import type { FolderWatcher } from '../deps.ts'

/** Members of the team folders that contain the changed folders $2 of owner $1. */
const watchersSql = `with recursive up as (
    select id as folder, id, parent_id, 0 as height from item_summaries where id = any($2::uuid[])
    union all
    select up.folder, p.id, p.parent_id, up.height + 1 from up join item_summaries p on p.id = up.parent_id
    where up.height < 10000
  )
  select distinct up.folder as "parentId", m.user_id as "userId"
  from up join team_folders t on t.folder_id = up.id and t.owner_id = $1 join team_members m on m.folder_id = t.folder_id`

/** Members who see changes in folders of an account. Owners without team folders cost one small query. */
export const findTeamWatchers = async (
  db: Db,
  ownerId: string,
  parentIds: readonly (string | null)[],
): Promise<FolderWatcher[]> => {
  const ids = parentIds.filter((id) => id !== null)
  if (ids.length === 0) return []
  const owned = await db.query('select 1 from team_folders where owner_id = $1 limit 1', [ownerId], 'teams.owns-any')
  return owned.length === 0 ? [] : db.query<FolderWatcher>(watchersSql, [ownerId, ids], 'teams.watchers')
}
