import fc from 'fast-check'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { unreachable, wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope } from '../../tree/server/scope.ts'
import type { CompletedCopy } from './copy.ts'
import type { OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const all = (parent_id: string | null, view: 'files' | 'trash' = 'files') => ({
  selection: { view, parent_id, except: [] },
})

/** A tree to build: a number is a file of so many bytes. */
interface Tree {
  [name: string]: number | Tree
}

const paths = `with recursive up as (
    select id, name, is_folder, size, parent_id, name as path, trashed_at from items where owner_id = $1
    and parent_id is null
    union all
    select i.id, i.name, i.is_folder, i.size, i.parent_id, up.path || '/' || i.name, coalesce(i.trashed_at, up.trashed_at)
    from up join items i on i.parent_id = up.id
  )`

const testTrees = async (t: Parameters<typeof testUploads>[0]) => {
  const test = await testUploads(t)
  const { db } = test.platform
  const { api } = test.storage
  const me = await test.person()
  const build = async (tree: Tree, parent: string | null = null): Promise<Map<string, string>> => {
    const ids = new Map<string, string>()
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'number') {
        const { body } = await test.upload(me, name, Buffer.alloc(value, 'x'), parent ? { parent_id: parent } : {})
        ids.set(name, body.data?.id as string)
        continue
      }
      const { id } = await api.folders.create(me, { name, parent_id: parent })
      ids.set(name, id)
      for (const [path, inner] of await build(value, id)) ids.set(`${name}/${path}`, inner)
    }
    return ids
  }
  /** `path` or `path=size` of all that is alive. */
  const live = async () =>
    (
      await db.query<{ line: string }>(
        `${paths} select path || case when is_folder then '' else '=' || size end as line from up
         where trashed_at is null order by path collate "C"`,
        [me.ownerId],
      )
    ).map(({ line }) => line)
  /** Everything with its id, place and name, alive or not. */
  const state = () =>
    db.query(
      'select id, parent_id, name, trashed_at is not null as trashed from items where owner_id = $1 order by id',
      [me.ownerId],
    )
  const trash = async () =>
    (
      await db.query<{ name: string }>(
        'select name from items where owner_id = $1 and trashed_at is not null order by name collate "C"',
        [me.ownerId],
      )
    ).map(({ name }) => name)
  const sound = async (t: { same(a: unknown, b: unknown): unknown }) => {
    t.same(await wrongCounters(db), [])
    t.same(await unreachable(db), [])
  }
  return { ...test, db, api, me, build, live, state, trash, sound }
}

/** What is in `from`, and what it meets in `to`. */
const met: Tree = {
  from: { 'a.txt': 1, docs: { 'b.txt': 2, deep: { 'c.txt': 3 }, 'only.txt': 4 }, 'new.txt': 5 },
  to: { 'a.txt': 10, docs: { 'b.txt': 20, deep: { 'c.txt': 30, 'd.txt': 40 } } },
}

const numberedTo = [
  'to',
  'to/a (1).txt=1',
  'to/a.txt=10',
  'to/docs',
  'to/docs (1)',
  'to/docs (1)/b.txt=2',
  'to/docs (1)/deep',
  'to/docs (1)/deep/c.txt=3',
  'to/docs (1)/only.txt=4',
  'to/docs/b.txt=20',
  'to/docs/deep',
  'to/docs/deep/c.txt=30',
  'to/docs/deep/d.txt=40',
  'to/new.txt=5',
]
const merged = (a: string[], b: string[], c: string[]) =>
  [
    'to',
    ...a,
    'to/docs',
    ...b,
    'to/docs/deep',
    ...c,
    'to/docs/deep/d.txt=40',
    'to/docs/only.txt=4',
    'to/new.txt=5',
  ].sort()

const wanted: Record<OnConflict | 'nothing', { to: string[]; left: string[]; trash: string[] }> = {
  nothing: { to: numberedTo, left: [], trash: [] },
  'keep-both': { to: numberedTo, left: [], trash: [] },
  merge: {
    to: merged(
      ['to/a (1).txt=1', 'to/a.txt=10'],
      ['to/docs/b (1).txt=2', 'to/docs/b.txt=20'],
      ['to/docs/deep/c (1).txt=3', 'to/docs/deep/c.txt=30'],
    ),
    left: [],
    trash: ['docs'],
  },
  replace: {
    to: merged(['to/a.txt=1'], ['to/docs/b.txt=2'], ['to/docs/deep/c.txt=3']),
    left: [],
    trash: ['a.txt', 'b.txt', 'c.txt', 'docs'],
  },
  skip: {
    to: merged(['to/a.txt=10'], ['to/docs/b.txt=20'], ['to/docs/deep/c.txt=30']),
    left: ['from/a.txt=1', 'from/docs', 'from/docs/b.txt=2', 'from/docs/deep', 'from/docs/deep/c.txt=3'],
    trash: [],
  },
}
const wishes = Object.keys(wanted) as (OnConflict | 'nothing')[]
const sorted = (lines: string[]) => [...lines].sort()

for (const wish of wishes) {
  const onConflict = wish === 'nothing' ? undefined : wish
  const { to: there, left, trash: trashed } = wanted[wish]

  t.test(`issue 13.24 (D50): a move, on_conflict ${wish}`, async (t) => {
    const { api, me, build, live, state, trash, sound } = await testTrees(t)
    const ids = await build(met)
    const before = await state()
    const [from, to] = [ids.get('from') as string, ids.get('to') as string]
    const { operation } = await api.moves.move(me, all(from), to, onConflict)
    t.same(sorted(await live()), sorted(['from', ...left, ...there]))
    t.same(await trash(), trashed)
    await sound(t)
    t.match(await api.operations.undo(me, operation), { state: 'done' })
    t.same(await state(), before, 'one undo gives everything its place and name')
    await sound(t)
  })

  t.test(`issue 13.24 (D50): a copy, on_conflict ${wish}`, async (t) => {
    const { api, me, build, live, trash, sound } = await testTrees(t)
    const ids = await build(met)
    const before = await live()
    const [from, to] = [ids.get('from') as string, ids.get('to') as string]
    const { operation } = (await api.copies.copy(me, all(from), to, onConflict)) as CompletedCopy
    t.same(sorted(await live()), sorted([...before.filter((line) => line.startsWith('from')), ...there]))
    t.same(
      await trash(),
      trashed.filter((name) => name !== 'docs'),
    )
    await sound(t)
    await api.operations.undo(me, operation)
    t.same(await live(), before)
    await sound(t)
  })

  t.test(`issue 13.24 (D50): a restoration, on_conflict ${wish}`, async (t) => {
    const { api, me, build, live, trash, sound } = await testTrees(t)
    const ids = await build({ to: met.from as Tree })
    const to = ids.get('to') as string
    await api.trash.remove(me, all(to))
    const trashBefore = await trash()
    await build(met.to as Tree, to)
    const before = await live()
    const operation = await api.restore.restore(me, all(null, 'trash'), false, onConflict)
    t.same(sorted(await live()), sorted(there))
    const stays = wish === 'skip' ? ['a.txt', 'docs'] : trashed.filter((name) => name !== 'docs')
    t.same(await trash(), stays)
    await sound(t)
    await api.operations.undo(me, operation)
    t.same(await live(), before)
    if (!['merge', 'replace', 'skip'].includes(wish)) t.same((await trash()).length, trashBefore.length)
    await sound(t)
  })
}

const finish = async (operations: Operations, id: string): Promise<void> => {
  while (await operations.step(id));
}

t.test('issue 13.24 (D50): thousands of items in merged folders, in steps, stopped and undone', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, operations, copies } = storage.api
  const me = await person()
  const [a, b] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'docs', a), await seedOneFolder(db, me.ownerId, 'docs', b)]
  await seedFolder(db, me.ownerId, 1_300, { parent: from, folders: 0.1 })
  await seedFolder(db, me.ownerId, 600, { parent: to, folders: 0.1 })
  const count = async (parent: string) => {
    const [row] = await db.query<{ n: number }>(
      'select count(*)::int as n from items where parent_id = $1 and trashed_at is null',
      [parent],
    )
    return row?.n ?? 0
  }
  const state = () => db.query('select id, parent_id, name, trashed_at is null as live from items order by id')
  const before = await state()
  for (const wish of ['merge', 'replace', 'skip'] as const) {
    const op = (await bulk.move(me, { items: [folder(from)] }, b, wish)) as OperationRow
    t.match(op, { kind: 'move', background: true })
    while (await operations.step(op.id)) t.same(await wrongCounters(db), [])
    t.match(await operations.find(me, op.id), { state: 'done' })
    // Folders of one name have become one; files that met are numbered, gone or where they were.
    if (wish === 'skip') t.ok((await count(from)) > 0)
    else
      t.match(await db.query('select trashed_at is null as live from items where id = $1', [from]), [{ live: false }])
    t.same(await unreachable(db), [])
    const undo = await operations.undo(me, op.id)
    await finish(operations, undo.id)
    t.match(await operations.find(me, undo.id), { state: 'done' })
    t.same(await state(), before, `${wish} undone`)
    t.same(await wrongCounters(db), [])

    const copy = (await copies.copy(me, { items: [folder(from)] }, b, wish)) as OperationRow
    for (let step = 0; step < 3; step++) await operations.step(copy.id)
    await operations.cancel(me, copy.id)
    const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
    await finish(operations, purge?.id as string)
    t.same(await state(), before, `a copy with ${wish} that is stopped leaves nothing, and what gave way is back`)
    t.same(await wrongCounters(db), [])
  }
})

t.test(
  'issue 13.24 (D50): any trees, any wish: nothing is lost, counters hold, undo gives the same tree',
  async (t) => {
    const { api, me, build, state, sound, db } = await testTrees(t)
    const name = fc.constantFrom('a', 'b', 'c')
    const { tree } = fc.letrec<{ tree: Tree; node: Tree | number }>((tie) => ({
      tree: fc.dictionary(name, tie('node'), { maxKeys: 3 }),
      node: fc.oneof({ maxDepth: 3 }, fc.integer({ min: 1, max: 9 }), tie('tree')),
    }))
    const wish = fc.constantFrom<OnConflict>('merge', 'replace', 'skip', 'keep-both')
    await fc.assert(
      fc.asyncProperty(fc.record({ from: tree, to: tree }), wish, async (trees, onConflict) => {
        const ids = await build({ ...trees })
        const [from, to] = [ids.get('from') as string, ids.get('to') as string]
        const before = await state()
        const { operation } = await api.moves.move(me, all(from), to, onConflict)
        if ((await state()).length !== before.length) throw new Error('an item is gone')
        const repeated = await db.query(
          'select 1 from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1',
        )
        if (repeated.length > 0) throw new Error('two items of one name')
        await api.operations.undo(me, operation)
        const after = await state()
        if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error('undo gave another tree')
        await api.trash.remove(me, { items: [folder(from), folder(to)].map((ref) => ({ ...ref, force_delete: true })) })
      }),
      { numRuns: 25 },
    )
    await sound(t)
  },
)

t.test('issue 13.24 (D50): who may not trash does not replace; a link’s editor does, inside its folder', async (t) => {
  const { api, me, build, live, trash } = await testTrees(t)
  const ids = await build({ top: { in: { 'a.txt': 1 }, 'a.txt': 2 }, 'a.txt': 3 })
  const editor: Scope = {
    ...me,
    root: ids.get('top') as string,
    permission: 'editor',
    actor: { userId: null, key: 'share:1' },
  }
  const items = [{ id: ids.get('top/in/a.txt') as string, type: 'file' }]
  await t.rejects(api.moves.move({ ...editor, permission: 'visitor' }, { items }, null, 'replace'), {
    code: 'forbidden',
  })
  await api.moves.move(editor, { items }, null, 'replace')
  t.same(await live(), ['a.txt=3', 'top', 'top/a.txt=1', 'top/in'])
  t.same(await trash(), ['a.txt'])
})
