import type { Db } from '../../../../platform/index.ts'
import { foldText } from '../../../../shared/contract.ts'
import { listPage } from './list-page.ts'
import type { ListedView } from './list-range.ts'
import { sortColumns } from './sorting.ts'

/** Sorts before all ids. */
const noId = '00000000-0000-0000-0000-000000000000'
/** Rows from the typed name on: the order puts “2” before “10”, which begins with “1”. */
const maxCompared = 30
/** Digits that may follow the typed ones, as in times in milliseconds. */
const maxDigits = 12

/**
 * Id of the first item of a list, by name, whose name begins with `beginning`; null for none. Reads a few rows of the index
 * of names, whatever the list holds. Numbers sort by value: “1000” begins with “1” far behind it, and is found at “1000”,
 * the first number of four digits that begins so.
 */
export const itemStartingWith = async (db: Db, view: ListedView, beginning: string): Promise<string | null> => {
  const typed = foldText(beginning)
  const stem = typed.replace(/\d+$/, '')
  const order = { sort: 'name', direction: 'ASC' } as const
  for (const isFolder of [true, false]) {
    for (let digits = 0; digits <= (stem === typed ? 0 : maxDigits); digits += 1) {
      const key = typed + '0'.repeat(digits)
      if (!sortColumns.name.valid(key)) break
      const boundary = { isFolder, key, id: noId }
      const page = await listPage(db, { view, order, actor: null, count: maxCompared, boundary, inclusive: true })
      const rows = page.filter((row) => row.is_folder === isFolder)
      const names = rows.map(({ name }) => foldText(name))
      const found = rows[names.findIndex((name) => name.startsWith(typed))]
      if (found) return found.id
      // No larger number follows.
      if (!names[0]?.startsWith(stem) || !/^\d/.test(names[0].slice(stem.length))) break
    }
  }
  return null
}
