import t from 'tap'
import { insertFileRow, searchStorage } from '../../../../tests/support/search.ts'
import { seedOneFolder, seedUser } from '../../../../tests/support/seed.ts'
import { errorWithStatus, scopeOf, testStorageHttp } from '../../../../tests/support/storage.ts'
import type { Scope } from '../../tree/server/scope.ts'
import type { SearchQuery } from '../contract.ts'
import { Search } from './search.ts'
import { SearchIndex } from './search-index.ts'

t.test('search: finds neither trashed items, nor items in trashed folders, nor those of others', async (t) => {
  const { names, add, find, platform, storage, me, person } = await searchStorage(t)
  const { db } = platform
  const outer = await seedOneFolder(db, me.ownerId, 'outer')
  const inner = await seedOneFolder(db, me.ownerId, 'inner treasure', outer)
  const deep = await seedOneFolder(db, me.ownerId, 'deep', inner)
  await add('treasure map.txt', { parent_id: deep })
  const gone = await add('treasure gone.txt')
  const other = await person()
  await insertFileRow(platform, other.ownerId, 'treasure of another.txt')
  const found = await find('treasure')
  t.same(found.data.map(({ data }) => data.attributes.name).sort(), [
    'inner treasure',
    'treasure gone.txt',
    'treasure map.txt',
  ])
  const map = found.data.find(({ data }) => data.attributes.name === 'treasure map.txt')
  t.same(
    map?.meta.path.map(({ name }) => name),
    ['outer', 'inner treasure', 'deep'],
  )
  t.match(map?.data.relationships.parent, { data: { id: deep } })
  t.same(await names('treasure', {}, other), ['treasure of another.txt'])
  await storage.api.trash.remove(me, { items: [{ id: gone, type: 'file' }] })
  t.same((await names('treasure')).sort(), ['inner treasure', 'treasure map.txt'])
  await storage.api.trash.remove(me, { items: [{ id: outer, type: 'folder' }] })
  t.same(await names('treasure'), [], 'the ancestor is in the trash')
  t.same(await names('inner'), [])
  await storage.api.restore.restore(me, { items: [{ id: outer, type: 'folder' }] })
  t.equal((await names('treasure')).length, 2, 'and back')
})

t.test('search: a tree above the folder limit is searched completely and exclusively', async (t) => {
  const { platform, storage, add, me } = await searchStorage(t)
  const top = await seedOneFolder(platform.db, me.ownerId, 'top')
  let deepest = top
  for (let level = 0; level < 5; level += 1)
    deepest = await seedOneFolder(platform.db, me.ownerId, `level ${level}`, deepest)
  await add('note deep.txt', { parent_id: deepest })
  await add('note outside.txt')
  const visitor: Scope = { ...me, root: top, permission: 'visitor' }
  const search = new Search(platform.db, storage.api.searchIndex, storage.api.annotations, async () => true, 3)
  const names = async (query: Partial<SearchQuery>, scope: Scope) =>
    (await search.find(scope, { query: 'note', per_page: 50, ...query })).data.map(({ data }) => data.attributes.name)
  t.same(await names({}, visitor), ['note deep.txt'])
  t.same(await names({ in: top }, me), ['note deep.txt'])
  t.same((await names({}, me)).sort(), ['note deep.txt', 'note outside.txt'])
  search.provide({ teamFolders: async () => [top], people: async () => [] })
  t.same(await names({ shared: 'team' }, me), ['note deep.txt'])
  t.same(await names({ shared: 'none' }, me), ['note outside.txt'])
  t.same(await names({ shared: 'none', in: top }, me), [])
  t.same(await names({ owner: 'another' }, me), [])
  const ofLink = { ...visitor, actor: { userId: null, key: 'share:x' } }
  t.same(await names({ owner: 'me' }, ofLink), [], 'visitors have no such filters')
})

t.test('search: a scope with a root finds items below it only', async (t) => {
  const { names, add, platform, me } = await searchStorage(t)
  const shared = await seedOneFolder(platform.db, me.ownerId, 'shared note')
  const below = await seedOneFolder(platform.db, me.ownerId, 'below note', shared)
  await add('note within.txt', { parent_id: below })
  await add('note outside.txt')
  const elsewhere = await seedOneFolder(platform.db, me.ownerId, 'elsewhere')
  await add('note elsewhere.txt', { parent_id: elsewhere })
  const visitor: Scope = {
    root: shared,
    ownerId: me.ownerId,
    actor: { userId: null, key: 'share:x' },
    permission: 'visitor',
  }
  t.same((await names('note', {}, visitor)).sort(), ['below note', 'note within.txt'])
  await t.rejects(names('note', { in: elsewhere }, visitor), errorWithStatus(404))
  t.same(await names('note', { in: below }), ['note within.txt'])
  await t.rejects(names('note', { in: below }, scopeOf(await seedUser(platform.db))), errorWithStatus(404))
})

t.test('search: filters by kind, time and size', async (t) => {
  const { names, add, platform, me } = await searchStorage(t)
  await add('trip one.jpg', { kind: 'image', size: 100, modified_at: '2024-03-05T12:00:00Z' })
  await add('trip two.mp4', { kind: 'video', size: 5_000, modified_at: '2025-03-05T12:00:00Z' })
  await seedOneFolder(platform.db, me.ownerId, 'trip')
  t.same(await names('trip', { filter: 'image' }), ['trip one.jpg'])
  t.same(await names('trip', { filter: 'folder' }), ['trip'])
  t.same(await names('trip', { filter: 'audio' }), [])
  t.same(await names('trip', { to: '2025-01-01' }), ['trip one.jpg'])
  t.same(await names('trip', { from: '2025-01-01', filter: 'video' }), ['trip two.mp4'])
  t.same(await names('trip', { min: 1_000 }), ['trip two.mp4'])
  t.same(await names('trip', { max: 100 }), ['trip one.jpg'])
})

t.test('search over HTTP: validation errors, and accounts for admins only', async (t) => {
  const { call, person, platform, storage } = await testStorageHttp(t)
  const me = await person()
  await insertFileRow(platform, me.ownerId, 'one.txt')
  t.equal((await call(null, 'GET', '/api/search?query=one')).status, 401)
  t.equal((await call(me, 'GET', '/api/search')).status, 422)
  t.equal((await call(me, 'GET', `/api/search?query=${'a'.repeat(201)}`)).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&filter=nonsense')).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&in=nowhere')).status, 422)
  t.equal((await call(me, 'GET', '/api/search?query=one&from=%27%20or%201=1')).status, 422)
  for (const odd of ['from=2026-99-99', 'to=2026-11-21T99:00:00Z', 'min=1e30'])
    t.equal((await call(me, 'GET', `/api/search?query=one&${odd}`)).status, 422, odd)
  t.match(await call(me, 'GET', '/api/search?query=one&filter=users'), {
    status: 403,
    body: { code: 'users-for-admins' },
  })
  t.match(await call(me, 'GET', '/api/search?query=on'), {
    status: 200,
    body: {
      data: [{ data: { type: 'file', attributes: { name: 'one.txt' } }, meta: { path: [] } }],
      meta: { more: false },
    },
  })
  await platform.db.query('drop index items_search_index')
  const fresh = new SearchIndex(platform.db)
  t.notOk(await fresh.isReady())
  const search = new Search(platform.db, fresh, storage.api.annotations, async () => true)
  const error = await search.find(me, { query: 'one' }).catch((error: unknown) => error)
  t.match(error, { status: 503, extras: { headers: { 'retry-after': '10' } } })
  await fresh.create()
  t.ok(await fresh.isReady(), 'made again beside the running server')
})
