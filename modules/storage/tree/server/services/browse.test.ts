import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { errorWithStatus, testStorage } from '../../../../../tests/support/storage.ts'
import type { Listing } from '../../contract.ts'

const names = (listing: Listing) => listing.data.map(({ data }) => data.attributes.name)

t.test('browse: sorts names naturally, ignoring case, folders first', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  for (const name of ['b', 'a10', 'A3', 'a2', 'ä1', 'a1']) await seedOneFolder(platform.db, me.ownerId, name)
  await seedFolder(platform.db, me.ownerId, 3, { prefix: 'a' })
  t.same(names(await storage.api.browse.folder(me, 'all', { sort: 'name', direction: 'ASC' })), [
    'a1',
    'ä1',
    'a2',
    'A3',
    'a10',
    'b',
    'a1.bin',
    'a2.bin',
    'a3.bin',
  ])
  t.same(names(await storage.api.browse.folder(me, 'all', { sort: 'name', direction: 'DESC' })).slice(0, 6), [
    'b',
    'a10',
    'A3',
    'a2',
    'ä1',
    'a1',
  ])
})

t.test('A01 browse: a cursor or a folder of another account gives no access', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const [me, other] = [await person(), await person()]
  const folder = await seedOneFolder(platform.db, me.ownerId, 'mine')
  await seedFolder(platform.db, me.ownerId, 20, { parent: folder })
  await seedFolder(platform.db, me.ownerId, 20)
  const page = await storage.api.browse.folder(me, 'all', { per_page: 5 })
  const foreign = await storage.api.browse.folder(other, 'all', {
    per_page: 5,
    cursor: page.meta.paginate.nextCursor as string,
  })
  t.same(foreign.data, [])
  await t.rejects(storage.api.browse.folder(other, folder, {}), { code: 'parent-not-found', status: 404 })
  await t.rejects(storage.api.browse.item(other, folder), { code: 'item-not-found', status: 404 })
})

t.test('browse: a scope with a root contains that tree and nothing above or beside it', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const top = await seedOneFolder(db, me.ownerId, 'secret top')
  const shared = await seedOneFolder(db, me.ownerId, 'shared', top)
  const inner = await seedOneFolder(db, me.ownerId, 'inner', shared)
  const beside = await seedOneFolder(db, me.ownerId, 'beside', top)
  const editor = { ...me, root: shared, actor: { userId: null, key: 'share:x' }, permission: 'editor' as const }
  const { api } = storage
  t.same(names(await api.browse.folder(editor, 'all', {})), ['inner'])
  const listing = await api.browse.folder(editor, inner, {})
  t.same(
    listing.meta.path.map(({ name }) => name),
    ['shared'],
    'the path starts at the shared folder',
  )
  for (const id of [top, beside]) await t.rejects(api.browse.folder(editor, id, {}), errorWithStatus(404))
  await t.rejects(api.moves.move(editor, { items: [{ id: inner, type: 'folder' }] }, beside), errorWithStatus(404))
  await t.rejects(api.moves.move(editor, { items: [{ id: beside, type: 'folder' }] }, inner), errorWithStatus(404))
  await t.rejects(api.folders.create(editor, { name: 'x', parent_id: top }), errorWithStatus(404))
  await t.rejects(api.folders.rename(editor, shared, { name: 'x' }), errorWithStatus(403))
  await t.rejects(api.trash.remove(editor, { items: [{ id: shared, type: 'folder' }] }), errorWithStatus(403))
  await t.rejects(api.browse.trash(editor, 'all', {}), errorWithStatus(403))
  t.match(await api.folders.create(editor, { name: 'made by an editor' }), {
    parent_id: shared,
    owner_id: me.ownerId,
    creator_id: null,
  })
  const visitor = { ...editor, permission: 'visitor' as const }
  await t.rejects(api.folders.create(visitor, { name: 'x' }), errorWithStatus(403))
  await api.trash.remove(editor, { items: [{ id: inner, type: 'folder', force_delete: true }], force_delete: true })
  t.same(names(await api.browse.trash(me, 'all', {})), ['inner'], 'an editor cannot bypass the trash (H5)')
  await api.trash.remove(me, { items: [{ id: top, type: 'folder' }] })
  await t.rejects(api.browse.folder(editor, 'all', {}), errorWithStatus(404), 'a trashed ancestor ends the scope')
})
