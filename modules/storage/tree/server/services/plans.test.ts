import t from 'tap'
import { seedFolder, seedOneFolder, settle } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import type { Db } from '../../../../platform/index.ts'
import { entriesSql } from '../../../archives/server/collect-entries.ts'
import { candidatesSql } from '../../../search/server/candidates.ts'
import { insertBatchSql } from '../../../uploads/server/insert-batch.ts'
import { amongSql } from './list-among.ts'
import { type ListedView, listRangeSql, type Range } from './list-page.ts'
import { foldersBelowSql } from './navigation.ts'
import { recentFilesSql } from './recent-files.ts'
import { type ListSort, sortColumns } from './sorting.ts'

/** The plan a prepared statement keeps, whatever its values (PostgreSQL's GENERIC_PLAN). */
const planOf = async (db: Db, sql: string) =>
  (await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`)).map((row) => row['QUERY PLAN']).join('\n')

/** Storage whose statistics are made by nobody but the test: half of what it seeds would tell the planner something else. */
const quietStorage = async (t: Parameters<typeof testStorage>[0]) => {
  const test = await testStorage(t)
  await test.platform.db.query('alter table items set (autovacuum_enabled = false)')
  return test
}

t.test('every listing walks the index of its order and sorts nothing', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  // A large folder beside many small ones: statistics then say that folders are small.
  const large = await seedOneFolder(db, me.ownerId, 'large')
  await seedFolder(db, me.ownerId, 20_000, { parent: large, folders: 0.2 })
  await seedFolder(db, me.ownerId, 2_000, { folders: 1 })
  await db.query(
    `insert into items (owner_id, parent_id, is_folder, name, kind) select owner_id, id, true, 'inner', 'folder' from items where parent_id is null`,
  )
  const views: ListedView[] = [
    { kind: 'child', owner: me.ownerId, parent: large },
    { kind: 'root', owner: me.ownerId, parent: null },
    { kind: 'trash', owner: me.ownerId, parent: null },
  ]
  const shapes = views.flatMap((view) =>
    Object.keys(sortColumns)
      .filter((sort) => view.kind === 'trash' || sort !== 'deleted_at')
      .flatMap((sort) =>
        (['start', 'after'] as const).flatMap((from) =>
          [true, false].map((folders) => ({
            ...{ view, folders, from, count: 51, backward: false },
            order: { sort, direction: folders ? 'ASC' : 'DESC' } as Range['order'],
          })),
        ),
      ),
  )
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const range of shapes) {
      const plan = await planOf(db, listRangeSql(range))
      const column =
        { created_at: 'created', updated_at: 'updated', deleted_at: 'deleted' }[range.order.sort as string] ??
        range.order.sort
      const index = `items_${range.view.kind}_${column}_index`
      // What feeds the limit decides: nothing but the walk may stand there. Joins and the like see 51 rows at most.
      if (!new RegExp(`Limit .*\\n\\s*->  Index Scan (Backward )?using ${index} on items`).test(plan))
        t.fail(`${index} (${range.from}, statistics: ${statistics})\n${plan}`)
    }
  }
  t.equal(shapes.length, 64)
})

t.test('issue 13.17: the newest files are a range of one index, from the newest on or from a cursor', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const older of [true, false]) {
      const plan = await planOf(db, recentFilesSql(older))
      t.match(plan, /^Limit .*\n\s*-> {2}Index (Only )?Scan Backward using items_recent_index on items/, statistics)
    }
  }
})

t.test('issue 13.17: a list of given items reads these and the folders above them, each by its key', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const sort of Object.keys(sortColumns) as ListSort[])
      for (const start of ['at', 'around', 'after', 'before'] as const) {
        const plan = await planOf(db, amongSql({ sort, direction: 'DESC' }, start))
        const scans = plan.match(/\S+ Scan .*on items.*/g) ?? []
        const byKey = scans.every((scan) => /^(Index|Heap) Scan (using items_pkey )?on items/.test(scan))
        if (scans.length !== 3 || !byKey) t.fail(`${sort} ${start}, statistics: ${statistics}\n${plan}`)
      }
  }
  t.pass()
})

t.test('a search reads the index of names and nothing else', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const sets of [0, 1, 5]) {
      const plan = await planOf(db, candidatesSql(sets))
      const scans = plan.match(/(Seq|Index|Index Only|Bitmap Index) Scan [^(]*/g) ?? []
      t.equal(scans.length, 1 + 2 * sets, `${sets} sets, statistics: ${statistics}`)
      if (!scans.every((scan) => scan.startsWith('Bitmap Index Scan on items_search_index'))) t.fail(plan)
    }
  }
})

t.test('an archive is walked file by file: its first rows come before the last are looked for', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  const large = await seedOneFolder(db, me.ownerId, 'large')
  await seedFolder(db, me.ownerId, 5_000, { parent: large })
  const listPage = entriesSql({ condition: (alias, first) => `${alias}.id = any($${first}::uuid[])` })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, listPage)
    t.match(plan, /^Nested Loop Left Join/, statistics)
    t.match(plan, /\n {2}-> {2}Merge Append/)
    t.match(plan, /\n {2}-> {2}Index Scan using blobs_pkey/)
    t.match(
      plan,
      /Nested Loop .*\n\s*-> {2}Sort .*\n\s*Sort Key: placed\.place\n\s*-> {2}CTE Scan on placed .*\n\s*-> {2}.*Index Scan using items_child_name_index on items/,
    )
  }
})

t.test('issue 13.16: the folder tree of a link costs what it holds, not what its owner has', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.5 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, foldersBelowSql)
    const scans = plan.match(/(Seq|Index|Index Only|Bitmap Heap) Scan .*on items.*/g) ?? []
    t.equal(scans.length, 2, statistics)
    if (
      !scans.every((scan) =>
        /^Index Scan using (items_pkey|items_folder_tree_index|items_child_\w+_index|items_parent_index)/.test(scan),
      )
    )
      t.fail(`${statistics}\n${plan}`)
    if (/Hash Join|Merge Join/.test(plan)) t.fail(`${statistics}\n${plan}`)
  }
})

t.test('small files are stored without reading what is there already', async (t) => {
  const { platform, person } = await quietStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 5_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, insertBatchSql)
    const scans = plan.match(/\S+ Scan .*on (items|blobs|usage|upload_sessions)\b.*\n\s*.*/g) ?? []
    t.equal(scans.length, 5, statistics)
    for (const scan of scans) t.match(scan, /Index Scan using \w+_pkey .*\n\s*Index Cond: /, `${statistics}: ${scan}`)
  }
})

t.test('tables that grow by uploads keep the plans of large ones until they are large', async (t) => {
  const { db } = (await testStorage(t)).platform
  // Statistics of five rows would let sessions read the whole table for each upload of the next minutes.
  const due = await db.query(
    `select relname, option from pg_class
     cross join unnest(array['analyze_threshold', 'vacuum_threshold', 'vacuum_insert_threshold']) as option
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)
       and not coalesce(reloptions @> array['autovacuum_' || option || '=5000'], false)`,
    [['items', 'blobs', 'upload_sessions']],
  )
  t.same(due, [])
})
