import t from 'tap'
import { asOperation, finishOperation, selectAllIn } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { allChildrenOf, type TreeSpec, testTrees } from '../../../../tests/support/trees.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { OperationRow } from './operation.row.ts'

const tree: TreeSpec = { a: { 'x.txt': 1, docs: { 'y.txt': 2 } }, b: { 'x.txt': 3, docs: { 'y.txt': 4 } }, to: {} }
const numbered = ['to/docs (1)/y.txt=4', 'to/docs/y.txt=2', 'to/x (1).txt=3', 'to/x.txt=1']

/** A folder's children as the items of one call of the action. */
const call = (ids: ReadonlyMap<string, string>, folder: string) => ({
  items: [
    { id: ids.get(`${folder}/x.txt`) as string, type: 'file' },
    { id: ids.get(`${folder}/docs`) as string, type: 'folder' },
  ],
  action_id: '11111111-1111-4111-8111-111111111111',
})

for (const choice of ['ask', 'replace', 'skip', 'merge'] as const) {
  t.test(`D50 an action in two calls numbers its own equal names: ${choice}`, async (t) => {
    const { api, me, build, live, trash, sound } = await testTrees(t)
    const ids = await build(tree)
    const to = ids.get('to') as string
    const files = async () => (await live()).filter((line) => line.includes('to/') && line.includes('='))
    for (const folder of ['a', 'b']) await api.copies.copy(me, call(ids, folder), to, choice)
    t.same(await files(), numbered, 'copies')
    await api.trash.remove(me, { items: [{ id: to, type: 'folder', force_delete: true }] })
    ids.set('to', (await api.folders.create(me, { name: 'to', parent_id: null })).id)
    for (const folder of ['a', 'b']) await api.moves.move(me, call(ids, folder), ids.get('to') as string, choice)
    t.same(await files(), numbered, 'moved items')
    t.same(await trash(), [], 'none of them is in the trash')

    // Twice the same names in the trash, from one folder.
    await api.trash.remove(me, allChildrenOf(ids.get('to') as string))
    const again = await build({ 'x.txt': 5 }, ids.get('to') as string)
    await api.trash.remove(me, allChildrenOf(ids.get('to') as string))
    for (const id of [ids.get('a/x.txt'), again.get('x.txt')])
      await api.restore.restore(
        me,
        { items: [{ id: id as string, type: 'file' }], action_id: call(ids, 'a').action_id },
        { onConflict: choice },
      )
    t.same(await files(), ['to/x (1).txt=5', 'to/x.txt=1'], 'restored items')
    await sound(t)
  })
}

t.test('D50 calls of different actions conflict', async (t) => {
  const { api, me, build } = await testTrees(t)
  const ids = await build(tree)
  const to = ids.get('to') as string
  await api.moves.move(me, call(ids, 'a'), to, 'ask')
  const { items } = call(ids, 'b')
  await t.rejects(api.moves.move(me, { items }, to, 'ask'), { code: 'name-conflict' })
  await t.rejects(api.copies.copy(me, { items }, to, 'ask'), { code: 'name-conflict' })
})

t.test('D50 an item that is in the folder already is one of the action, too', async (t) => {
  const { api, me, build, live, trash } = await testTrees(t)
  const ids = await build({ a: { 'x.txt': 1 }, to: { 'x.txt': 2 } })
  const to = ids.get('to') as string
  for (const path of ['to/x.txt', 'a/x.txt']) {
    const items = [{ id: ids.get(path) as string, type: 'file' }]
    await api.moves.move(me, { items, action_id: call(ids, 'a').action_id }, to, 'replace')
  }
  t.same(await live(), ['a', 'to', 'to/x (1).txt=1', 'to/x.txt=2'])
  t.same(await trash(), [])
})

t.test('D50 a call that moves more than 500 items numbers the names of its action, too', async (t) => {
  const { api, me, db } = await testTrees(t)
  const folders = ['a', 'b', 'to'].map((name) => seedOneFolder(db, me.ownerId, name))
  const [a = '', b = '', to = ''] = await Promise.all(folders)
  await seedFolder(db, me.ownerId, 1, { parent: a })
  await seedFolder(db, me.ownerId, 501, { parent: b })
  const { action_id } = call(new Map(), 'a')
  await api.moves.move(me, { ...selectAllIn(a), action_id }, to, 'ask')
  await t.rejects(api.bulk.move(me, selectAllIn(b), to, 'ask'), { code: 'name-conflict' })
  const op = asOperation(await api.bulk.move(me, { ...selectAllIn(b), action_id }, to, 'ask'))
  await finishOperation(api.operations, op.id)
  t.match(await api.operations.find(me, op.id), { state: 'done', result: { numbered: 1 } })
})

for (const kind of ['move', 'copy'] as const) {
  t.test(`D50 ${kind}: folders of one name that are merged in several batches do not replace each other`, async (t) => {
    const { api, me, db, trash } = await testTrees(t)
    const [a, b, to] = [
      await seedOneFolder(db, me.ownerId, 'a'),
      await seedOneFolder(db, me.ownerId, 'b'),
      await seedOneFolder(db, me.ownerId, 'to'),
    ]
    const [one, two, docs] = [
      await seedOneFolder(db, me.ownerId, 'docs', a),
      await seedOneFolder(db, me.ownerId, 'docs', b),
      await seedOneFolder(db, me.ownerId, 'docs', to),
    ]
    await seedFolder(db, me.ownerId, 1_100, { parent: one })
    await seedFolder(db, me.ownerId, 1_100, { parent: two })
    await seedFolder(db, me.ownerId, 3, { parent: docs })
    const targets = { items: [one, two].map((id) => ({ id, type: 'folder' })) }
    const op = (await (kind === 'move'
      ? api.bulk.move(me, targets, to, 'replace')
      : api.copies.copy(me, targets, to, 'replace'))) as OperationRow
    while (await api.operations.step(op.id));
    t.match(await api.operations.find(me, op.id), { state: 'done', result: { replaced: 3 } })
    const [row] = await db.query<{ n: number }>(
      'select count(*)::int as n from items where parent_id = $1 and trashed_at is null',
      [docs],
    )
    t.equal(row?.n, 2_200)
    t.equal((await trash()).filter((name) => name !== 'docs').length, 3, 'only what was there before is replaced')
    t.same(await wrongCounters(db), [])
  })
}
