import t from 'tap'
import { planOf } from '../../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { foldersBelowSql, treeOrderOf } from './folder-tree.ts'
import { startingWithSql } from './folders-starting-with.ts'
import { treesUpSql } from './folders-within.ts'
import { largestFilesSql } from './largest-files.ts'
import { listAmongSql } from './list-among.ts'
import { folderRangeSql, type ListRange, listRangeSql, listStartSql } from './list-page.ts'
import type { ListedView } from './list-range.ts'
import { recentFilesSql } from './recent-files.ts'
import { type ListSort, sortColumns } from './sorting.ts'

t.test('plans: every listing scans the index of its order without sorting', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  // A large folder among many small ones, so that statistics say that folders are small.
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
            view,
            folders,
            from,
            count: 51,
            backward: false,
            order: { sort, direction: folders ? 'ASC' : 'DESC' } as ListRange['order'],
          })),
        ),
      ),
  )
  /** Only index scans may feed the limits; the joins above them see at most 51 rows. */
  const limitedScans = (plan: string, { view, order: { sort } }: Pick<ListRange, 'view' | 'order'>) => {
    const column = { created_at: 'created', updated_at: 'updated', deleted_at: 'deleted' }[sort as string] ?? sort
    // The ids that the root does not list are read once, beside the scan.
    const once = '(?:\\s*InitPlan \\d+\\n(?:(?!.*(?:Sort|using items_)).*\\n)+?)?'
    const scan = `Limit .*\\n${once}\\s*->  Index Scan (Backward )?using items_${view.kind}_${column}_index on items`
    return [...plan.matchAll(new RegExp(scan, 'g'))].length
  }
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const range of shapes) {
      const plan = await planOf(db, listRangeSql(range))
      if (limitedScans(plan, range) !== 1) t.fail(`${range.from}, statistics: ${statistics}\n${plan}`)
      const folders = await planOf(db, folderRangeSql(range))
      if (limitedScans(folders, range) !== 1) t.fail(`folders, ${range.from}, statistics: ${statistics}\n${folders}`)
      if (range.from !== 'start') continue
      const both = await planOf(db, listStartSql(range))
      if (limitedScans(both, range) !== 2) t.fail(`both ranges, statistics: ${statistics}\n${both}`)
    }
  }
  t.equal(shapes.length, 64)
})

t.test('plans: recent files scan a range of one index, from the newest file or a cursor', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const older of [true, false]) {
      const plan = await planOf(db, recentFilesSql({ older }))
      t.match(plan, /^Limit .*\n\s*-> {2}Index (Only )?Scan Backward using items_recent_index on items/, statistics)
    }
  }
})

t.test('plans: a list of given items reads them and their ancestors by primary key', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    for (const sort of Object.keys(sortColumns) as ListSort[])
      for (const start of ['at', 'around', 'after', 'before'] as const) {
        const plan = await planOf(db, listAmongSql({ sort, direction: 'DESC' }, start))
        const scans = plan.match(/\S+ Scan .*on items.*/g) ?? []
        const byKey = scans.every((scan) => /^(Index|Heap) Scan (using items_pkey )?on items/.test(scan))
        if (scans.length !== 3 || !byKey) t.fail(`${sort} ${start}, statistics: ${statistics}\n${plan}`)
      }
  }
  t.pass()
})

t.test('plans: the folder tree of a link reads the folders of the link only', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.5 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, foldersBelowSql(treeOrderOf({})))
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

t.test('plans: a purge finds the trees of its folders by primary key', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 20_000, { folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await planOf(db, treesUpSql)
    const scans = plan.match(/\S+ Scan .*on items.*/g) ?? []
    const byKey = scans.every((scan) => /^(Index|Heap) Scan (using items_pkey )?on items/.test(scan))
    if (scans.length !== 2 || !byKey) t.fail(`statistics: ${statistics}\n${plan}`)
  }
  t.pass()
})

t.test('plans: autovacuum thresholds of growing tables keep statistics of few rows from being used', async (t) => {
  const { db } = (await testStorage(t)).platform
  // With statistics of five rows, sessions would scan the whole table for each upload of the next minutes.
  const missing = await db.query(
    `select relname, option from pg_class
     cross join unnest(array['analyze_threshold', 'vacuum_threshold', 'vacuum_insert_threshold']) as option
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)
       and not coalesce(reloptions @> array['autovacuum_' || option || '=5000'], false)`,
    [['items', 'blobs', 'upload_sessions']],
  )
  t.same(missing, [])
})

t.test('plans: the largest files come from their own index, in its order', async (t) => {
  const { platform, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 5_000)
  await settle(platform.db)
  const plan = await planOf(platform.db, largestFilesSql)
  t.match(plan, /Index Scan using items_largest_index/)
  t.notMatch(plan, /Sort/)
})

t.test('plans: the folders that complete a path are compared in the order of the index', async (t) => {
  const { platform, person } = await testStorage(t)
  const me = await person()
  const parent = await seedOneFolder(platform.db, me.ownerId, 'large')
  await seedFolder(platform.db, me.ownerId, 20_000, { parent, folders: 0.2 })
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(platform.db)
    for (const kind of ['child', 'top'] as const) {
      const plan = await planOf(platform.db, startingWithSql({ kind, owner: me.ownerId, parent }))
      const index = kind === 'child' ? 'items_child_name_index' : 'items_root_name_index'
      t.match(plan, new RegExp(`Limit .*\\n\\s*-> {2}Index Scan using ${index} on items`), statistics)
      t.notMatch(plan, 'Seq Scan')
    }
  }
})
