import t from 'tap'
import { asOperation, finishOperation, folderRefOf, selectAllIn } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Scope } from '../../tree/index.ts'

/** Storage of one account, with helpers for items whose state changes while an operation runs. */
const setUp = async (t: Parameters<typeof testStorage>[0]) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const idsIn = async (parent: string | null) =>
    (
      await db.query<{ id: string }>(
        'select id from items where owner_id = $1 and parent_id is not distinct from $2 order by name, id',
        [me.ownerId, parent],
      )
    ).map(({ id }) => id)
  /** The items that still exist, with their folder and whether they are in the trash. */
  const stateOf = (ids: readonly string[]) =>
    db.query(
      'select id, parent_id, trashed_at is not null as trashed from items where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    )
  return { db, api: storage.api, me, idsIn, stateOf }
}
const file = (id: string) => ({ id, type: 'file' })

t.test('emptying the trash: items that are restored before their batch stay', async (t) => {
  const { db, api, me, idsIn, stateOf } = await setUp(t)
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 510, { parent })
  const ids = await idsIn(parent)
  const [restored, again, kept] = ids as [string, string, string]
  await api.trash.remove(me, { items: ids.slice(0, 500).map(file) })
  await api.trash.remove(me, { items: ids.slice(500).map(file) })
  const op = asOperation(await api.bulk.dump(me))
  await api.operations.step(op.id)
  await api.restore.restore(me, { items: [file(restored), file(again)] })
  await api.trash.remove(me, { items: [file(again)] })
  await finishOperation(api.operations, op.id)
  t.same(await stateOf([restored, again, kept]), [
    { id: restored, parent_id: parent, trashed: false },
    { id: again, parent_id: parent, trashed: true },
  ])
  t.match(await api.operations.find(me, op.id), { state: 'done', processed: 508 })
  t.same(await wrongCounters(db), [])
})

t.test('emptying a folder in the trash: its items stay when the folder is restored before their batch', async (t) => {
  const { db, api, me, idsIn } = await setUp(t)
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 510, { parent })
  await api.trash.remove(me, { items: [folderRefOf(parent)] })
  const op = asOperation(await api.bulk.remove(me, { ...selectAllIn(parent, 'trash'), force_delete: true }))
  await api.operations.step(op.id)
  await api.restore.restore(me, { items: [folderRefOf(parent)] })
  await finishOperation(api.operations, op.id)
  t.equal((await idsIn(parent)).length, 510)
  t.same(await wrongCounters(db), [])
})

t.test("permanent deletion of a folder's items: items that are moved out before their batch stay", async (t) => {
  const { db, api, me, idsIn, stateOf } = await setUp(t)
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 510, { parent })
  const [moved, trashed] = (await idsIn(parent)) as [string, string]
  const op = asOperation(await api.bulk.remove(me, { ...selectAllIn(parent), force_delete: true }))
  await api.operations.step(op.id)
  await api.moves.move(me, { items: [file(moved)] }, null)
  await api.trash.remove(me, { items: [file(trashed)] })
  await finishOperation(api.operations, op.id)
  t.same(await stateOf([moved, trashed]), [{ id: moved, parent_id: null, trashed: false }])
  t.same(await idsIn(parent), [])
  t.same(await wrongCounters(db), [])
})

t.test('permanent deletion: items that get into the folder or the trash after the request stay', async (t) => {
  const { db, api, me, idsIn, stateOf } = await setUp(t)
  const [parent, other] = [await seedOneFolder(db, me.ownerId, 'parent'), await seedOneFolder(db, me.ownerId, 'other')]
  await seedFolder(db, me.ownerId, 510, { parent })
  await seedFolder(db, me.ownerId, 3, { parent: other })
  const [moved, returned, trashed] = (await idsIn(other)) as [string, string, string]
  await api.moves.move(me, { items: [file(returned)] }, parent)
  await api.trash.remove(me, { items: [file(returned)] })
  const removal = asOperation(await api.bulk.remove(me, { ...selectAllIn(parent), force_delete: true }))
  t.match(removal, { state: 'running', total: 510 })
  const { id: created } = await api.folders.create(me, { name: 'created', parent_id: parent })
  await api.moves.move(me, { items: [file(moved)] }, parent)
  await api.restore.restore(me, { items: [file(returned)] })
  await finishOperation(api.operations, removal.id)
  const late = [created, moved, returned]
  t.same(
    await stateOf(late),
    late.map((id) => ({ id, parent_id: parent, trashed: false })),
  )
  t.equal((await idsIn(parent)).length, 3)

  const full = await seedOneFolder(db, me.ownerId, 'full')
  await seedFolder(db, me.ownerId, 510, { parent: full })
  await api.trash.remove(me, { items: [folderRefOf(full)] })
  const dump = asOperation(await api.bulk.dump(me))
  await api.trash.remove(me, { items: [file(trashed)] })
  await finishOperation(api.operations, dump.id)
  t.match(await api.operations.find(me, dump.id), { state: 'done', processed: 511, total: 511 })
  t.same(await stateOf([full, trashed]), [{ id: trashed, parent_id: other, trashed: true }])
  t.same(await wrongCounters(db), [])
})

t.test('permanent deletion of a listed folder: it stays when it is restored before its batch', async (t) => {
  const { db, api, me, stateOf } = await setUp(t)
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 510, { parent })
  const op = asOperation(await api.bulk.remove(me, { items: [{ ...folderRefOf(parent), force_delete: true }] }))
  await api.restore.restore(me, { items: [folderRefOf(parent)] })
  await finishOperation(api.operations, op.id)
  t.same(await stateOf([parent]), [{ id: parent, parent_id: null, trashed: false }])
  t.same(await wrongCounters(db), [])
})

t.test(
  'restore: items that were restored, and perhaps trashed again, before their batch stay where they are',
  async (t) => {
    const { db, api, me, idsIn, stateOf } = await setUp(t)
    const parent = await seedOneFolder(db, me.ownerId, 'parent')
    await seedFolder(db, me.ownerId, 510, { parent })
    const ids = await idsIn(parent)
    const [restored, again, ordinary] = ids as [string, string, string]
    await api.trash.remove(me, { items: ids.slice(0, 500).map(file) })
    await api.trash.remove(me, { items: ids.slice(500).map(file) })
    const op = asOperation(await api.bulk.restore(me, selectAllIn(null, 'trash')))
    await api.operations.step(op.id)
    await api.restore.restore(me, { items: [file(restored), file(again)] })
    await api.trash.remove(me, { items: [file(again)] })
    await finishOperation(api.operations, op.id)
    t.same(await stateOf([restored, again, ordinary]), [
      { id: restored, parent_id: parent, trashed: false },
      { id: again, parent_id: parent, trashed: true },
      { id: ordinary, parent_id: parent, trashed: false },
    ])
    t.same(await wrongCounters(db), [])
  },
)

t.test(
  'restore of what is in a trashed folder: it stays there when the folder is restored before the batch',
  async (t) => {
    const { db, api, me, idsIn } = await setUp(t)
    const outer = await seedOneFolder(db, me.ownerId, 'outer')
    const parent = await seedOneFolder(db, me.ownerId, 'parent', outer)
    await seedFolder(db, me.ownerId, 510, { parent })
    await api.trash.remove(me, { items: [folderRefOf(outer)] })
    for (const early of [true, false]) {
      const op = asOperation(await api.bulk.restore(me, selectAllIn(parent, 'trash')))
      await api.operations.step(op.id)
      if (early) await api.restore.restore(me, { items: [folderRefOf(outer)] })
      await finishOperation(api.operations, op.id)
      t.equal((await idsIn(parent)).length, early ? 510 : 0)
      t.same(await wrongCounters(db), [])
      if (early) await api.trash.remove(me, { items: [folderRefOf(outer)] })
    }
  },
)

t.test('undo of a removal: items that were restored and trashed again stay in the trash', async (t) => {
  const { db, api, me, idsIn, stateOf } = await setUp(t)
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 510, { parent })
  const [again, ordinary] = (await idsIn(parent)) as [string, string]
  const op = asOperation(await api.bulk.remove(me, selectAllIn(parent)))
  await finishOperation(api.operations, op.id)
  await api.restore.restore(me, { items: [file(again)] })
  await api.trash.remove(me, { items: [file(again)] })
  await finishOperation(api.operations, (await api.operations.undo(me, op.id)).id)
  t.same(await stateOf([again, ordinary]), [
    { id: again, parent_id: parent, trashed: true },
    { id: ordinary, parent_id: parent, trashed: false },
  ])
  t.same(await wrongCounters(db), [])
})

t.test('copy: goes on without a copied folder that is purged meanwhile', async (t) => {
  const { db, api, me, idsIn } = await setUp(t)
  const target = await seedOneFolder(db, me.ownerId, 'target')
  const sources = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  for (const parent of sources) await seedFolder(db, me.ownerId, 1_200, { parent })
  const op = asOperation(await api.copies.copy(me, { items: sources.map(folderRefOf) }, target))
  await api.operations.step(op.id)
  const [purged, other] = (await idsIn(target)) as [string, string]
  await api.trash.remove(me, { items: [{ ...folderRefOf(purged), force_delete: true }] })
  await finishOperation(api.operations, op.id)
  t.match(await api.operations.find(me, op.id), { state: 'done' })
  t.same(await idsIn(target), [other])
  t.equal((await idsIn(other)).length, 1_200)
  t.same(await wrongCounters(db), [])
})

t.test(
  'a folder that its owner moves out of the scope meanwhile: its items are not copied, moved or trashed',
  async (t) => {
    const { db, api, me, idsIn } = await setUp(t)
    const shared = await seedOneFolder(db, me.ownerId, 'shared')
    const [target, source] = [
      await seedOneFolder(db, me.ownerId, 'target', shared),
      await seedOneFolder(db, me.ownerId, 'source', shared),
    ]
    await seedFolder(db, me.ownerId, 510, { parent: source })
    api.grants.register('test', {
      isValid: async () => true,
      authorizeChunk: async (scope, chunk) => ({ scope, chunk }),
      failureReasons: {},
    })
    const editor: Scope = { ...me, root: shared, permission: 'editor', grant: { kind: 'test' } }
    const starts = {
      copy: () => api.copies.copy(editor, { items: [folderRefOf(source)] }, target),
      move: () => api.bulk.move(editor, selectAllIn(source), target),
      trash: () => api.bulk.remove(editor, selectAllIn(source)),
    }
    for (const [kind, start] of Object.entries(starts)) {
      const op = asOperation(await start())
      await api.operations.step(op.id)
      await api.moves.move(me, { items: [folderRefOf(source)] }, null)
      await finishOperation(api.operations, op.id)
      t.match(await api.operations.find(me, op.id), { state: 'done' }, kind)
      t.equal((await idsIn(source)).length, 510, kind)
      t.same(await db.query('select id from items where trashed_at is not null'), [], kind)
      for (const id of await idsIn(target)) t.same(await idsIn(id), [], kind)
      t.same(await wrongCounters(db), [])
      await api.moves.move(me, { items: [folderRefOf(source)] }, shared)
    }
  },
)

t.test(
  'selections: items that are created, moved in or trashed after the request are not moved, trashed or restored',
  async (t) => {
    const { db, api, me, idsIn, stateOf } = await setUp(t)
    const [parent, target] = [
      await seedOneFolder(db, me.ownerId, 'parent'),
      await seedOneFolder(db, me.ownerId, 'target'),
    ]
    await seedFolder(db, me.ownerId, 510, { parent })
    const moved = asOperation(await api.bulk.move(me, selectAllIn(parent), target))
    const { id: late } = await api.folders.create(me, { name: 'late', parent_id: parent })
    const movedIn = await seedOneFolder(db, me.ownerId, 'moved in')
    await db.query(`update items set created_at = created_at - interval '1 day' where id = $1`, [movedIn])
    await api.moves.move(me, { items: [folderRefOf(movedIn)] }, parent)
    await finishOperation(api.operations, moved.id)
    t.same((await idsIn(parent)).sort(), [late, movedIn].sort())
    const trashed = asOperation(await api.bulk.remove(me, selectAllIn(target)))
    const { id: later } = await api.folders.create(me, { name: 'later', parent_id: target })
    await finishOperation(api.operations, trashed.id)
    t.same(await stateOf([later]), [{ id: later, parent_id: target, trashed: false }])
    const restored = asOperation(await api.bulk.restore(me, selectAllIn(null, 'trash')))
    await api.trash.remove(me, { items: [folderRefOf(late)] })
    await finishOperation(api.operations, restored.id)
    t.match(await api.operations.find(me, restored.id), { state: 'done', processed: 510 })
    t.same(await stateOf([late]), [{ id: late, parent_id: parent, trashed: true }])
    t.same(await wrongCounters(db), [])
  },
)
