/** SQL: the folder with this id, or one around it, is in the trash. `trashed_at` is set on the root of a trashed tree only. */
export const inTrashSql = (folderId: string): string => `exists (
    with recursive around as (
      select id, parent_id, trashed_at, 0 as height from item_summaries where id = ${folderId}
      union all
      select p.id, p.parent_id, p.trashed_at, around.height + 1 from around join item_summaries p on p.id = around.parent_id
      where around.trashed_at is null and around.height < 10000
    ) select from around where trashed_at is not null
  )`
