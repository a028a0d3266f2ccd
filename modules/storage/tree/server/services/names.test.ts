import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { CompletedCopy } from '../../../operations/server/copy.ts'
import { numbered } from '../numbered-name.ts'
import { isNamed } from '../validate-name.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const file = (id: string) => ({ id, type: 'file' })

const testNames = async (t: Parameters<typeof testUploads>[0]) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  const me = await test.person()
  const names = async (parent: string | null = null) =>
    (
      await db.query<{ name: string }>(
        `select name from items where owner_id = $1 and parent_id is not distinct from $2 and trashed_at is null
         order by created_at, id`,
        [me.ownerId, parent],
      )
    ).map(({ name }) => name)
  const put = async (name: string, parent?: string, fields: Record<string, string> = {}, bytes = Buffer.from('x')) => {
    const answer = await test.upload(me, name, bytes, { ...(parent ? { parent_id: parent } : {}), ...fields })
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data as unknown as { id: string; attributes: { name: string; parent_id: string | null } }
  }
  const make = async (name: string, parent: string | null = null) =>
    (await api.folders.create(me, { name, parent_id: parent })).id
  const repeated = () =>
    db.query(`select name from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1`)
  return { ...test, db, api, me, names, put, make, repeated }
}

t.test('issue 13.24 (D50): what each operation calls an item whose name is taken', async (t) => {
  const { api, me, put, make, names, db } = await testNames(t)
  const [here, there] = [await make('here'), await make('there')]
  t.equal((await put('a.txt', here)).attributes.name, 'a.txt')
  const second = await put('a.txt', here)
  t.equal(second.attributes.name, 'a (1).txt', 'upload')
  const large = randomBytes(3 << 20)
  t.equal((await put('a.txt', here, {}, large)).attributes.name, 'a (2).txt', 'upload in several chunks')
  t.equal((await put('a.txt', here, { on_conflict: 'keep-both' })).attributes.name, 'a (3).txt', 'keep-both')
  t.equal(
    (await api.folders.create(me, { name: 'a.txt', parent_id: here })).name,
    'a.txt (1)',
    'a folder beside a file',
  )
  t.equal((await put('a.txt (1)', here)).attributes.name, 'a (1).txt (1)', 'a file beside a folder')

  const moved = await put('a.txt', there)
  await api.moves.move(me, { items: [file(moved.id)] }, here)
  t.same(await names(there), [])
  t.ok((await names(here)).includes('a (4).txt'), 'move')
  t.match(await api.copies.copy(me, { items: [file(moved.id)] }, here), { items: [{ name: 'a (4) (1).txt' }] }, 'copy')
  t.match(
    await api.copies.copy(me, { items: [folder(here)] }, null),
    { items: [{ name: 'here (1)' }] },
    'copy of a folder',
  )

  const renamed = await api.folders.rename(me, second.id, { name: 'a.txt' })
  t.equal(renamed.name, 'a (1).txt', 'rename: its own name is free')
  t.equal((await api.folders.rename(me, second.id, { name: 'A.txt' })).name, 'A.txt', 'another case is another name')
  t.equal((await api.folders.rename(me, second.id, { name: 'A.txt' })).name, 'A.txt', 'its own name')
  t.equal((await api.folders.rename(me, there, { name: 'here' })).name, 'here (2)', 'rename')
  t.equal((await api.folders.rename(me, there, { color: null })).name, 'here (2)', 'the name is not asked for')

  await api.trash.remove(me, { items: [file(second.id)] })
  const inPlace = await put('A.txt', here)
  t.equal(inPlace.attributes.name, 'A.txt', 'what the trash holds takes no name')
  await api.restore.restore(me, { items: [file(second.id)] }, false)
  t.ok((await names(here)).includes('A (1).txt'), 'restore')
  await api.trash.remove(me, { items: [file(inPlace.id)] })
  await api.restore.restore(me, { items: [file(inPlace.id)] }, false)
  t.equal((await api.browse.live(me, inPlace.id)).name, 'A.txt', 'the name is free again')
  await put('A.txt')
  await api.trash.remove(me, { items: [file(inPlace.id)] })
  await api.restore.restore(me, { items: [file(inPlace.id)] }, true)
  t.equal((await api.browse.live(me, inPlace.id)).name, 'A (1).txt', 'restore to the root')
  t.same(await wrongCounters(db), [])
})

t.test('issue 13.24 (D50): items that arrive together are told apart', async (t) => {
  const { api, me, put, make, names, repeated } = await testNames(t)
  const [one, two, to] = [await make('one'), await make('two'), await make('to')]
  const files = [await put('x.md', one), await put('x.md', two), await put('x.md')]
  await api.moves.move(me, { items: files.map(({ id }) => file(id)) }, to)
  t.same((await names(to)).sort(), ['x (1).md', 'x (2).md', 'x.md'])
  await api.trash.remove(me, { selection: { view: 'files', parent_id: to, except: [] } })
  await Promise.all(Array.from({ length: 40 }, () => put('x.md', to)))
  t.equal((await names(to)).length, 40)
  await api.restore.restore(me, { selection: { view: 'trash', parent_id: null, except: [] } }, false)
  t.equal(new Set(await names(to)).size, 43)
  const paths = await Promise.all(
    Array.from({ length: 12 }, (_none, n) => put(`${n}.txt`, to, { path: `/x.md/deep/${n}.txt` })),
  )
  t.equal(new Set(paths.map(({ attributes }) => attributes.parent_id)).size, 1, 'one folder beside the file')
  const again = await put('late.txt', to, { path: '/x.md/deep/late.txt' })
  t.equal(again.attributes.parent_id, paths[0]?.attributes.parent_id, 'and the same one later')
  t.same(await repeated(), [])
})

t.test('issue 13.24 (D50): replace, skip and merge', async (t) => {
  const { api, me, put, make, names } = await testNames(t)
  const first = await put('a.txt')
  t.equal((await put('a.txt', undefined, { on_conflict: 'skip' })).id, first.id)
  t.equal((await put('a.txt', undefined, { on_conflict: 'replace' })).id, first.id)
  const both = await Promise.all(
    Array.from({ length: 30 }, () => put('new.txt', undefined, { on_conflict: 'replace' }).then(({ id }) => id)),
  )
  t.equal(new Set(both).size, 1, 'replaced by one another, none is numbered')
  const docs = await make('docs')
  t.equal((await api.folders.create(me, { name: 'docs', on_conflict: 'merge' })).id, docs)
  t.equal((await api.folders.create(me, { name: 'docs' })).name, 'docs (1)')
  t.equal(
    (await put('docs', undefined, { on_conflict: 'replace' })).attributes.name,
    'docs (2)',
    'no folder is replaced',
  )
  t.same(await names(), ['a.txt', 'new.txt', 'docs', 'docs (1)', 'docs (2)'])
})

t.test('issue 13.24 (D50): an editor in a shared folder', async (t) => {
  const { api, me, put, make, names } = await testNames(t)
  const top = await make('shared')
  const editor = { ...me, root: top, permission: 'editor' as const, actor: { userId: null, key: 'share:1' } }
  const theirs = await put('a.txt', top)
  t.equal((await api.folders.create(editor, { name: 'a.txt' })).name, 'a.txt (1)')
  t.equal((await api.folders.rename(editor, theirs.id, { name: 'a.txt (1)' })).name, 'a (1).txt (1)')
  const { items } = (await api.copies.copy(editor, { items: [file(theirs.id)] }, null)) as CompletedCopy
  const [copy] = items
  t.equal(copy?.name, 'a (1) (1).txt (1)')
  const inner = await put('a.txt (1)', await make('inner', top))
  await api.moves.move(editor, { items: [file(inner.id)] }, null)
  t.ok((await names(top)).includes('a (2).txt (1)'))
})

t.test('issue 13.24 (D50): races, a hundred pairs of each kind', async (t) => {
  const { api, me, put, make, db, repeated } = await testNames(t)
  const [source, bin] = [await make('source'), await make('bin')]
  const rivals: Record<string, (name: string, to: string | null) => Promise<unknown>> = {
    upload: (name, to) => put(name, to ?? undefined),
    create: (name, to) => api.folders.create(me, { name, parent_id: to }),
    copy: async (name, to) => {
      const { id } = await put(name, source)
      return api.copies.copy(me, { items: [file(id)] }, to)
    },
    move: async (name, to) => {
      const { id } = await put(name, bin)
      return api.moves.move(me, { items: [file(id)] }, to)
    },
    rename: async (name, to) => {
      const { id } = await put(`was ${name}`, to ?? undefined)
      return api.folders.rename(me, id, { name })
    },
    restore: async (name, to) => {
      const { id } = await put(name, to ?? undefined)
      await api.trash.remove(me, { items: [file(id)] })
      return api.restore.restore(me, { items: [file(id)] }, false)
    },
  }
  const kinds = Object.keys(rivals)
  const pairs = kinds.flatMap((one, at) => kinds.slice(at).map((two) => [one, two] as const))
  for (const place of ['root', 'folder'])
    for (const [one, two] of pairs) {
      const to = place === 'root' ? null : await make(`${one} and ${two}`)
      const rounds =
        place === 'root' && ['upload', 'create'].includes(one) && ['upload', 'create'].includes(two) ? 100 : 20
      const results = await Promise.allSettled(
        Array.from({ length: rounds }, (_none, n) =>
          [one, two].map((kind) => (rivals[kind] as (typeof rivals)[string])(`${one} ${two} ${n % 7}.txt`, to)),
        ).flat(),
      )
      for (const result of results) if (result.status === 'rejected') t.fail(`${place} ${one} ${two}: ${result.reason}`)
    }
  t.same(await repeated(), [])
  t.same(await wrongCounters(db), [])
})

t.test('issue 13.24: names are numbered alike by the server and by the database, within 255 bytes', async (t) => {
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
    t.equal(numbered(name, 1, isFolder), expected)
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
    const ours = numbered(name, number, isFolder)
    if (rows[at]?.name !== ours) t.fail(`${name}: ${rows[at]?.name}, ${ours}`)
    if (Buffer.byteLength(ours) > 255 || ours === name) t.fail(ours)
  }
  t.equal(rows.length, samples.length)
})

t.test('issue 13.24: the free number among thousands is found by few looks, by the index of names', async (t) => {
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
  const { made, looks } = await db.transaction(async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      `insert into items (owner_id, parent_id, is_folder, name, kind)
       select $1, $2, true, 'inner', 'folder' returning name`,
      [me.ownerId, parent],
    )
    await tx.query('update items set name = $2 where id = $1', [source, 'a.txt'])
    const [scans] = await tx.query<{ n: number }>(
      `select pg_stat_get_xact_numscans('items_name_unique'::regclass) as n`,
    )
    const [after] = await tx.query<{ name: string }>('select name from items where id = $1', [source])
    return { made: [row?.name, after?.name], looks: scans?.n ?? 0 }
  })
  t.same(made, ['inner', 'a (10000).txt'])
  t.ok(looks > 2 && looks < 50, `${looks} looks`)
  for (const statistics of ['none', 'fresh']) {
    if (statistics === 'fresh') await settle(db)
    const plan = await db.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) select from items i where ${isNamed('i', '$1', '$2')}`,
    )
    t.match(plan[0]?.['QUERY PLAN'], /Index Scan using items_name_unique/, `statistics: ${statistics}`)
  }
})
