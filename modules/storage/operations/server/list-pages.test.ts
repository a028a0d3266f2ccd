import t from 'tap'
import { asOperation, finishOperation, folderRefOf, selectAllIn } from '../../../../tests/support/operations.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { seedFolder, seedOneFolder, settle } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Db } from '../../../platform/index.ts'
import { resolveSelection } from '../../tree/index.ts'
import { selectionPageSql } from './list-pages.ts'
import type { OperationRow } from './operation.row.ts'

/** Makes transactions fail that write more rows of the table. */
const limitRows = async (db: Db, table: string, action: 'insert' | 'update', limit: number) => {
  const counter = `test.${table}_rows`
  await db.query(`create function limit_${table}() returns trigger language plpgsql as $$
    declare rows int := coalesce(nullif(current_setting('${counter}', true), ''), '0')::int + (select count(*) from written);
    begin
      if rows > ${limit} then raise exception '% rows of ${table} in one transaction', rows using errcode = '57014'; end if;
      perform set_config('${counter}', rows::text, true);
      return null;
    end $$`)
  await db.query(`create trigger limit_rows after ${action} on ${table} referencing new table as written
    for each statement execute function limit_${table}()`)
}

const storageWithLimits = async (...args: Parameters<typeof testStorage>) => {
  const test = await testStorage(...args)
  await limitRows(test.platform.db, 'operation_items', 'insert', 10_000)
  await limitRows(test.platform.db, 'items', 'update', 2_500)
  return test
}

t.test('lists of more than one page: no transaction grows with the selection, nor with what is undone', async (t) => {
  const { platform, storage, person } = await storageWithLimits(t)
  const { db } = platform
  const { bulk, operations } = storage.api
  const me = await person()
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'from'), await seedOneFolder(db, me.ownerId, 'to')]
  await seedFolder(db, me.ownerId, 10_500, { parent: from, folders: 0.1 })
  const active = async () =>
    (
      await db.query<{ n: number }>(
        'select count(*) as n from items where parent_id = any($1::uuid[]) and trashed_at is null group by parent_id',
        [[from, to]],
      )
    ).map(({ n }) => n)
  const run = async (op: OperationRow) => {
    await finishOperation(operations, op.id)
    t.match(await operations.find(me, op.id), { kind: op.kind, state: 'done', processed: 10_500, total: 10_500 })
    t.same(await wrongCounters(db), [])
  }
  const undo = async (id: string) => run(await operations.undo(me, id))
  const moved = asOperation(await bulk.move(me, selectAllIn(from), to))
  t.ok(await operations.step(moved.id))
  t.match(await operations.find(me, moved.id), { total: null, prepared: false, processed: 0 })
  await run(moved)
  await undo(moved.id)
  const stopped = asOperation(await bulk.remove(me, selectAllIn(from)))
  await operations.step(stopped.id)
  t.match(await operations.cancel(me, stopped.id), { state: 'cancelled', total: null }, 'while its list is written')
  t.same(await active(), [10_500])
  const trashed = asOperation(await bulk.remove(me, selectAllIn(from)))
  await run(trashed)
  await undo(trashed.id)
  await run(asOperation(await bulk.remove(me, selectAllIn(from))))
  const restored = asOperation(await bulk.restore(me, selectAllIn(null, 'trash')))
  await run(restored)
  t.same(await active(), [10_500])
  await undo(restored.id)
  t.same(await active(), [])
  // Items to be deleted permanently are listed before the response.
  await db.query('alter table operation_items disable trigger user')
  await run(asOperation(await bulk.dump(me)))
})

t.test('lists: copies of more than one page are deleted when the copy is cancelled', async (t) => {
  const { platform, storage, person } = await storageWithLimits(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'from'), await seedOneFolder(db, me.ownerId, 'to')]
  await seedFolder(db, me.ownerId, 10_600, { parent: from })
  const copy = asOperation(await copies.copy(me, selectAllIn(from), to))
  while ((await operations.find(me, copy.id)).processed < 10_500) await operations.step(copy.id)
  await operations.cancel(me, copy.id)
  const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
  await finishOperation(operations, purge?.id as string)
  t.match(await operations.find(me, purge?.id as string), { state: 'done', processed: 10_600 })
  t.same(await db.query('select count(*) as n from items'), [{ n: 10_602 }])
  t.same(await wrongCounters(db), [])
})

t.test('lists: the undo of a merge returns the merged folders in batches', async (t) => {
  const { platform, storage, person } = await storageWithLimits(t)
  const { db } = platform
  const { bulk, operations, trash } = storage.api
  const me = await person()
  const [a, b] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  const docs = await seedOneFolder(db, me.ownerId, 'docs', a)
  await seedFolder(db, me.ownerId, 2_600, { parent: docs, folders: 1 })
  await seedFolder(db, me.ownerId, 2_600, { parent: await seedOneFolder(db, me.ownerId, 'docs', b), folders: 1 })
  const state = () =>
    db.query(
      'select id, parent_id, name, child_count, trashed_at, merged_by from items where owner_id = $1 order by id',
      [me.ownerId],
    )
  const runAndUndo = async (op: OperationRow) => {
    const before = await state()
    await finishOperation(operations, op.id)
    t.match(await operations.find(me, op.id), { state: 'done', result: { merged: 2_601 } })
    const undo = await operations.undo(me, op.id)
    await finishOperation(operations, undo.id)
    t.match(await operations.find(me, undo.id), { state: 'done' })
    t.strictSame(await state(), before, `${op.kind} undone`)
    t.same(await wrongCounters(db), [])
  }
  await runAndUndo(asOperation(await bulk.move(me, { items: [folderRefOf(docs)] }, b, 'merge')))
  await trash.remove(me, { items: [folderRefOf(docs)] })
  await seedFolder(db, me.ownerId, 2_600, { parent: await seedOneFolder(db, me.ownerId, 'docs', a), folders: 1 })
  await runAndUndo(asOperation(await bulk.restore(me, { items: [folderRefOf(docs)] }, { onConflict: 'merge' })))
})

t.test('plans: a page of a list is read from the index of the listing', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 20_000, { parent, folders: 0.2 })
  await seedFolder(db, me.ownerId, 3_000, { folders: 0.2 })
  await db.query(`update items set trashed_at = created_at where parent_id is null and size % 2 = 1`)
  const op = asOperation(await storage.api.bulk.remove(me, selectAllIn(parent)))
  const cases = [
    [selectAllIn(parent), 'created_at', 'child_created'],
    [selectAllIn(null), 'created_at', 'root_created'],
  ] as const
  await settle(db)
  for (const [targets, time, index] of cases) {
    const plan = await planOf(db, selectionPageSql(await resolveSelection(db, me, targets), time, op, 10_000))
    t.match(plan, `Index Scan Backward using items_${index}_index on items`)
    t.notMatch(plan, /Sort Key: i\./, index)
  }
})
