import fc from 'fast-check'
import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { allChildrenOf, type TreeSpec, testTrees } from '../../../../tests/support/trees.ts'
import type { OnConflict } from '../../tree/contract.ts'
import type { OperationRow } from './operation.row.ts'

const file = (id: string) => ({ id, type: 'file' })
const folder = (id: string) => ({ id, type: 'folder' })

t.test('restore: for random trees and choices its undo restores tree and trash, with names and dates', async (t) => {
  const { api, me, build, sound, db } = await testTrees(t)
  const state = () =>
    db.query('select id, parent_id, name, trashed_at, merged_by from items where owner_id = $1 order by id', [
      me.ownerId,
    ])
  const name = fc.constantFrom('a', 'b', 'c')
  const { tree } = fc.letrec<{ tree: TreeSpec; node: TreeSpec | number }>((tie) => ({
    tree: fc.dictionary(name, tie('node'), { maxKeys: 3 }),
    node: fc.oneof({ maxDepth: 3 }, fc.integer({ min: 1, max: 9 }), tie('tree')),
  }))
  const choice = fc.constantFrom<OnConflict>('merge', 'replace', 'skip', 'keep-both')
  const given = fc.record({ trashed: tree, now: tree, onConflict: choice, toHome: fc.boolean(), early: fc.nat() })
  await fc.assert(
    fc.asyncProperty(given, async ({ trashed, now, onConflict, toHome, early }) => {
      const ids = [...(await build({ docs: trashed }))]
      // One item was trashed earlier, out of the folder that is trashed now.
      const [, id] = ids[early % ids.length] as [string, string]
      const [row] = await db.query<{ is_folder: boolean }>('select is_folder from items where id = $1', [id])
      const first = row?.is_folder ? folder(id) : file(id)
      const docs = folder(ids[0]?.[1] as string)
      if (first.id !== docs.id) await api.trash.remove(me, { items: [first] })
      await api.trash.remove(me, { items: [docs] })
      const again = (await build({ docs: now })).get('docs') as string
      const before = await state()
      const { operation } = await api.restore.restore(me, allChildrenOf(null, 'trash'), { toHome, onConflict })
      await sound(t)
      await api.operations.undo(me, operation)
      if (JSON.stringify(await state()) !== JSON.stringify(before)) throw new Error('undo resulted in another tree')
      await sound(t)
      await api.trash.remove(me, { items: [{ ...folder(again), force_delete: true }] })
      await api.trash.dump(me)
    }),
    { numRuns: 25 },
  )
})

t.test('restore of a folder and of what was trashed out of it, merged on two levels: undo trashes both', async (t) => {
  const { api, me, build, state, sound } = await testTrees(t)
  const ids = await build({ docs: { sub: { a: 1 } } })
  await api.trash.remove(me, { items: [file(ids.get('docs/sub/a') as string)] })
  await api.trash.remove(me, { items: [folder(ids.get('docs') as string)] })
  await build({ docs: { sub: {} } })
  const before = await state()
  const { operation } = await api.restore.restore(me, allChildrenOf(null, 'trash'), { onConflict: 'merge' })
  await api.operations.undo(me, operation)
  t.same(await state(), before)
  await sound(t)
})

t.test('restore out of a trashed folder, and of what was trashed out of it: undo returns both into it', async (t) => {
  const { api, me, build, state, sound } = await testTrees(t)
  const ids = await build({ letters: { early: 1, inner: 2 }, other: {} })
  const [early, inner] = [file(ids.get('letters/early') as string), file(ids.get('letters/inner') as string)]
  const letters = folder(ids.get('letters') as string)
  await api.trash.remove(me, { items: [early] })
  await api.trash.remove(me, { items: [letters] })
  const before = await state()
  for (const item of [early, inner]) {
    const { operation } = await api.restore.restore(me, { items: [item] })
    await api.operations.undo(me, operation)
    t.same(await state(), before)
  }

  const { operation } = await api.restore.restore(me, { items: [inner] })
  await api.restore.restore(me, { items: [letters] })
  await api.operations.undo(me, operation)
  t.match(
    (await state()).find((row) => (row as { id: string }).id === inner.id),
    { parent_id: null, trashed: true },
    'trashed where it is: its folder is not in the trash any more',
  )
  await sound(t)
})

t.test('undo of a restore: 422 when the former folder lies inside the restored one meanwhile', async (t) => {
  const { api, me, build, state, sound } = await testTrees(t)
  const ids = await build({ outer: { inner: {} } })
  const [outer, inner] = [folder(ids.get('outer') as string), folder(ids.get('outer/inner') as string)]
  await api.trash.remove(me, { items: [inner] })
  await api.trash.remove(me, { items: [outer] })
  const { operation } = await api.restore.restore(me, { items: [inner] })
  await api.restore.restore(me, { items: [outer] })
  await api.moves.move(me, { items: [outer] }, inner.id)
  const before = await state()
  await t.rejects(api.operations.undo(me, operation), { code: 'move-into-itself' })
  t.same(await state(), before)
  await sound(t)
})

t.test('a folder that a restore merged cannot be selected; it is purged with the undo of the restore', async (t) => {
  const { api, me, build, sound, db } = await testTrees(t)
  const docs = folder((await build({ docs: { a: 1, sub: { b: 2 } } })).get('docs') as string)
  await api.trash.remove(me, { items: [docs] })
  await build({ docs: { sub: {} } })
  const { operation } = await api.restore.restore(me, { items: [docs] }, { onConflict: 'merge' })
  await t.rejects(api.restore.restore(me, { items: [docs] }), { code: 'item-not-found' })
  await t.rejects(api.trash.remove(me, { items: [{ ...docs, force_delete: true }] }), { code: 'item-not-found' })
  const hidden = () => db.query('select id from items where merged_by = $1', [operation])
  await api.operations.resumeStale()
  t.equal((await hidden()).length, 2)
  await sound(t)
  await db.query(`update operations set updated_at = now() - interval '8 days' where id = $1`, [operation])
  await api.operations.resumeStale()
  t.equal((await hidden()).length, 0)
  await sound(t)
})

t.test('background restore of a folder with thousands of items, merged: undo restores tree and trash', async (t) => {
  const { api, me, state, sound, db } = await testTrees(t)
  const parent = await seedOneFolder(db, me.ownerId, 'docs')
  await seedFolder(db, me.ownerId, 1_300, { parent, folders: 0.1 })
  await api.trash.remove(me, { items: [folder(parent)] })
  await seedFolder(db, me.ownerId, 600, { parent: await seedOneFolder(db, me.ownerId, 'docs'), folders: 0.1 })
  const before = await state()
  for (const choice of ['merge', 'replace', 'skip'] as const) {
    const op = (await api.bulk.restore(me, { items: [folder(parent)] }, { onConflict: choice })) as OperationRow
    t.match(op, { kind: 'restore', background: true })
    while (await api.operations.step(op.id)) await sound(t)
    t.match(await api.operations.find(me, op.id), { state: 'done', result: { merged: 61 } })
    const undo = await api.operations.undo(me, op.id)
    while (await api.operations.step(undo.id)) await sound(t)
    t.same(await state(), before, `${choice} undone`)
  }
})

t.test('undo of a trashing after its folder was restored and merged: the merged folder stays hidden', async (t) => {
  const { api, me, build, live, sound } = await testTrees(t)
  const docs = folder((await build({ docs: { a: 1 } })).get('docs') as string)
  const at = (await api.trash.moveToTrash(me, { items: [docs] }))?.at as Date
  await build({ docs: {} })
  await api.restore.restore(me, { items: [docs] }, { onConflict: 'merge' })
  await t.rejects(api.restore.undoRemoval(me, { items: [{ ...docs, type: 'folder' }], at }), {
    code: 'item-not-found',
  })
  t.same(await live(), ['docs', 'docs/a=1'])
  await sound(t)
})
