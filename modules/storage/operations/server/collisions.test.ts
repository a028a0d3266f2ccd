import t from 'tap'
import { allChildrenOf, type TreeSpec, testTrees } from '../../../../tests/support/trees.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { Scope } from '../../tree/server/scope.ts'
import type { CompletedCopy } from './copy.ts'

/** `from` is moved into `to`, where some of its names are taken. */
const conflicting: TreeSpec = {
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

const expected: Record<Exclude<OnConflict, 'ask'> | 'nothing', { to: string[]; left: string[]; trash: string[] }> = {
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
const choices = Object.keys(expected) as (keyof typeof expected)[]
const sorted = (lines: string[]) => [...lines].sort()

for (const choice of choices) {
  const onConflict = choice === 'nothing' ? undefined : choice
  const { to: there, left, trash: trashed } = expected[choice]

  t.test(`D50 move: on_conflict ${choice}, and its undo`, async (t) => {
    const { api, me, build, live, state, trash, sound } = await testTrees(t)
    const ids = await build(conflicting)
    const before = await state()
    const [from, to] = [ids.get('from') as string, ids.get('to') as string]
    const { operation } = await api.moves.move(me, allChildrenOf(from), to, onConflict)
    t.same(sorted(await live()), sorted(['from', ...left, ...there]))
    t.same(await trash(), trashed)
    await sound(t)
    t.match(await api.operations.undo(me, operation), { state: 'done' })
    t.same(await state(), before, 'undo restores every parent and name')
    await sound(t)
  })

  t.test(`D50 copy: on_conflict ${choice}, and its undo`, async (t) => {
    const { api, me, build, live, trash, sound } = await testTrees(t)
    const ids = await build(conflicting)
    const before = await live()
    const [from, to] = [ids.get('from') as string, ids.get('to') as string]
    const { operation } = (await api.copies.copy(me, allChildrenOf(from), to, onConflict)) as CompletedCopy
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

  t.test(`D50 restore: on_conflict ${choice}, and its undo`, async (t) => {
    const { api, me, build, live, trash, sound } = await testTrees(t)
    const ids = await build({ to: conflicting.from as TreeSpec })
    const to = ids.get('to') as string
    await api.trash.remove(me, allChildrenOf(to))
    const trashBefore = await trash()
    await build(conflicting.to as TreeSpec, to)
    const before = await live()
    const { operation } = await api.restore.restore(me, allChildrenOf(null, 'trash'), { onConflict })
    t.same(sorted(await live()), sorted(there))
    const stays = choice === 'skip' ? ['a.txt', 'docs'] : trashed.filter((name) => name !== 'docs')
    t.same(await trash(), stays)
    await sound(t)
    await api.operations.undo(me, operation)
    t.same(await live(), before)
    t.same(await trash(), trashBefore)
    await sound(t)
  })
}

t.test('D50 move: replacing requires the permission to trash, which editors of a link have', async (t) => {
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
