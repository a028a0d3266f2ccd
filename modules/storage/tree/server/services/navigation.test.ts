import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../../tests/support/storage.ts'

t.test('navigation: lists the folders of one level by name, in pages, for their owner only', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const [me, other] = [await person(), await person()]
  const parent = await seedOneFolder(platform.db, me.ownerId, 'aaa')
  const inner = await seedOneFolder(platform.db, me.ownerId, 'inner', parent)
  await seedFolder(platform.db, me.ownerId, 3, { parent, prefix: 'file ' })
  await seedFolder(platform.db, me.ownerId, 205, { folders: 1, prefix: 'folder ' })
  await seedFolder(platform.db, me.ownerId, 3, { prefix: 'a file ' })

  const first = await call(me, 'GET', '/api/browse/subfolders/all')
  t.equal(first.body.data.length, 200)
  t.match(first.body.data[0], { id: parent, name: 'aaa', items: 4, has_folders: true, parent_id: null })
  t.match(first.body.data[1], { name: 'folder 1', has_folders: false })
  const cursor = first.body.meta.next_cursor
  const rest = await call(me, 'GET', `/api/browse/subfolders/all?cursor=${cursor}`)
  t.strictSame(
    rest.body.data.map(({ name }: { name: string }) => name),
    ['folder 200', 'folder 201', 'folder 202', 'folder 203', 'folder 204', 'folder 205'],
  )
  t.equal(rest.body.meta.next_cursor, null)

  const below = await call(me, 'GET', `/api/browse/subfolders/${parent}`)
  t.match(below.body, {
    data: [{ id: inner, parent_id: parent, items: 0, has_folders: false }],
    meta: { next_cursor: null },
  })
  t.equal(below.body.data.length, 1, 'without files')
  t.equal((await call(other, 'GET', `/api/browse/subfolders/${parent}`)).status, 404)
  t.strictSame((await call(other, 'GET', `/api/browse/subfolders/all?cursor=${cursor}`)).body.data, [])
  t.equal((await call(null, 'GET', `/api/browse/subfolders/${parent}`)).status, 401)
  t.equal((await call(me, 'GET', '/api/browse/subfolders/all?cursor=x')).status, 422)

  await call(me, 'POST', '/api/remove', { items: [{ id: inner, type: 'folder', force_delete: false }] })
  t.match((await call(me, 'GET', '/api/browse/subfolders/all')).body.data[0], { has_folders: false })
  t.equal((await call(me, 'GET', `/api/browse/subfolders/${inner}`)).status, 404, 'trashed folders are not found')
})

t.test('navigation: folders name the relationships that other modules fill', async (t) => {
  const { call, person, platform, storage } = await testStorageHttp(t)
  const me = await person()
  const shared = await seedOneFolder(platform.db, me.ownerId, 'a')
  await seedOneFolder(platform.db, me.ownerId, 'b')
  storage.api.annotations.add('shared', async () => new Map([[shared, { type: 'share' }]]))
  const { body } = await call(me, 'GET', '/api/browse/subfolders/all')
  t.strictSame(
    body.data.map(({ badges }: { badges?: string[] }) => badges),
    [['shared'], undefined],
  )
})
