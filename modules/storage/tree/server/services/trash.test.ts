import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { errorWithStatus, testStorage } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { Listing } from '../../contract.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const names = (listing: Listing) => listing.data.map(({ data }) => data.attributes.name)

t.test('to the trash and back to where it was', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash, restore, recentFiles } = storage.api
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  const child = await seedOneFolder(db, me.ownerId, 'child', parent)
  await seedFolder(db, me.ownerId, 3, { parent: child })
  t.equal((await recentFiles.list(me, {})).meta.paginate.total, 3)
  const at = await trash.remove(me, { items: [folder(child)] })
  t.ok(at instanceof Date)
  t.equal(
    (await db.query('select 1 from items where trashed_at is not null')).length,
    1,
    'one row changes, not the tree',
  )
  t.same(names(await browse.folder(me, parent, {})), [])
  const listed = await browse.trash(me, 'all', {})
  t.same(names(listed), ['child'])
  t.match(listed.data[0]?.data, {
    attributes: { deleted_at: at?.toISOString() },
    relationships: { parent: { data: { id: parent, attributes: { name: 'parent' } } } },
  })
  t.same(names(await browse.trash(me, child, { sort: 'name' })), ['item 1.bin', 'item 2.bin', 'item 3.bin'])
  t.equal(
    (await recentFiles.list(me, {})).meta.paginate.total,
    0,
    'recent files know that their folder is in the trash',
  )
  await restore.restore(me, { items: [folder(child)] }, false)
  t.same(names(await browse.folder(me, parent, {})), ['child'])
  t.same(names(await browse.trash(me, 'all', {})), [])
  t.same(await wrongCounters(db), [])
})

t.test('home: when asked, when the old place is in the trash, and out of a trashed folder', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash, restore } = storage.api
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'parent')
  const [one, two, three] = [
    await seedOneFolder(db, me.ownerId, 'one', parent),
    await seedOneFolder(db, me.ownerId, 'two', parent),
    await seedOneFolder(db, me.ownerId, 'three', parent),
  ]
  await trash.remove(me, { items: [folder(one)] })
  await restore.restore(me, { items: [folder(one)] }, true)
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'parent'])
  await trash.remove(me, { items: [folder(two)] })
  await trash.remove(me, { items: [folder(parent)] })
  await restore.restore(me, { items: [folder(two)] }, false)
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'two'])
  await restore.restore(me, { items: [folder(three)] }, false)
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'three', 'two'])
  t.same(names(await browse.trash(me, parent, {})), [])
  await t.rejects(restore.restore(me, { items: [folder(one)] }, false), { code: 'not-in-trash', status: 422 })
  t.same(await wrongCounters(db), [])
})

t.test('a folder and what is in it, trashed in one call, come back as they were', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  const outer = await seedOneFolder(platform.db, me.ownerId, 'outer')
  const inner = await seedOneFolder(platform.db, me.ownerId, 'inner', outer)
  const { browse, trash, restore } = storage.api
  await trash.remove(me, { items: [folder(outer), folder(inner)] })
  t.same(names(await browse.trash(me, 'all', {})), ['outer'])
  await restore.restore(me, { items: [folder(outer)] }, false)
  t.same(names(await browse.folder(me, outer, {})), ['inner'])
  t.same(await wrongCounters(platform.db), [])
})

t.test('A19 what is in the trash cannot be used, only restored or removed', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { api } = storage
  const [me, other] = [await person(), await person()]
  const trashed = await seedOneFolder(db, me.ownerId, 'trashed')
  const below = await seedOneFolder(db, me.ownerId, 'below', trashed)
  const target = await seedOneFolder(db, me.ownerId, 'target')
  await seedFolder(db, me.ownerId, 2, { parent: below })
  const [file] = await db.query<{ id: string }>('select id from items where not is_folder')
  await api.trash.remove(me, { items: [folder(trashed)] })
  const gone = errorWithStatus(404)
  for (const id of [trashed, below]) {
    await t.rejects(api.browse.folder(me, id, {}), gone)
    await t.rejects(api.browse.item(me, id), gone)
    await t.rejects(api.folders.rename(me, id, { name: 'x' }), gone)
    await t.rejects(api.folders.create(me, { name: 'x', parent_id: id }), gone)
    await t.rejects(api.moves.move(me, { items: [folder(id)] }, target), gone)
    await t.rejects(api.moves.move(me, { items: [folder(target)] }, id), gone)
    await t.rejects(api.favorites.add(me, [id]), gone)
    await t.rejects(api.trash.remove(me, { items: [folder(id)] }), gone)
    await t.rejects(api.browse.trash(other, id, {}), gone)
    await t.rejects(api.restore.restore(other, { items: [folder(id)] }, false), gone)
    await t.rejects(api.trash.remove(other, { items: [folder(id)], force_delete: true }), gone)
  }
  await t.rejects(api.browse.item(me, file?.id as string), gone)
  await t.rejects(api.moves.move(me, { items: [{ id: file?.id as string, type: 'file' }] }, target), gone)
  t.same(
    (await api.navigation.folders(me)).map(({ name }) => name),
    ['target'],
  )
  await api.trash.dump(other)
  t.same(names(await api.browse.trash(me, 'all', {})), ['trashed'], 'another account empties its own trash only')
  await api.trash.dump(me)
  t.same(await db.query('select name from items'), [{ name: 'target' }])
  t.same(await wrongCounters(db), [])
})

t.test('A20 removing one leaves its namesake with its favorite', async (t) => {
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

t.test('for ever: rows, bytes of quota and blobs go, shared blobs stay', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { trash } = storage.api
  const me = await person()
  const tree = await seedOneFolder(db, me.ownerId, 'tree')
  const deep = await seedOneFolder(db, me.ownerId, 'deep', tree)
  await seedFolder(db, me.ownerId, 2_500, { parent: deep, folders: 0.1 })
  // A copy elsewhere refers to the same bytes.
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

t.test('select all but some, and undo it by its time', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash, restore, moves } = storage.api
  const me = await person()
  const [from, to] = [await seedOneFolder(db, me.ownerId, 'from'), await seedOneFolder(db, me.ownerId, 'to')]
  await seedFolder(db, me.ownerId, 300, { parent: from, folders: 0.2 })
  const kept = (await browse.folder(me, from, { sort: 'name' })).data.slice(0, 2).map(({ data }) => data.id)
  await moves.move(me, { selection: { view: 'files', parent_id: from, except: kept } }, to)
  t.equal((await browse.folder(me, from, {})).meta.paginate.total, 2)
  t.equal((await browse.folder(me, to, {})).meta.paginate.total, 298)
  await trash.remove(me, { items: kept.map(folder) })
  const at = await trash.remove(me, { selection: { view: 'files', parent_id: to, except: [] } })
  const all = { view: 'trash' as const, parent_id: null, except: [] }
  t.equal((await browse.trash(me, 'all', {})).meta.paginate.total, 300)
  await restore.restore(me, { selection: { ...all, deleted_at: at?.toISOString() as string } }, false)
  t.equal((await browse.folder(me, to, {})).meta.paginate.total, 298)
  t.equal((await browse.trash(me, 'all', {})).meta.paginate.total, 2)
  await trash.remove(me, { selection: { ...all, except: [kept[0] as string] }, force_delete: true })
  t.equal((await browse.trash(me, 'all', {})).meta.paginate.total, 1)
  t.same(await wrongCounters(db), [])
})

t.test('what was trashed on its own outlives the folder that it was in', async (t) => {
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
  await restore.restore(me, { items: [folder(early), { id: alone, type: 'file' }] }, false)
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['early', 'item 1.bin'])
  t.equal((await browse.folder(me, early, {})).data.length, 3)
  t.same(await wrongCounters(db), [])

  const live = await seedOneFolder(db, me.ownerId, 'live')
  const once = await seedOneFolder(db, me.ownerId, 'once', live)
  await trash.remove(me, { items: [folder(once)] })
  await trash.remove(me, { items: [{ ...folder(live), force_delete: true }] })
  t.same(names(await browse.trash(me, 'all', {})), ['once'], 'past the trash as well')
  await trash.remove(me, { items: [folder(early)] })
  await trash.dump(me)
  t.same(names(await browse.trash(me, 'all', {})), [])
  t.same(await wrongCounters(db), [])
})
