import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { Listing } from '../../contract.ts'
import { removeRows } from './remove-rows.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const names = (listing: Listing) => listing.data.map(({ data }) => data.attributes.name)

t.test('A20 purge: a folder whose name starts with that of a purged one keeps its favorite', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { api } = storage
  const me = await person()
  const [a, ab] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'ab')]
  await seedFolder(db, me.ownerId, 2, { parent: ab })
  await api.favorites.add(me, [a, ab])
  await api.favorites.add(me, [ab])
  await api.trash.remove(me, { items: [folder(a)], force_delete: true })
  t.same(
    (await api.favorites.list(me.ownerId)).map(({ name }) => name),
    ['ab'],
  )
  t.equal((await api.browse.folder(me, ab, {})).meta.paginate.total, 2)
})

t.test('purge: removes rows, used bytes and blobs, but not blobs of copies', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { trash } = storage.api
  const me = await person()
  const tree = await seedOneFolder(db, me.ownerId, 'tree')
  const deep = await seedOneFolder(db, me.ownerId, 'deep', tree)
  await seedFolder(db, me.ownerId, 2_500, { parent: deep, folders: 0.1 })
  // A copy refers to the same blob.
  const [copied] = await db.query<{ blob_id: string; size: number }>(
    'select blob_id, size from items where not is_folder limit 1',
  )
  await db.query(
    `insert into items (owner_id, parent_id, is_folder, name, kind, size, blob_id) values ($1, null, false, 'copy', 'other', $2, $3)`,
    [me.ownerId, copied?.size, copied?.blob_id],
  )
  await db.query('update usage set used_bytes = used_bytes + $2, root_count = root_count + 1 where user_id = $1', [
    me.ownerId,
    copied?.size,
  ])
  const [before] = await db.query<{ n: number }>('select count(*) as n from blobs')
  t.equal(await trash.remove(me, { items: [{ ...folder(tree), force_delete: true }] }), null)
  t.same(await db.query('select name from items'), [{ name: 'copy' }])
  t.same(await db.query('select used_bytes as used from usage where user_id = $1', [me.ownerId]), [
    { used: copied?.size },
  ])
  t.same(await db.query('select count(*) as n from blobs'), [{ n: 1 }])
  t.same(await db.query('select count(*) as n from blob_deletions'), [{ n: (before?.n ?? 0) - 1 }])
  t.same(await wrongCounters(db), [])
})

t.test('purge: items trashed before their folder stay in the trash', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash, restore } = storage.api
  const me = await person()
  const outer = await seedOneFolder(db, me.ownerId, 'outer')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', outer)
  const early = await seedOneFolder(db, me.ownerId, 'early', inner)
  await seedFolder(db, me.ownerId, 3, { parent: early })
  await seedFolder(db, me.ownerId, 2, { parent: inner })
  const alone = (await browse.folder(me, inner, { sort: 'name' })).data.at(-2)?.data.id as string
  await trash.remove(me, { items: [folder(early)] })
  await trash.remove(me, { items: [{ id: alone, type: 'file' }] })
  await trash.remove(me, { items: [folder(outer)] })
  t.same(names(await browse.trash(me, 'all', { sort: 'name' })), ['early', 'outer', 'item 1.bin'])
  await trash.remove(me, { items: [{ ...folder(outer), force_delete: true }] })
  t.same(names(await browse.trash(me, 'all', { sort: 'name' })), ['early', 'item 1.bin'])
  t.same(await wrongCounters(db), [])
  await restore.restore(me, { items: [folder(early), { id: alone, type: 'file' }] })
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['early', 'item 1.bin'])
  t.equal((await browse.folder(me, early, {})).data.length, 3)
  t.same(await wrongCounters(db), [])

  const live = await seedOneFolder(db, me.ownerId, 'live')
  const once = await seedOneFolder(db, me.ownerId, 'once', live)
  await trash.remove(me, { items: [folder(once)] })
  await trash.remove(me, { items: [{ ...folder(live), force_delete: true }] })
  t.same(names(await browse.trash(me, 'all', {})), ['once'], 'also when the folder is purged directly')
  await trash.remove(me, { items: [folder(early)] })
  await trash.dump(me)
  t.same(names(await browse.trash(me, 'all', {})), [])
  t.same(await wrongCounters(db), [])
})

t.test('purge: a folder that is restored from the tree while this is purged stays, with what it has', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash, restore } = storage.api
  const me = await person()
  const root = await seedOneFolder(db, me.ownerId, 'root')
  const restored = await seedOneFolder(db, me.ownerId, 'restored', root)
  const below = await seedOneFolder(db, me.ownerId, 'below', restored)
  const early = await seedOneFolder(db, me.ownerId, 'early', below)
  for (const parent of [root, restored, below]) await seedFolder(db, me.ownerId, 3, { parent })
  await trash.remove(me, { items: [folder(early)] })
  await trash.remove(me, { items: [folder(root)] })
  const query = db.query.bind(db)
  let isRestored = false
  t.intercept(db, 'query', {
    value: async (text: string, ...rest: unknown[]) => {
      const rows = await Reflect.apply(query, db, [text, ...rest])
      if (isRestored || !text.includes('order by height desc')) return rows
      isRestored = true
      await restore.restore(me, { items: [folder(restored)] })
      await seedFolder(db, me.ownerId, 1, { parent: restored, prefix: 'uploaded ' })
      return rows
    },
  })
  await trash.dump(me)
  t.ok(isRestored)
  t.same(names(await browse.folder(me, 'all', {})), ['restored'])
  t.same(names(await browse.folder(me, restored, { sort: 'name' })), [
    'below',
    'item 1.bin',
    'item 2.bin',
    'item 3.bin',
    'uploaded 1.bin',
  ])
  t.equal((await browse.folder(me, below, {})).data.length, 3)
  t.same(await wrongCounters(db), [])
})

t.test('purge: what is restored and trashed again while the trash is emptied stays', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash } = storage.api
  const me = await person()
  for (const [what, purge] of Object.entries({
    dump: () => trash.dump(me),
    job: () => platform.jobs.runNow('purge-trash'),
  })) {
    const first = await seedOneFolder(db, me.ownerId, `first ${what}`)
    const second = await seedOneFolder(db, me.ownerId, `second ${what}`)
    await trash.remove(me, { items: [folder(first), folder(second)] })
    await db.query(`update items set trashed_at = now() - interval '40 days' where id = any($1)`, [[first, second]])
    await db.query(`create function again() returns trigger language plpgsql as $$
      begin update items set trashed_at = now() where id = '${second}'; return null; end $$`)
    await db.query(
      `create trigger again after delete on items for each row
      when (old.parent_id = '${first}') execute function again()`,
    )
    await seedFolder(db, me.ownerId, 1, { parent: first })
    await purge()
    t.same(names(await browse.trash(me, 'all', {})), [`second ${what}`], what)
    await db.query('drop function again cascade')
    await trash.dump(me)
    t.same(names(await browse.trash(me, 'all', {})), [])
  }
})

t.test('purge: what was trashed before the clock was put back is deleted', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash } = storage.api
  const me = await person()
  const [first, second] = [await seedOneFolder(db, me.ownerId, 'first'), await seedOneFolder(db, me.ownerId, 'second')]
  await trash.remove(me, { items: [folder(first), folder(second)] })
  await db.query(`update items set trashed_at = now() + interval '3 hours'`)
  await trash.remove(me, { items: [{ ...folder(first), force_delete: true }] })
  t.same(names(await browse.trash(me, 'all', {})), ['second'])
  await trash.dump(me)
  t.same(names(await browse.trash(me, 'all', {})), [])
})

t.test('purge: an active row of the root that is removed is counted', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  await seedFolder(db, me.ownerId, 3)
  t.equal(await db.transaction((tx) => removeRows(tx, me.ownerId, 'i.name = any($2)', ['item 1.bin', 'item 2.bin'])), 2)
  t.same(await wrongCounters(db), [])
})

t.test('R10 purge: ends between two transactions when the process stops, and goes on later', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { trash, purge } = storage.api
  const me = await person()
  const tree = await seedOneFolder(db, me.ownerId, 'tree')
  await seedFolder(db, me.ownerId, 2_500, { parent: tree, folders: 0 })
  await trash.remove(me, { items: [folder(tree)] })
  const stopping = new AbortController()
  const onRemoved = async () => stopping.abort(new Error('it stops'))
  await t.rejects(purge.trees(me, [tree], { signal: stopping.signal, onRemoved }), /it stops/)
  t.same(await db.query('select count(*)::int as n from items'), [{ n: 1_501 }])
  t.same(await wrongCounters(db), [])
  await purge.trees(me, [tree])
  t.same(await db.query('select 1 from items'), [])
})
