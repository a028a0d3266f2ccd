import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { errorWithStatus, testStorage } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { Listing } from '../../contract.ts'

const folder = (id: string) => ({ id, type: 'folder' })
const names = (listing: Listing) => listing.data.map(({ data }) => data.attributes.name)

t.test('trash: a trashed folder is restored to its parent', async (t) => {
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
    'changes one row, not the tree',
  )
  t.same(names(await browse.folder(me, parent, {})), [])
  const listed = await browse.trash(me, 'all', {})
  t.same(names(listed), ['child'])
  t.match(listed.data[0]?.data, {
    attributes: { deleted_at: at?.toISOString() },
    relationships: { parent: { data: { id: parent, attributes: { name: 'parent' } } } },
  })
  const inside = await browse.trash(me, child, { sort: 'name' })
  t.same(names(inside), ['item 1.bin', 'item 2.bin', 'item 3.bin'])
  t.equal(inside.data[0]?.data.attributes.deleted_at, at?.toISOString(), 'trashed with its folder')
  t.equal((await recentFiles.list(me, {})).meta.paginate.total, 0, 'recent files omit files of a trashed folder')
  await restore.restore(me, { items: [folder(child)] })
  t.same(names(await browse.folder(me, parent, {})), ['child'])
  t.same(names(await browse.trash(me, 'all', {})), [])
  t.same(await wrongCounters(db), [])
})

t.test('trash: the path of a trashed folder begins with the folder that the trash lists', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { browse, trash } = storage.api
  const me = await person()
  const work = await seedOneFolder(platform.db, me.ownerId, 'Work')
  const old = await seedOneFolder(platform.db, me.ownerId, 'Old', work)
  const inner = await seedOneFolder(platform.db, me.ownerId, 'Inner', old)
  await trash.remove(me, { items: [folder(old)] })
  const pathOf = async (id: string) => (await browse.trash(me, id, {})).meta.path.map(({ name }) => name)
  t.same(await pathOf(old), [], 'the folder above is not in the trash')
  t.same(await pathOf(inner), ['Old'])
  await trash.remove(me, { items: [folder(work)] })
  t.same(await pathOf(old), [], 'trashed by itself')
  t.same(await pathOf(work), [])
})

t.test('restore: to the root on request, when the parent is trashed, and out of a trashed folder', async (t) => {
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
  await restore.restore(me, { items: [folder(one)] }, { toHome: true })
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'parent'])
  await trash.remove(me, { items: [folder(two)] })
  await trash.remove(me, { items: [folder(parent)] })
  await restore.restore(me, { items: [folder(two)] })
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'two'])
  await restore.restore(me, { items: [folder(three)] })
  t.same(names(await browse.folder(me, 'all', { sort: 'name' })), ['one', 'three', 'two'])
  t.same(names(await browse.trash(me, parent, {})), [])
  await t.rejects(restore.restore(me, { items: [folder(one)] }), { code: 'not-in-trash', status: 422 })
  t.same(await wrongCounters(db), [])
})

t.test('restore: a folder and its child that were trashed in one call', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  const outer = await seedOneFolder(platform.db, me.ownerId, 'outer')
  const inner = await seedOneFolder(platform.db, me.ownerId, 'inner', outer)
  const { browse, trash, restore } = storage.api
  await trash.remove(me, { items: [folder(outer), folder(inner)] })
  t.same(names(await browse.trash(me, 'all', {})), ['outer'])
  await restore.restore(me, { items: [folder(outer)] })
  t.same(names(await browse.folder(me, outer, {})), ['inner'])
  t.same(await wrongCounters(platform.db), [])
})

t.test('A19 trash: trashed items can only be restored or purged', async (t) => {
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
  const notFound = errorWithStatus(404)
  for (const id of [trashed, below]) {
    await t.rejects(api.browse.folder(me, id, {}), notFound)
    await t.rejects(api.browse.item(me, id), notFound)
    await t.rejects(api.folders.rename(me, id, { name: 'x' }), notFound)
    await t.rejects(api.folders.create(me, { name: 'x', parent_id: id }), notFound)
    await t.rejects(api.moves.move(me, { items: [folder(id)] }, target), notFound)
    await t.rejects(api.moves.move(me, { items: [folder(target)] }, id), notFound)
    await t.rejects(api.favorites.add(me, [id]), notFound)
    await t.rejects(api.trash.remove(me, { items: [folder(id)] }), notFound)
    await t.rejects(api.browse.trash(other, id, {}), notFound)
    await t.rejects(api.restore.restore(other, { items: [folder(id)] }), notFound)
    await t.rejects(api.trash.remove(other, { items: [folder(id)], force_delete: true }), notFound)
  }
  await t.rejects(api.browse.item(me, file?.id as string), notFound)
  await t.rejects(api.moves.move(me, { items: [{ id: file?.id as string, type: 'file' }] }, target), notFound)
  t.same(
    (await api.navigation.folders(me)).map(({ name }) => name),
    ['target'],
  )
  await api.trash.dump(other)
  t.same(names(await api.browse.trash(me, 'all', {})), ['trashed'], 'another account empties only its own trash')
  await api.trash.dump(me)
  t.same(await db.query('select name from items'), [{ name: 'target' }])
  t.same(await wrongCounters(db), [])
})

t.test('trash: a selection with exceptions is undone by its time', async (t) => {
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
  await restore.restore(me, { selection: { ...all, deleted_at: at?.toISOString() as string } })
  t.equal((await browse.folder(me, to, {})).meta.paginate.total, 298)
  t.equal((await browse.trash(me, 'all', {})).meta.paginate.total, 2)
  await trash.remove(me, { selection: { ...all, except: [kept[0] as string] }, force_delete: true })
  t.equal((await browse.trash(me, 'all', {})).meta.paginate.total, 1)
  t.same(await wrongCounters(db), [])
})

t.test(
  'trash: what was trashed after it was listed or counted is neither deleted nor restored with the rest',
  async (t) => {
    const { platform, storage, person } = await testStorage(t)
    const { browse, trash, restore } = storage.api
    const me = await person()
    const trashNew = async (name: string) =>
      trash.remove(me, { items: [folder(await seedOneFolder(platform.db, me.ownerId, name))] })
    const all = { view: 'trash' as const, parent_id: null, except: [] }
    t.equal((await browse.trash(me, 'all', {})).meta.until, new Date(0).toISOString(), 'nothing to delete')
    for (const [late, run] of [
      ['dump', (until: string) => trash.dump(me, until)],
      ['delete', (until: string) => trash.remove(me, { selection: { ...all, until }, force_delete: true })],
      ['restore', (until: string) => restore.restore(me, { selection: { ...all, until } })],
    ] as const) {
      await trashNew('one')
      await trashNew('two')
      const { until } = (await browse.trash(me, 'all', { per_page: 1 })).meta
      await trashNew(late)
      await run(until as string)
      t.same(names(await browse.trash(me, 'all', {})), [late])
      await trash.dump(me)
    }
    t.same(await wrongCounters(platform.db), [])
  },
)
