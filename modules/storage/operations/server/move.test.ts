import t from 'tap'
import { asOperation, finishOperation } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { type TestStorage, testStorage } from '../../../../tests/support/storage.ts'
import { unreachable, wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Scope } from '../../tree/server/scope.ts'

const folder = (id: string) => ({ id, type: 'folder' })

/** A chain of `depth` folders; their ids, topmost first. */
const chain = async ({ platform: { db } }: TestStorage, me: Scope, depth: number): Promise<string[]> => {
  const ids: string[] = []
  for (let level = 0; level < depth; level++)
    ids.push(await seedOneFolder(db, me.ownerId, `level ${level}`, ids.at(-1) ?? null))
  return ids
}

t.test('A45 move: rejects a folder into itself, its child or a deep descendant', async (t) => {
  const test = await testStorage(t)
  const me = await test.person()
  const ids = await chain(test, me, 6)
  const moves = test.storage.api.moves
  for (const target of [ids[0], ids[1], ids[5]])
    await t.rejects(moves.move(me, { items: [folder(ids[0] as string)] }, target as string), {
      code: 'move-into-itself',
    })
  await t.rejects(
    moves.move(me, { selection: { view: 'files', parent_id: null, except: [] } }, ids[3] as string),
    { code: 'move-into-itself' },
    'also by a selection that contains an ancestor of the target',
  )
  await moves.move(me, { items: [folder(ids[5] as string)] }, ids[0] as string)
  t.same(await unreachable(test.platform.db), [])
  t.same(await wrongCounters(test.platform.db), [])
})

t.test('D82 selections: what came into a folder after its list was read stays where it is', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { browse, bulk, folders, moves, operations, restore, trash } = storage.api
  const me = await person()
  const [parent, target] = [
    await seedOneFolder(platform.db, me.ownerId, 'parent'),
    await seedOneFolder(platform.db, me.ownerId, 'target'),
  ]
  await seedFolder(platform.db, me.ownerId, 510, { parent })
  const idsIn = async (id: string) =>
    (await browse.folder(me, id, { per_page: 200 })).data.map(({ data }) => data.id).sort()
  const [trashed = '', undone = ''] = await idsIn(parent)
  await trash.remove(me, { items: [{ id: trashed, type: 'file' }] })
  const removed = await trash.remove(me, { items: [{ id: undone, type: 'file' }] })
  // As if the clock was put back since: the item existed before.
  await platform.db.query(
    `update items set created_at = now() + interval '1 hour'
     where id = (select id from items where parent_id = $1 and trashed_at is null limit 1)`,
    [parent],
  )
  const { until, paginate } = (await browse.folder(me, parent, { per_page: 1 })).meta
  const selection = { view: 'files' as const, parent_id: parent, except: [], until: until as string }
  t.equal(paginate.total, 508)
  const { id: created } = await folders.create(me, { name: 'created', parent_id: parent })
  const moved = await seedOneFolder(platform.db, me.ownerId, 'moved')
  await platform.db.query(`update items set created_at = created_at - interval '1 day' where id = $1`, [moved])
  await moves.move(me, { items: [folder(moved)] }, parent)
  await restore.restore(me, { items: [{ id: trashed, type: 'file' }] })
  const at = removed?.toISOString() as string
  await restore.restore(me, { selection: { view: 'trash', parent_id: null, except: [], deleted_at: at } })
  const late = [created, moved, trashed, undone].sort()
  const operation = asOperation(await bulk.move(me, { selection }, target))
  await finishOperation(operations, operation.id)
  t.same(await idsIn(parent), late)
  t.equal((await browse.folder(me, target, {})).meta.paginate.total, 508)
  await trash.remove(me, { selection })
  t.same(await idsIn(parent), late, 'also a call of its own')
  const now = (await browse.folder(me, parent, {})).meta.until as string
  await moves.move(me, { selection: { ...selection, until: now } }, target)
  t.same(await idsIn(parent), [], 'a later list has them')
  t.same(await wrongCounters(platform.db), [])
})

t.test('A45 move: 200 pairs of crossing concurrent moves create no cycle', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const me = await test.person()
  for (let round = 0; round < 200; round += 5) {
    const pairs = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => [
        await seedOneFolder(db, me.ownerId, `a${round + n}`),
        await seedOneFolder(db, me.ownerId, `b${round + n}`),
      ]),
    )
    const results = await Promise.all(
      pairs.map(([a, b]) =>
        Promise.allSettled([
          test.storage.api.moves.move(me, { items: [folder(a as string)] }, b as string),
          test.storage.api.moves.move(me, { items: [folder(b as string)] }, a as string),
        ]),
      ),
    )
    for (const result of results) {
      const rejected = result.filter((one) => one.status === 'rejected')
      if (rejected.length !== 1) t.fail('exactly one of the two moves is rejected')
      if (rejected[0]?.reason.code !== 'move-into-itself') t.fail(String(rejected[0]?.reason))
    }
  }
  t.same(await unreachable(db), [])
  t.same(await wrongCounters(db), [])
})

t.test('A45 control: without the lock the check alone allows a cycle', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const me = await test.person()
  const [a, b] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  const checked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unlocked = (item: string, to: string, turn: 0 | 1) =>
    db.transaction(async (tx) => {
      const above = await tx.query<{ id: string }>(
        `with recursive up as (select id, parent_id from items where id = $1
           union all select p.id, p.parent_id from up join items p on p.id = up.parent_id) select id from up`,
        [to],
      )
      if (above.some(({ id }) => id === item)) throw new Error('cycle seen')
      checked[turn]?.resolve()
      await checked[1 - turn]?.promise
      await tx.query('update items set parent_id = $2 where id = $1', [item, to])
    })
  await Promise.all([unlocked(a, b, 0), unlocked(b, a, 1)])
  t.equal((await unreachable(db)).length, 2)
})

t.test('A46 move: concurrent callers with another scope create no cycle', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const me = await test.person()
  const [top = '', shared = '', inner = '', deep = ''] = await chain(test, me, 4)
  const visitor: Scope = {
    root: shared,
    ownerId: me.ownerId,
    actor: { userId: null, key: 'share:x' },
    permission: 'editor',
  }
  const { moves } = test.storage.api
  await t.rejects(moves.move(visitor, { items: [folder(inner)] }, deep), { code: 'move-into-itself' })
  await t.rejects(moves.move(visitor, { items: [folder(shared)] }, inner), { code: 'forbidden' })
  for (let round = 0; round < 20; round++)
    await Promise.allSettled([
      moves.move(visitor, { items: [folder(inner)] }, deep),
      moves.move(me, { items: [folder(deep)] }, null),
      moves.move(me, { items: [folder(shared)] }, round % 2 ? deep : top),
      moves.move(me, { items: [folder(deep)] }, inner),
    ])
  t.same(await unreachable(db), [])
  t.same(await wrongCounters(db), [])
})

t.test('A03 move: 404 for targets that are foreign, files, trashed or unknown', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const [me, other] = [await test.person(), await test.person()]
  const mine = await seedOneFolder(db, me.ownerId, 'mine')
  const foreign = await seedOneFolder(db, other.ownerId, 'foreign')
  const trashed = await seedOneFolder(db, me.ownerId, 'trashed')
  const below = await seedOneFolder(db, me.ownerId, 'below', trashed)
  await seedFolder(db, me.ownerId, 1, { parent: mine })
  const [file] = await db.query<{ id: string }>('select id from items where not is_folder')
  await test.storage.api.trash.remove(me, { items: [folder(trashed)] })
  for (const target of [foreign, file?.id as string, trashed, below, crypto.randomUUID()])
    await t.rejects(test.storage.api.moves.move(me, { items: [folder(mine)] }, target), {
      code: 'parent-not-found',
      status: 404,
    })
})

t.test('A02 item calls: one foreign item rejects the whole call', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const [me, other] = [await test.person(), await test.person()]
  const [mine, target] = [await seedOneFolder(db, me.ownerId, 'mine'), await seedOneFolder(db, me.ownerId, 'target')]
  const foreign = await seedOneFolder(db, other.ownerId, 'foreign')
  const { api } = test.storage
  const items = [folder(mine), folder(foreign)]
  await t.rejects(api.moves.move(me, { items }, target), { code: 'item-not-found', status: 404 })
  await t.rejects(api.trash.remove(me, { items }), { code: 'item-not-found' })
  await t.rejects(api.favorites.add(me, [mine, foreign]), { code: 'item-not-found' })
  await t.rejects(api.restore.restore(me, { items }), { code: 'item-not-found' })
  const rows = await db.query<{ parent_id: string | null; trashed_at: Date | null }>(
    'select parent_id, trashed_at from items',
  )
  t.ok(rows.every((row) => row.parent_id === null && row.trashed_at === null))
  t.same(await api.favorites.list(me.ownerId), [])
})

t.test('A47 tree: at most 64 levels; deeper existing trees can be listed, moved and purged', async (t) => {
  const test = await testStorage(t)
  const { db } = test.platform
  const me = await test.person()
  const { folders, moves, trash } = test.storage.api
  const ids = await chain(test, me, 64)
  await t.rejects(folders.create(me, { name: 'one more', parent_id: ids[63] as string }), {
    code: 'max-depth-exceeded',
    status: 422,
  })
  const pair = await seedOneFolder(db, me.ownerId, 'pair')
  await seedOneFolder(db, me.ownerId, 'inner', pair)
  await t.rejects(moves.move(me, { items: [folder(pair)] }, ids[62] as string), { code: 'max-depth-exceeded' })
  await moves.move(me, { items: [folder(pair)] }, ids[61] as string)
  await t.rejects(
    db.transaction((tx) =>
      folders.ensurePath(
        tx,
        me,
        null,
        Array.from({ length: 1_000 }, () => 'x'),
      ),
    ),
    { code: 'max-depth-exceeded' },
  )

  await db.query(
    `with recursive made as (
       insert into items (id, owner_id, parent_id, is_folder, name, kind, child_count)
       select ids[n], $1, ids[n - 1], true, 'deep ' || n, 'folder', case when n < 1000 then 1 else 0 end
       from (select array_agg(gen_random_uuid()) as ids from generate_series(1, 1000)) a, generate_series(1, 1000) n returning 1
     ) update usage set root_count = root_count + 1 where user_id = $1`,
    [me.ownerId],
  )
  const [deepest] = await db.query<{ id: string }>(`select id from items where name = 'deep 1000'`)
  const [topmost] = await db.query<{ id: string }>(`select id from items where name = 'deep 1'`)
  const listing = await test.storage.api.browse.folder(me, deepest?.id as string, {})
  t.equal(listing.meta.path.length, 999)
  await moves.move(me, { items: [folder(deepest?.id as string)] }, null)
  await trash.remove(me, { items: [folder(topmost?.id as string)] })
  await trash.dump(me)
  t.same(await wrongCounters(db), [])
})
