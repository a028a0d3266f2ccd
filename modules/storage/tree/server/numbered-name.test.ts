import fc from 'fast-check'
import t from 'tap'
import { seedFolder, seedOneFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { numberedName } from './numbered-name.ts'
import { isNamedSql } from './validate-name.ts'

t.test('numbered names: server and database agree, within 255 bytes', async (t) => {
  const { db } = (await testStorage(t)).platform
  for (const [name, isFolder, expected] of [
    ['a.txt', false, 'a (1).txt'],
    ['.env', false, '.env (1)'],
    ['a.tar.gz', false, 'a.tar (1).gz'],
    ['v1.2', true, 'v1.2 (1)'],
    ['a.', false, 'a. (1)'],
    [`${'ü'.repeat(125)}.txt`, false, `${'ü'.repeat(123)} (1).txt`],
    [`a.${'b'.repeat(253)}`, false, `a.${'b'.repeat(249)} (1)`],
  ] as const)
    t.equal(numberedName(name, 1, { isFolder }), expected)
  const letters = fc.constantFrom('a', 'B', '.', ' ', '(', ')', '1', 'ü', 'İ', '😀', 'é', '中')
  const samples = fc.sample(
    fc.tuple(
      fc.array(letters, { minLength: 1, maxLength: 260 }).map((given) => {
        let name = given.join('')
        while (Buffer.byteLength(name) > 255) name = [...name].slice(0, -1).join('')
        return name
      }),
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.boolean(),
    ),
    2_000,
  )
  const rows = await db.query<{ name: string }>(
    `select numbered_name(name, number, is_folder) as name
     from unnest($1::text[], $2::bigint[], $3::boolean[]) as w (name, number, is_folder)`,
    [samples.map(([name]) => name), samples.map(([, number]) => number), samples.map(([, , isFolder]) => isFolder)],
  )
  for (const [at, [name, number, isFolder]] of samples.entries()) {
    const ours = numberedName(name, number, { isFolder })
    if (rows[at]?.name !== ours) t.fail(`${name}: ${rows[at]?.name}, ${ours}`)
    if (Buffer.byteLength(ours) > 255 || ours === name) t.fail(ours)
  }
  t.equal(rows.length, samples.length)
})

t.test('numbered names: a free number among thousands needs few index scans', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'many')
  await seedFolder(db, me.ownerId, 10_001, { parent })
  const [{ id: source }] = (await db.query('select id from items where parent_id = $1 order by id desc limit 1', [
    parent,
  ])) as [{ id: string }]
  await db.query(
    `update items set name = case when n = 0 then 'a.txt' else 'a (' || n || ').txt' end
     from (select id, row_number() over (order by id) - 1 as n from items where parent_id = $1 and id <> $2) w where items.id = w.id`,
    [parent, source],
  )
  const { created, scans } = await db.transaction(async (tx) => {
    // Counts of earlier transactions of this connection are included until it reports them, once a second.
    const counted = async () => {
      const [counter] = await tx.query<{ n: number }>(
        `select pg_stat_get_xact_numscans('items_name_unique'::regclass) as n`,
      )
      return counter?.n ?? 0
    }
    const before = await counted()
    const [row] = await tx.query<{ name: string }>(
      `insert into items (owner_id, parent_id, is_folder, name, kind)
       select $1, $2, true, 'inner', 'folder' returning name`,
      [me.ownerId, parent],
    )
    await tx.query('update items set name = $2 where id = $1', [source, 'a.txt'])
    const counter = (await counted()) - before
    const [after] = await tx.query<{ name: string }>('select name from items where id = $1', [source])
    return { created: [row?.name, after?.name], scans: counter }
  })
  t.same(created, ['inner', 'a (10000).txt'])
  t.ok(scans > 2 && scans < 50, `${scans} scans`)
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await db.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) select from items i where ${isNamedSql('i', '$1', '$2')}`,
    )
    t.match(plan[0]?.['QUERY PLAN'], /Index Scan using items_name_unique/, `statistics: ${statistics}`)
  }
})
