import type { Sql } from '../../../platform/index.ts'

/** Above this many folders the search checks each candidate's path instead of listing the folders. */
export const maxFolders = 100_000

/** Active folders of an owner and their active descendants; null when there are more than `limit`. */
export const foldersBelow = async (
  sql: Sql,
  ownerId: string,
  roots: readonly string[],
  limit = maxFolders,
): Promise<string[] | null> => {
  const rows = await sql.query<{ id: string }>(
    `with recursive down as (
       select id from items where id = any($2::uuid[]) and owner_id = $1 and trashed_at is null
       union
       select c.id from down join items c on c.owner_id = $1 and c.parent_id = down.id and c.is_folder and c.trashed_at is null
     ) select id from down limit $3`,
    [ownerId, roots, limit + 1],
    'storage.search.below',
  )
  return rows.length > limit ? null : rows.map(({ id }) => id)
}
