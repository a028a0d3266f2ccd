import fc from 'fast-check'
import t from 'tap'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { asOperation, finishOperation, folderRefOf, selectAllIn } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { allChildrenOf, type TreeSpec, testTrees } from '../../../../tests/support/trees.ts'
import { unreachable, wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { OnConflict } from '../../tree/contract.ts'
import { lockNames } from '../../tree/index.ts'
import type { OperationRow } from './operation.row.ts'

t.test(
  'D50 background operations: merge folders with thousands of items; undo and cancel restore the state',
  async (t) => {
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
    const [seeded] = await db.query<{ at: Date }>('select now() as at')
    /** All but the trashed copies of copies that were undone. */
    const state = () =>
      db.query(
        'select id, parent_id, name, trashed_at is null as live from items where trashed_at is null or created_at <= $1 order by id',
        [seeded?.at],
      )
    const before = await state()
    for (const choice of ['merge', 'replace', 'skip'] as const) {
      const op = (await bulk.move(me, { items: [folderRefOf(from)] }, b, choice)) as OperationRow
      t.match(op, { kind: 'move', background: true })
      while (await operations.step(op.id)) t.same(await wrongCounters(db), [])
      const [numbered, replaced, skipped] = (['merge', 'replace', 'skip'] as const).map((of) =>
        of === choice ? 540 : 0,
      )
      t.match(await operations.find(me, op.id), { state: 'done', result: { merged: 61, numbered, replaced, skipped } })
      // Folders of one name were merged; conflicting files were numbered, replaced or skipped.
      if (choice === 'skip') t.ok((await count(from)) > 0)
      else
        t.match(await db.query('select trashed_at is null as live from items where id = $1', [from]), [{ live: false }])
      t.same(await unreachable(db), [])
      const undo = await operations.undo(me, op.id)
      await finishOperation(operations, undo.id)
      t.match(await operations.find(me, undo.id), { state: 'done' })
      t.same(await state(), before, `${choice} undone`)
      t.same(await wrongCounters(db), [])

      const copy = (await copies.copy(me, { items: [folderRefOf(from)] }, b, choice)) as OperationRow
      for (let step = 0; step < 3; step++) await operations.step(copy.id)
      await operations.cancel(me, copy.id)
      const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
      await finishOperation(operations, purge?.id as string)
      t.same(await state(), before, `a cancelled copy with ${choice} leaves nothing and restores replaced files`)
      t.same(await wrongCounters(db), [])

      const whole = (await copies.copy(me, { items: [folderRefOf(from)] }, b, choice)) as OperationRow
      await finishOperation(operations, whole.id)
      t.match(await operations.find(me, whole.id), { state: 'done', result: { numbered, replaced, skipped } })
      await finishOperation(operations, (await operations.undo(me, whole.id)).id)
      t.same(await state(), before, `a whole copy with ${choice}, undone`)
    }
  },
)

t.test('D50 a merged folder into which an upload is being stored when the move ends is not trashed', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, browse, operations } = storage.api
  const me = await person()
  const [a, b] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  const [from] = [await seedOneFolder(db, me.ownerId, 'docs', a), await seedOneFolder(db, me.ownerId, 'docs', b)]
  await seedFolder(db, me.ownerId, 501, { parent: from })
  const op = (await bulk.move(me, { items: [folderRefOf(from)] }, b, 'merge')) as OperationRow
  while ((await browse.folder(me, from, {})).data.length > 0) await operations.step(op.id)
  let end: Promise<boolean> | undefined
  // As an upload does: the row is there, and acknowledged when the transaction ends.
  await db.transaction(async (tx) => {
    await lockNames(tx, me.ownerId)
    await seedOneFolder(tx as never, me.ownerId, 'uploaded', from)
    end = operations.step(op.id)
    await waitsForLock(db)
  })
  await end
  await finishOperation(operations, op.id)
  t.same((await browse.folder(me, from, {})).data.length, 1)
  t.same(await wrongCounters(db), [])
})

t.test('D50 restore: of more than 500 items too, `ask` changes nothing where a name is taken', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, operations, trash } = storage.api
  const me = await person()
  const [docs, gone] = [await seedOneFolder(db, me.ownerId, 'docs'), await seedOneFolder(db, me.ownerId, 'gone')]
  await seedFolder(db, me.ownerId, 501, { parent: docs })
  await finishOperation(operations, asOperation(await bulk.remove(me, selectAllIn(docs))).id)
  await seedFolder(db, me.ownerId, 1, { parent: gone, prefix: 'lost ' })
  const [lost] = await db.query<{ id: string }>('select id from items where parent_id = $1', [gone])
  await trash.remove(me, { items: [{ id: lost?.id as string, type: 'file' }] })
  await trash.remove(me, { items: [folderRefOf(gone)] })
  await seedFolder(db, me.ownerId, 1, { parent: docs })
  await seedFolder(db, me.ownerId, 1, { prefix: 'lost ' })
  const ask = (except: string[] = [], { toHome = false } = {}) =>
    bulk.restore(me, selectAllIn(null, 'trash', except), { toHome, onConflict: 'ask' })
  const taken = (...names: string[]) => ({
    code: 'name-conflict',
    extras: { body: { files: names.length, folders: 0, names } },
  })
  const state = () => db.query('select id, parent_id, name, trashed_at from items order by id')
  const before = await state()
  await t.rejects(ask(), taken('item 1.bin'), 'in their folders, of which one is restored too')
  await t.rejects(ask([gone]), taken('item 1.bin', 'lost 1.bin'), 'at the root where the folder stays in the trash')
  await t.rejects(ask([], { toHome: true }), taken('lost 1.bin'), 'at the root')
  t.same(await state(), before)
  t.same(await db.query('select 1 from operations where kind = $1', ['restore']), [])

  await db.query(`update items set name = 'free ' || name where trashed_at is null and not is_folder`)
  const restored = asOperation(await ask())
  await finishOperation(operations, restored.id)
  t.match(await operations.find(me, restored.id), { state: 'done', processed: 503, result: { numbered: 0 } })
  t.same(await wrongCounters(db), [])
})

t.test('D50 move: for random trees and choices no item is lost and undo restores the tree', async (t) => {
  const { api, me, build, state, sound, db } = await testTrees(t)
  const name = fc.constantFrom('a', 'b', 'c')
  const { tree } = fc.letrec<{ tree: TreeSpec; node: TreeSpec | number }>((tie) => ({
    tree: fc.dictionary(name, tie('node'), { maxKeys: 3 }),
    node: fc.oneof({ maxDepth: 3 }, fc.integer({ min: 1, max: 9 }), tie('tree')),
  }))
  const choice = fc.constantFrom<OnConflict>('merge', 'replace', 'skip', 'keep-both')
  await fc.assert(
    fc.asyncProperty(fc.record({ from: tree, to: tree }), choice, async (trees, onConflict) => {
      const ids = await build({ ...trees })
      const [from, to] = [ids.get('from') as string, ids.get('to') as string]
      const before = await state()
      const { operation } = await api.moves.move(me, allChildrenOf(from), to, onConflict)
      if ((await state()).length !== before.length) throw new Error('an item is missing')
      const repeated = await db.query(
        'select 1 from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1',
      )
      if (repeated.length > 0) throw new Error('two items of one name')
      await api.operations.undo(me, operation)
      const after = await state()
      if (JSON.stringify(after) !== JSON.stringify(before)) throw new Error('undo resulted in another tree')
      await api.trash.remove(me, {
        items: [folderRefOf(from), folderRefOf(to)].map((ref) => ({ ...ref, force_delete: true })),
      })
    }),
    { numRuns: 25 },
  )
  await sound(t)
})
