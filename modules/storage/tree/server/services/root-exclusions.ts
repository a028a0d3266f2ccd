import type { Sql, Tx } from '../../../../platform/index.ts'

/**
 * SQL: the item is not one that another module lists instead of the owner's root. `owner` is a placeholder. The ids are
 * read once for each statement, so that the scan of the index stays as it is.
 */
export const notExcluded = (alias: string, owner: string): string =>
  `${alias}.id <> all(array(select x.item_id from root_exclusions x where x.owner_id = ${owner}))`

/** SQL: another module lists the item instead of its owner's root, wherever it is. */
export const isExcluded = (alias: string): string =>
  `exists (select from root_exclusions e where e.item_id = ${alias}.id)`

/**
 * SQL: lists show the item in its folder, unlike one at its owner's root that another module lists. Only such a folder may
 * be found by its name: content must not get into a folder of other people that no one chose.
 */
export const isListed = (alias: string): string => `(${alias}.parent_id is not null or not ${isExcluded(alias)})`

/** SQL: how many active items at the owner's root are excluded from its list. `owner` is a placeholder. */
export const countExcluded = (owner: string): string =>
  `(select count(*)::int from root_exclusions x join items i on i.id = x.item_id
    where x.owner_id = ${owner} and i.parent_id is null and i.trashed_at is null)`

const excludedWithinSql = `with recursive folders as (
    select id from items where id = any($2::uuid[]) and is_folder
  ), up as (
    select x.item_id, x.item_id as id from root_exclusions x where x.owner_id = $1 and exists (select from folders)
    union
    select up.item_id, i.parent_id from up join items i on i.id = up.id where i.parent_id is not null
  ) select distinct up.item_id as id from up join folders f on f.id = up.id`

/** Ids among these items and the items below them that another module lists instead of the owner's root. */
export const excludedWithin = async (sql: Sql, ownerId: string, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await sql.query<{ id: string }>(excludedWithinSql, [ownerId, ids], 'storage.excluded-within')
  return rows.map(({ id }) => id)
}

/** Whether another module lists the folder instead of the owner's root. */
export const isExcludedFromRoot = async (sql: Sql, itemId: string): Promise<boolean> =>
  (await sql.query('select 1 from root_exclusions where item_id = $1', [itemId], 'storage.is-excluded')).length > 0

/** Leaves the folder out of the owner's root, because another module lists it from now on; all else about it stays. */
export const excludeFromRoot = async (tx: Tx, ownerId: string, itemId: string): Promise<void> => {
  await tx.query('insert into root_exclusions (item_id, owner_id) values ($1, $2) on conflict do nothing', [
    itemId,
    ownerId,
  ])
}

/** The owner's root lists the folder again. */
export const includeInRoot = async (tx: Tx, itemId: string): Promise<void> => {
  await tx.query('delete from root_exclusions where item_id = $1', [itemId])
}

/** All folders of the owner that another module lists instead of the root. */
export const excludedOf = async (sql: Sql, ownerId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'select item_id as id from root_exclusions where owner_id = $1',
    [ownerId],
    'storage.excluded-of',
  )
  return rows.map(({ id }) => id)
}
