import type { Sql } from '../../../platform/index.ts'

/**
 * Adds `by` to the number of active children of a folder, or of the owner's root when `parentId` is null. Call it in the
 * transaction that changes the rows, after changing them: `items` is locked first, `usage` last.
 */
export const addChildCount = async (sql: Sql, ownerId: string, parentId: string | null, by: number): Promise<void> => {
  if (by === 0) return
  if (parentId !== null) {
    await sql.query(
      'update items set child_count = child_count + $2 where id = $1',
      [parentId, by],
      'storage.add-children',
    )
    return
  }
  await sql.query(
    `insert into usage (user_id, root_count) values ($1, greatest($2, 0))
     on conflict (user_id) do update set root_count = usage.root_count + $2`,
    [ownerId, by],
    'storage.add-roots',
  )
}

/** Adds `by` to the number of trashed trees of an owner. */
export const addTrashCount = async (sql: Sql, ownerId: string, by: number): Promise<void> => {
  if (by === 0) return
  await sql.query(
    `insert into usage (user_id, trash_count) values ($1, greatest($2, 0))
     on conflict (user_id) do update set trash_count = usage.trash_count + $2`,
    [ownerId, by],
    'storage.add-trashed',
  )
}
