import { addFolder, withDb } from '../lib/seed.ts'
import { interleave, median, seconds } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import type { Scenario } from './context.ts'

const count = 10_000
/** Times as long as without the history that changes may take. */
const most = 2

/** Statements that change all items of the folders `$1` and `$2`; each one undoes itself when it is run again. */
const changes = {
  renamed: `update items set name = case when name like '%.x' then left(name, -2) else name || '.x' end
    where parent_id in ($1, $2)`,
  moved: `update items set parent_id = case when parent_id = $1 then $2::uuid else $1 end where parent_id in ($1, $2)`,
  overwritten: `with files as (
      select id, blob_id, row_number() over (order by id) as n from items where parent_id in ($1, $2) and not is_folder
    ) update items i set blob_id = o.blob_id
      from files f join files o on o.n = f.n + case when f.n % 2 = 1 then 1 else -1 end where i.id = f.id`,
}

/** Changes of many items, beside the same ones without the trigger that writes their history (decision 0052). */
export const historyCost: Scenario = async ({ databaseUrl, rounds }) => {
  const folders = [await addFolder(databaseUrl, 'changed', count), await addFolder(databaseUrl, 'changed to', 0)]
  return withDb(databaseUrl, async (db) => {
    const there = (sql: string) => () => db.query(sql, folders)
    const thereAndBack = (sql: string) => seconds(() => there(sql)().then(there(sql)))
    const withoutHistory = async (sql: string) => {
      await db.query('alter table items disable trigger items_history')
      return thereAndBack(sql).finally(() => db.query('alter table items enable trigger items_history'))
    }
    const rows: Row[] = []
    for (const [change, sql] of Object.entries(changes)) {
      const { ours, theirs, ratio } = await interleave(
        rounds,
        () => thereAndBack(sql),
        () => withoutHistory(sql),
      )
      rows.push({
        scenario: 'operations',
        figure: `${count} items ${change} and back, with their history`,
        ours: `${Math.round(median(ours) * 1_000)} ms`,
        beside: `${Math.round(median(theirs) * 1_000)} ms without`,
        value: ratio,
        limit: { most },
      })
    }
    return rows
  })
}
