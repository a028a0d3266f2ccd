import type { Db } from '../../../../platform/index.ts'
import { foldText } from '../../../../shared/contract.ts'
import { listPage } from './list-page.ts'
import type { ListedView } from './list-range.ts'
import { sortColumns } from './sorting.ts'

/** Sorts before all ids. */
const noId = '00000000-0000-0000-0000-000000000000'
/** Rows from the typed name on: the order puts “2” before “10”, which begins with “1”. */
const maxCompared = 30

/**
 * Id of the first item of a list, by name, whose name begins with `beginning`; null for none. Reads a few rows of the index
 * of names, whatever the list holds.
 */
export const itemStartingWith = async (db: Db, view: ListedView, beginning: string): Promise<string | null> => {
  const key = foldText(beginning)
  if (!sortColumns.name.valid(key)) return null
  const order = { sort: 'name', direction: 'ASC' } as const
  for (const isFolder of [true, false]) {
    const boundary = { isFolder, key, id: noId }
    const rows = await listPage(db, { view, order, actor: null, count: maxCompared, boundary, inclusive: true })
    const found = rows.find(({ name }) => foldText(name).startsWith(key))
    if (found) return found.id
  }
  return null
}
