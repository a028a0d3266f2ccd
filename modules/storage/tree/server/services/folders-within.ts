import type { Sql } from '../../../../platform/index.ts'

interface Step {
  id: string
  parent_id: string | null
}

/** Up to the root of each folder's trashed tree. Without the starting folder in the rows, siblings share their ancestors. */
export const treesUpSql = `with recursive up as (
    select id, parent_id, trashed_at from items where id = any($1::uuid[])
    union
    select p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id where up.trashed_at is null
  ) select id, parent_id from up`

/**
 * Folders that are among the roots of trashed trees or still belong to their trees, in the order of `folders`. A folder that
 * was restored, moved out or trashed by itself since the list was read belongs to them no more, nor do the folders below it.
 */
export const foldersWithin = async (
  sql: Sql,
  folders: readonly string[],
  roots: ReadonlySet<string>,
): Promise<string[]> => {
  if (folders.length === 0 || roots.size === 0) return []
  const steps = await sql.query<Step>(treesUpSql, [folders], 'storage.trees-up')
  const parents = new Map(steps.map(({ id, parent_id }) => [id, parent_id]))
  const isWithin = (folder: string): boolean => {
    for (let id: string | null = folder; id !== null; id = parents.get(id) ?? null) if (roots.has(id)) return true
    return false
  }
  return folders.filter(isWithin)
}
