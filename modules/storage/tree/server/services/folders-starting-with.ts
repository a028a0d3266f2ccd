import type { Sql } from '../../../../platform/index.ts'
import type { ItemEmoji } from '../../contract.ts'
import { headValueOf, indexRangeSql, type ListedView, listIndexes } from './list-range.ts'

/** Folders of one parent that are compared; their names are folded one by one, as no index has them in that form. */
const maxCompared = 10_000

/** A folder as a path names it. */
export interface NamedFolder {
  id: string
  name: string
  color: string | null
  emoji: ItemEmoji | null
}

/** $1 folder or owner, $2 owner, $3 beginning of the folded name, $4 number of rows. */
export const startingWithSql = (view: ListedView): string => {
  const order = { sort: 'name', direction: 'ASC' } as const
  const range = indexRangeSql({ view, order, folders: true, backward: false }, 'start')
  return `select i.id, i.name, i.color, i.emoji from (select i.* ${range} limit ${maxCompared}) i
    where i.${listIndexes[view.kind].head} = $1 and i.owner_id = $2 and i.is_folder
    and starts_with(search_fold(i.name), $3::text) order by i.name, i.id limit $4`
}

/**
 * The first `count` folders directly in a folder (null: the owner's root) whose folded name begins with `beginning`, by name;
 * of a parent with very many folders, among the first of them.
 */
export const foldersStartingWith = (
  sql: Sql,
  { owner, parent, beginning, count }: { owner: string; parent: string | null; beginning: string; count: number },
): Promise<NamedFolder[]> => {
  const view: ListedView = { kind: parent ? 'child' : 'top', owner, parent }
  return sql.query<NamedFolder>(
    startingWithSql(view),
    [headValueOf(view), owner, beginning, count],
    `storage.starting-with.${view.kind}`,
  )
}
