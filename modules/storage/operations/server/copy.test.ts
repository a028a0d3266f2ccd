import t from 'tap'
import { asOperation, finishOperation, folderRefOf, selectAllIn } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Db } from '../../../platform/index.ts'
import type { CompletedCopy } from './copy.ts'

t.test('copy: a small copy is complete in the response, numbered, and charged to the owner', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, browse, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'v1.2')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', source)
  await seedFolder(db, me.ownerId, 30, { parent: source })
  await seedFolder(db, me.ownerId, 5, { parent: inner })
  const first = await copies.copy(me, { items: [folderRefOf(source)] }, null)
  t.match(first, { items: [{ name: 'v1.2 (1)', is_folder: true, child_count: 31, parent_id: null }] })
  t.match(await copies.copy(me, { items: [folderRefOf(source)] }, null), { items: [{ name: 'v1.2 (2)' }] })
  const [copy] = (first as CompletedCopy).items
  const below = await browse.folder(me, copy?.id as string, { sort: 'name' })
  t.equal(below.data[0]?.data.attributes.name, 'inner')
  t.equal(below.meta.paginate.total, 31)
  const [file] = (await browse.folder(me, inner, { sort: 'name' })).data
  t.match(await copies.copy(me, { items: [{ id: file?.data.id as string, type: 'file' }] }, inner), {
    items: [{ name: 'item 1 (1).bin' }],
  })
  t.same(await wrongCounters(db), [])
  t.same(await operations.list(me), [], 'copies completed before the response are not listed')
})

t.test('copy: beyond the quota or into itself it changes nothing', async (t) => {
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
  await t.rejects(copies.copy(me, { items: [folderRefOf(source)] }, null), { code: 'quota-exceeded', status: 423 })
  t.same(await db.query('select count(*) as n from items'), [{ n: 42 }])
  limits.limit = 2 * used
  await t.rejects(copies.copy(me, { items: [folderRefOf(source)] }, inner), { code: 'copy-into-itself' })
  await t.rejects(copies.copy(me, { items: [folderRefOf(source)] }, source), { code: 'copy-into-itself' })
  await copies.copy(me, { items: [folderRefOf(source)] }, null)
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved from usage'), [
    { used: 2 * used, reserved: 0 },
  ])
  const other = await person()
  await t.rejects(copies.copy(other, { items: [folderRefOf(source)] }, null), { code: 'item-not-found' })
  t.same(await wrongCounters(db), [])
})

t.test('copy: a large copy reserves its bytes and keeps the counters correct after each batch', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  const deep = await seedOneFolder(db, me.ownerId, 'deep', source)
  await seedFolder(db, me.ownerId, 2_500, { parent: source, folders: 0.1 })
  await seedFolder(db, me.ownerId, 300, { parent: deep })
  const [{ used }] = (await db.query('select used_bytes as used from usage')) as [{ used: number }]
  const op = asOperation(await copies.copy(me, { items: [folderRefOf(source)] }, null))
  t.match(op, { kind: 'copy', state: 'running', processed: 0, total: 2_802 })
  t.same(await db.query('select reserved_bytes as reserved from usage'), [{ reserved: used }])
  while (await operations.step(op.id)) t.same(await wrongCounters(db), [])
  t.match(await operations.find(me, op.id), { state: 'done', processed: 2_802, reserved_bytes: 0 })
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved from usage'), [
    { used: 2 * used, reserved: 0 },
  ])
  await t.rejects(copies.copy(me, selectAllIn(source), deep), { code: 'copy-into-itself' })
})

t.test('copy: a selection copied into its own folder gets new names and does not include the copies', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  await seedFolder(db, me.ownerId, 2_300, { parent, folders: 0.02 })
  for (const place of [parent, null]) {
    if (place === null) await seedFolder(db, me.ownerId, 1_200)
    const op = asOperation(await copies.copy(me, selectAllIn(place), place))
    await finishOperation(operations, op.id)
    const rows = await db.query<{ name: string }>(
      'select name from items where parent_id is not distinct from $1 and owner_id = $2',
      [place, me.ownerId],
    )
    t.equal(rows.length, place ? 4_600 : 2_402)
    t.equal(new Set(rows.map(({ name }) => name)).size, rows.length)
  }
  t.same(await wrongCounters(db), [])
})

t.test('copy: a cancelled copy leaves nothing', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, operations } = storage.api
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 3_000, { parent: source })
  const before = await db.query('select used_bytes as used, reserved_bytes as reserved, root_count from usage')
  const op = asOperation(await copies.copy(me, { items: [folderRefOf(source)] }, null))
  for (let step = 0; step < 3; step++) await operations.step(op.id)
  t.match(await operations.cancel(me, op.id), { state: 'cancelled' })
  t.equal(await operations.step(op.id), false)
  const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
  await finishOperation(operations, purge?.id as string)
  t.same(await db.query('select used_bytes as used, reserved_bytes as reserved, root_count from usage'), before)
  t.same(await db.query('select count(*) as n from items'), [{ n: 3_001 }])
  await t.rejects(operations.cancel(await person(), op.id), { code: 'operation-not-found' })
  t.same(await wrongCounters(db), [])
})

t.test('copy: a cancelled copy that contains items of others goes to the trash', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, folders, moves, operations, restore } = storage.api
  const me = await person()
  const target = await seedOneFolder(db, me.ownerId, 'target')
  const source = await seedOneFolder(db, me.ownerId, 'source')
  const own = await seedOneFolder(db, me.ownerId, 'own')
  const moved = await seedOneFolder(db, me.ownerId, 'moved')
  for (const [parent, n] of [
    [source, 1_200],
    [own, 20],
    [moved, 3],
  ] as const)
    await seedFolder(db, me.ownerId, n, { parent })
  for (const foreign of ['created', 'moved in', 'replaced', null]) {
    const op = asOperation(await copies.copy(me, { items: [folderRefOf(source), folderRefOf(own)] }, target))
    for (let step = 0; step < 3; step++) await operations.step(op.id)
    const copied = await db.query<{ id: string; name: string }>(
      'select id, name from items where parent_id = $1 and trashed_at is null order by name',
      [target],
    )
    const big = copied.find(({ name }) => name.startsWith('source'))?.id as string
    if (foreign === 'created') await folders.create(me, { name: 'of others', parent_id: big })
    if (foreign === 'moved in') await moves.move(me, { items: [folderRefOf(moved)] }, big)
    if (foreign === 'replaced')
      await db.query(
        'update items set updated_at = now() where id = (select max(id::text)::uuid from items where parent_id = $1)',
        [big],
      )
    await operations.cancel(me, op.id)
    const [purge] = (await operations.list(me)).filter(({ state }) => state === 'running')
    await finishOperation(operations, purge?.id as string)
    t.match(await operations.find(me, purge?.id as string), { state: 'done' })
    const rows = await db.query('select id, trashed_at is not null as trashed from items where id = any($1)', [
      copied.map(({ id }) => id),
    ])
    t.same(
      rows,
      foreign ? [{ id: big, trashed: true }] : [],
      `${foreign}: only the folder with foreign items stays, in the trash`,
    )
    t.same(await wrongCounters(db), [])
    if (foreign !== 'moved in') continue
    await restore.restore(me, { items: [folderRefOf(big)] })
    await moves.move(me, { items: [folderRefOf(moved)] }, null)
    t.equal((await storage.api.browse.folder(me, moved, {})).meta.paginate.total, 3)
    await storage.api.trash.remove(me, { items: [folderRefOf(big)] })
  }
})

/** Folders inside each other; resolves with the ids of the topmost and the lowest one. */
const chainOf = async (db: Db, owner: string, name: string, levels: number) => {
  const top = await seedOneFolder(db, owner, name)
  let lowest = top
  for (let level = 2; level <= levels; level++) lowest = await seedOneFolder(db, owner, `${name} ${level}`, lowest)
  return { top, lowest }
}

const deepestSql = `with recursive down as (
    select id, 1 as level from items where owner_id = $1 and parent_id is null and is_folder
    union all select c.id, down.level + 1 from down join items c on c.parent_id = down.id where c.is_folder
  ) select max(level) as level from down`

t.test('copy: ends where it would exceed 64 levels, because its target or a copy was moved meanwhile', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { copies, moves, operations } = storage.api
  for (const moved of ['target', 'copy', 'target at the start', 'copied root at the start']) {
    const me = await person()
    const source = await chainOf(db, me.ownerId, 'source', 40)
    await seedFolder(db, me.ownerId, 2_100, { parent: source.top })
    const target = await chainOf(db, me.ownerId, 'target', 10)
    const deep = await chainOf(db, me.ownerId, 'deep', 40)
    const copied = moved.startsWith('copied root')
      ? selectAllIn(null, 'files', [target.top, deep.top])
      : { items: [folderRefOf(source.top)] }
    const copy = asOperation(await copies.copy(me, copied, moved === 'copy' ? null : target.lowest))
    if (!moved.endsWith('start')) await operations.step(copy.id)
    const [made] = await db.query<{ id: string }>(
      `select id from items where owner_id = $1 and name like 'source%' and parent_id is not distinct from $2 and id <> $3`,
      [me.ownerId, moved === 'copy' ? null : target.lowest, source.top],
    )
    await moves.move(me, { items: [folderRefOf(moved === 'copy' ? (made?.id as string) : target.top)] }, deep.lowest)
    await t.rejects(finishOperation(operations, copy.id), { code: 'max-depth-exceeded' }, moved)
    t.same(await db.query(deepestSql, [me.ownerId]), [{ level: 64 }], moved)
    await operations.worker.work(copy.id)
    t.match(await operations.find(me, copy.id), { state: 'failed', error: 'max-depth-exceeded' })
    t.same(await wrongCounters(db), [])
  }
})

t.test('copy: a tree that has more than 64 levels already is copied', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  const { top } = await chainOf(platform.db, me.ownerId, 'imported', 70)
  await storage.api.copies.copy(me, { items: [folderRefOf(top)] }, null)
  t.same(await platform.db.query('select count(*) as n from items'), [{ n: 140 }])
})
