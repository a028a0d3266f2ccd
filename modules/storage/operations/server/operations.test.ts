import t from 'tap'
import { limitDeletes } from '../../../../tests/support/limit-deletes.ts'
import { asOperation, finishOperation, folderRefOf, selectAllIn } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { scopeOf, testStorage, testStorageHttp } from '../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'

t.test('R19: an operation that lost its worker while the clock was ahead goes on', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, operations } = storage.api
  const me = await person()
  const from = await seedOneFolder(db, me.ownerId, 'from')
  await seedFolder(db, me.ownerId, 2_100, { parent: from })
  const { id } = asOperation(await bulk.remove(me, selectAllIn(from)))
  const resumedAt = async (time: string) => {
    await db.query(`update operations set updated_at = now() + $2::interval where id = $1`, [id, time])
    return (await operations.resumeStale()).resumed
  }
  t.same([await resumedAt('1 year'), await resumedAt('1 second'), await resumedAt('-1 minute')], [1, 0, 1])
})

t.test('background operations: a selection is moved, undone, trashed, undone and purged', async (t) => {
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
  t.equal(
    await bulk.move(me, { items: [folderRefOf(from)] }, to),
    null,
    'a list changes one row per item and is not bulk',
  )
  await t.rejects(storage.api.moves.move(me, selectAllIn(null), to), { code: 'move-into-itself' })
  const moved = asOperation(await bulk.move(me, selectAllIn(from, 'files', [kept]), to))
  await finishOperation(operations, moved.id)
  t.same(await counts(), at(1, 2_099))
  await finishOperation(operations, (await operations.undo(me, moved.id)).id)
  t.same(await counts(), at(2_100, 0))
  const trashed = asOperation(await bulk.remove(me, selectAllIn(from)))
  await operations.step(trashed.id)
  await operations.step(trashed.id)
  t.same(await counts(), at(1_100, 0))
  t.same(await wrongCounters(db), [])
  await finishOperation(operations, trashed.id)
  t.same(
    await db.query('select distinct trashed_at from items where trashed_at is not null'),
    [{ trashed_at: trashed.created_at }],
    'one operation sets one time',
  )
  await finishOperation(operations, (await operations.undo(me, trashed.id)).id)
  t.same(await counts(), at(2_100, 0))
  await t.rejects(operations.undo(await person(), trashed.id), { code: 'operation-not-found' })
  const purged = asOperation(await bulk.remove(me, { ...selectAllIn(from), force_delete: true }))
  await finishOperation(operations, purged.id)
  t.match(await operations.find(me, purged.id), { state: 'done', processed: 2_100 })
  t.same(await counts(), at(0, 0))
  await seedFolder(db, me.ownerId, 900, { parent: from })
  await trash.remove(me, { items: [folderRefOf(from)] })
  const { until } = (await storage.api.browse.trash(me, 'all', {})).meta
  await trash.remove(me, { items: [folderRefOf(await seedOneFolder(db, me.ownerId, 'later'))] })
  const dumped = asOperation(await bulk.dump(me, until))
  await finishOperation(operations, dumped.id)
  t.match(await operations.find(me, dumped.id), { state: 'done', processed: 901, total: 901 })
  const usage = await db.query(
    'select used_bytes as used, reserved_bytes as reserved, root_count, trash_count from usage where user_id = $1',
    [me.ownerId],
  )
  t.same(usage, [{ used: 0, reserved: 0, root_count: 1, trash_count: 1 }])
  t.same(await wrongCounters(db), [])
})

t.test('purge: hides the items at once and keeps blobs that a concurrent copy shares', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { bulk, copies, operations, browse } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 1_500, { parent: source })
  const copy = asOperation(await copies.copy(me, { items: [folderRefOf(source)] }, null))
  const purge = asOperation(await bulk.remove(me, { items: [{ ...folderRefOf(source), force_delete: true }] }))
  t.same((await browse.folder(me, 'all', {})).data, [])
  // Both operations run alternately, batch by batch.
  let running = true
  while (running) running = (await Promise.all([operations.step(copy.id), operations.step(purge.id)])).some(Boolean)
  t.match(await operations.find(me, purge.id), { state: 'done' })
  t.same(await wrongCounters(db), [])
  t.same(
    await db.query(
      'select 1 from items i left join blobs b on b.id = i.blob_id where not i.is_folder and b.id is null',
    ),
    [],
  )
})

t.test('copy: ends although its target, or a copy, is moved into the source meanwhile', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, moves, operations } = storage.api
  for (const moved of ['target', 'copy']) {
    const me = await person()
    const source = await seedOneFolder(db, me.ownerId, 'source')
    const target = await seedOneFolder(db, me.ownerId, 'target')
    const inner = await seedOneFolder(db, me.ownerId, 'inner', source)
    await seedFolder(db, me.ownerId, 2, { parent: inner })
    await seedFolder(db, me.ownerId, 2_500, { parent: source })
    const copy = asOperation(await copies.copy(me, { items: [folderRefOf(source)] }, target))
    await operations.step(copy.id)
    const children = await db.query<{ id: string }>('select id from items where parent_id = $1', [target])
    t.equal(children.length, 1)
    const into = moved === 'target' ? target : (children[0]?.id as string)
    await moves.move(me, { items: [folderRefOf(into)] }, inner)
    let steps = 0
    while (steps < 50 && (await operations.step(copy.id))) steps += 1
    t.ok(steps < 50, `${moved}: ${steps} steps`)
    t.match(await operations.find(me, copy.id), { state: 'done' })
    const [{ n }] = (await db.query('select count(*)::int as n from items where owner_id = $1', [me.ownerId])) as [
      { n: number },
    ]
    t.ok(n < 5_100, `${moved}: ${n} items of 2,505`)
  }
  t.same(await wrongCounters(db), [])
})

t.test('operations: a failed one is listed until it is dismissed, others for a moment', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { operations, trash } = storage.api
  const me = await person()
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'from'), await seedOneFolder(db, me.ownerId, 'to')]
  await seedFolder(db, me.ownerId, 600, { parent: from })
  const move = asOperation(await storage.api.bulk.move(me, selectAllIn(from), to))
  const copied = asOperation(await storage.api.copies.copy(me, selectAllIn(from), null))
  await operations.cancel(me, copied.id)
  await trash.remove(me, { items: [folderRefOf(to)] })
  await operations.worker.work(move.id)
  await db.query(`update operations set updated_at = now() - interval '1 hour'`)
  const listed = async () => (await operations.list(me)).filter(({ state }) => state !== 'running')
  t.match(await listed(), [{ id: move.id, state: 'failed', error: 'parent-not-found' }])
  t.match(await operations.cancel(me, move.id), { state: 'failed' })
  t.same(await listed(), [])
})

t.test('operations: one can be read by its id until its undo expires, by whoever began it', async (t) => {
  const { platform, storage, person, call } = await testStorageHttp(t)
  const { db } = platform
  const me = await person()
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'from'), await seedOneFolder(db, me.ownerId, 'to')]
  await seedFolder(db, me.ownerId, 501, { parent: from })
  const begun = await call(me, 'POST', '/api/move', { ...selectAllIn(from), to_id: to })
  t.equal(begun.status, 202)
  const { id } = begun.body.data
  const read = (by = me) => call(by, 'GET', `/api/operations/${id}`)
  t.match(await read(), { status: 200, body: { data: { id, attributes: { kind: 'move', to_id: to } } } })
  await finishOperation(storage.api.operations, id)
  const endedDaysAgo = (days: number) =>
    db.query('update operations set updated_at = now() - make_interval(days => $1)', [days])
  await endedDaysAgo(6)
  t.same((await call(me, 'GET', '/api/operations')).body, { data: [] })
  const result = { merged: 0, replaced: 0, skipped: 0, numbered: 0 }
  t.match(await read(), { status: 200, body: { data: { attributes: { state: 'done', done: 501, result } } } })
  t.match(await read(await person()), { status: 404, body: { code: 'operation-not-found' } })
  await endedDaysAgo(8)
  t.equal((await read()).status, 404)
})

t.test('operations: failed ones that are never dismissed hide neither running nor newer ones', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { operations } = storage.api
  const me = await person()
  const create = () => operations.create(me, { kind: 'purge', input: {} })
  const running = await create()
  for (let n = 0; n < 101; n++) await create()
  await db.query(`update operations set state = 'failed' where id <> $1`, [running.id])
  const newest = await create()
  await db.query(`update operations set state = 'failed' where id = $1`, [newest.id])
  const listed = await operations.list(me)
  t.equal(listed.length, 100)
  t.equal(listed[0]?.id, running.id, 'the oldest is the first')
  t.equal(listed.at(-1)?.id, newest.id)
})

t.test('operations: operations that ended a week ago are deleted in batches, and cannot be undone', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { operations } = storage.api
  const me = await person()
  const ended = async (days: number) => {
    const { id } = await operations.create(me, { kind: 'trash', input: {} })
    await db.query(
      'insert into operation_items (operation_id, item_id) select $1, gen_random_uuid() from generate_series(1, 2100)',
      [id],
    )
    await db.query(
      `update operations set state = 'done', updated_at = now() - make_interval(days => $2) where id = $1`,
      [id, days],
    )
    return id
  }
  const [old, young] = [await ended(8), await ended(6)]
  await t.rejects(operations.undo(me, old), { code: 'operation-not-found' }, 'its list may be deleted in part')
  t.teardown(await limitDeletes(db, 'operation_items'))
  await operations.resumeStale()
  t.same(await db.query('select id from operations'), [{ id: young }])
  t.same(await db.query('select distinct operation_id as id from operation_items'), [{ id: young }])
})

t.test(
  'operations: hidden folders that cannot be purged do not stop the purge of folders of other accounts',
  async (t) => {
    const { platform, storage, person } = await testStorage(t)
    const { db } = platform
    const people = [(await person()).ownerId, (await person()).ownerId]
    // In each order.
    for (const broken of people) {
      for (const ownerId of people) {
        const id = await seedOneFolder(db, ownerId, 'merged')
        await storage.api.trash.remove(scopeOf(ownerId), { items: [folderRefOf(id)] })
        await db.query('update items set merged_by = gen_random_uuid() where id = $1', [id])
        await db.query('update usage set trash_count = 0 where user_id = $1', [ownerId])
      }
      await db.query(`create function keep() returns trigger language plpgsql as
      $$ begin if old.owner_id = '${broken}' then raise 'broken'; end if; return old; end $$`)
      await db.query('create trigger keep before delete on items for each row execute function keep()')
      await t.rejects(storage.api.operations.resumeStale(), /broken/)
      t.same(await db.query('select owner_id from items'), [{ owner_id: broken }])
      await db.query('drop function keep cascade')
      await storage.api.operations.resumeStale()
      t.same(await db.query('select 1 from items'), [])
    }
  },
)

t.test('R10 operations: a purge that ends when the process stops has not failed', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db, jobs } = platform
  const { bulk, operations } = storage.api
  const me = await person()
  const from = await seedOneFolder(db, me.ownerId, 'from')
  await seedFolder(db, me.ownerId, 600, { parent: from, folders: 0 })
  const purged = asOperation(await bulk.remove(me, { ...selectAllIn(from), force_delete: true }))
  await jobs.stop()
  await t.rejects(operations.worker.work(purged.id), /the process stops/)
  t.match(await operations.find(me, purged.id), { state: 'running', attempts: 0 })
  t.same(await db.query('select count(*)::int as n from items'), [{ n: 601 }])
})
