import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Selection } from '../../tree/contract.ts'
import type { CompletedCopy } from './copy.ts'
import type { OperationRow } from './operation.row.ts'
import type { Operations } from './operations.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const all = (parent_id: string | null, view: Selection['view'] = 'files', except: string[] = []) => ({
  selection: { view, parent_id, except },
})
const finish = async (operations: Operations, id: string): Promise<void> => {
  while (await operations.step(id));
}
const asOperation = (made: unknown): OperationRow => {
  if (made === null || !('state' in (made as object))) throw new Error('it was small')
  return made as OperationRow
}

t.test('a small copy is made at once, whole, under a free name, and counts for the ownerId', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, browse, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'v1.2')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', source)
  await seedFolder(db, me.ownerId, 30, { parent: source })
  await seedFolder(db, me.ownerId, 5, { parent: inner })
  const first = await copies.copy(me, { items: [folder(source)] }, null)
  t.match(first, { items: [{ name: 'v1.2 (1)', is_folder: true, child_count: 31, parent_id: null }] })
  t.match(await copies.copy(me, { items: [folder(source)] }, null), { items: [{ name: 'v1.2 (2)' }] })
  const [copy] = (first as CompletedCopy).items
  const below = await browse.folder(me, copy?.id as string, { sort: 'name' })
  t.equal(below.data[0]?.data.attributes.name, 'inner')
  t.equal(below.meta.paginate.total, 31)
  const [file] = (await browse.folder(me, inner, { sort: 'name' })).data
  t.match(await copies.copy(me, { items: [{ id: file?.data.id as string, type: 'file' }] }, inner), {
    items: [{ name: 'item 1 (1).bin' }],
  })
  t.same(await wrongCounters(db), [])
  t.same(await operations.list(me), [], 'what was answered at once is no news')
})

t.test('a copy that has no room writes nothing; into itself it is refused', async (t) => {
  const limits = { limit: 1_000_000_000 as number | null }
  const { platform, storage, person } = await testStorage(t, {
    canUpload: async () => ({ allowed: true, ...limits }),
  })
  const { db } = platform
  const { copies } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', source)
  await seedFolder(db, me.ownerId, 40, { parent: source })
  const [{ used }] = (await db.query('select used_bytes as used from usage')) as [{ used: number }]
  limits.limit = 2 * used - 1
  await t.rejects(copies.copy(me, { items: [folder(source)] }, null), { code: 'quota-exceeded', status: 423 })
  t.same(await db.query('select count(*) as n from items'), [{ n: 42 }])
  limits.limit = 2 * used
  await t.rejects(copies.copy(me, { items: [folder(source)] }, inner), { code: 'copy-into-itself' })
  await t.rejects(copies.copy(me, { items: [folder(source)] }, source), { code: 'copy-into-itself' })
  await copies.copy(me, { items: [folder(source)] }, null)
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved from usage'), [
    { used: 2 * used, reserved: 0 },
  ])
  const stranger = await person()
  await t.rejects(copies.copy(stranger, { items: [folder(source)] }, null), { code: 'item-not-found' })
  t.same(await wrongCounters(db), [])
})

t.test('a large copy reserves its bytes, goes on by steps and keeps the counters right at each', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  const deep = await seedOneFolder(db, me.ownerId, 'deep', source)
  await seedFolder(db, me.ownerId, 2_500, { parent: source, folders: 0.1 })
  await seedFolder(db, me.ownerId, 300, { parent: deep })
  const [{ used }] = (await db.query('select used_bytes as used from usage')) as [{ used: number }]
  const op = asOperation(await copies.copy(me, { items: [folder(source)] }, null))
  t.match(op, { kind: 'copy', state: 'running', processed: 0, total: 2_802 })
  t.same(await db.query('select reserved_bytes as reserved from usage'), [{ reserved: used }])
  while (await operations.step(op.id)) t.same(await wrongCounters(db), [])
  t.match(await operations.find(me, op.id), { state: 'done', processed: 2_802, reserved_bytes: 0 })
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved from usage'), [
    { used: 2 * used, reserved: 0 },
  ])
  await t.rejects(copies.copy(me, all(source), deep), { code: 'copy-into-itself' })
})

t.test('select all in place: each gets a name of its own, and the copies are not copied again', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 2_300, { parent, folders: 0.02 })
  for (const place of [parent, null]) {
    if (place === null) await seedFolder(db, me.ownerId, 1_200)
    const op = asOperation(await copies.copy(me, all(place), place))
    await finish(operations, op.id)
    const rows = await db.query<{ name: string }>(
      'select name from items where parent_id is not distinct from $1 and owner_id = $2',
      [place, me.ownerId],
    )
    t.equal(rows.length, place ? 4_600 : 2_402)
    t.equal(new Set(rows.map(({ name }) => name)).size, rows.length)
  }
  t.same(await wrongCounters(db), [])
})

t.test('a copy that is stopped leaves nothing', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 3_000, { parent: source })
  const before = await db.query('select used_bytes as used, reserved_bytes as reserved, root_count from usage')
  const op = asOperation(await copies.copy(me, { items: [folder(source)] }, null))
  for (let step = 0; step < 3; step++) await operations.step(op.id)
  t.match(await operations.cancel(me, op.id), { state: 'cancelled' })
  t.equal(await operations.step(op.id), false)
  const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
  await finish(operations, purge?.id as string)
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved, root_count from usage'), before)
  t.same(await db.query('select count(*) as n from items'), [{ n: 3_001 }])
  await t.rejects(operations.cancel(await person(), op.id), { code: 'operation-not-found' })
  t.same(await wrongCounters(db), [])
})

t.test('whole selections: moved, taken back, trashed, taken back, removed for ever', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, operations, trash } = storage.api
  const me = await person()
  const from = await seedOneFolder(db, me.ownerId, 'from')
  const to = await seedOneFolder(db, me.ownerId, 'to')
  await seedFolder(db, me.ownerId, 2_100, { parent: from, folders: 0.1 })
  const counts = () =>
    db.query(
      'select name, child_count as n, trashed_at is not null as trashed from items where id = any($1) order by name',
      [[from, to]],
    )
  const at = (n: number, m: number) => [
    { name: 'from', n, trashed: false },
    { name: 'to', n: m, trashed: false },
  ]
  const [{ id: kept }] = (await db.query('select id from items where parent_id = $1 limit 1', [from])) as [
    { id: string },
  ]
  t.equal(await bulk.move(me, { items: [folder(from)] }, to), null, 'a list is small: one row each')
  await t.rejects(storage.api.moves.move(me, all(null), to), { code: 'move-into-itself' })
  const moved = asOperation(await bulk.move(me, all(from, 'files', [kept]), to))
  await finish(operations, moved.id)
  t.same(await counts(), at(1, 2_099))
  await finish(operations, (await operations.undo(me, moved.id)).id)
  t.same(await counts(), at(2_100, 0))
  const trashed = asOperation(await bulk.remove(me, all(from)))
  await operations.step(trashed.id)
  await operations.step(trashed.id)
  t.same(await counts(), at(1_100, 0))
  t.same(await wrongCounters(db), [])
  await finish(operations, trashed.id)
  t.same(
    await db.query('select distinct trashed_at from items where trashed_at is not null'),
    [{ trashed_at: trashed.created_at }],
    'one deed, one time',
  )
  await finish(operations, (await operations.undo(me, trashed.id)).id)
  t.same(await counts(), at(2_100, 0))
  await t.rejects(operations.undo(await person(), trashed.id), { code: 'operation-not-found' })
  const purged = asOperation(await bulk.remove(me, { ...all(from), force_delete: true }))
  await finish(operations, purged.id)
  t.match(await operations.find(me, purged.id), { state: 'done', processed: 2_100 })
  t.same(await counts(), at(0, 0))
  await seedFolder(db, me.ownerId, 900, { parent: from })
  await trash.remove(me, { items: [folder(from)] })
  const dumped = asOperation(await bulk.dump(me))
  await finish(operations, dumped.id)
  t.match(await operations.find(me, dumped.id), { state: 'done', processed: 901, total: 901 })
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved, root_count, trash_count from usage'), [
    { used: 0, reserved: 0, root_count: 1, trash_count: 0 },
  ])
  t.same(await wrongCounters(db), [])
})

t.test('what is forced out of sight is out of sight at once; blobs that a copy shares stay', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, copies, operations, browse } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 1_500, { parent: source })
  const copy = asOperation(await copies.copy(me, { items: [folder(source)] }, null))
  const purge = asOperation(await bulk.remove(me, { items: [{ ...folder(source), force_delete: true }] }))
  t.same((await browse.folder(me, 'all', {})).data, [])
  // Both at once, step by step.
  let going = true
  while (going) going = (await Promise.all([operations.step(copy.id), operations.step(purge.id)])).some(Boolean)
  t.match(await operations.find(me, purge.id), { state: 'done' })
  t.same(await wrongCounters(db), [])
  t.same(
    await db.query(
      'select 1 from items i left join blobs b on b.id = i.blob_id where not i.is_folder and b.id is null',
    ),
    [],
  )
})
