import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../../tests/support/storage.ts'
import { maxViewSettings } from '../../contract.ts'
import { readUsageAndViews } from './view-settings.ts'

const { platform, storage, person, call } = await testStorageHttp(t)
const { db } = platform
const viewsOf = async (id: string) => (await readUsageAndViews(db, id)).views

t.test('views: are stored per account, for lists and folders', async (t) => {
  const [me, other] = [await person(), await person()]
  const folder = await seedOneFolder(db, me.ownerId, 'Photos')
  const put = (key: string, settings: object, who: Parameters<typeof call>[0] = me) =>
    call(who, 'PUT', `/api/views/${key}`, settings)
  const sorting = { field: 'size', direction: 'ASC' }
  t.equal((await put('files', { preview: 'grid', sorting })).status, 204)
  t.equal((await put(folder, { columns: ['kind'], widths: { kind: 90 }, density: 'compact' })).status, 204)
  t.equal((await put('shared-with-me', { widths: { '+members': 200 } })).status, 204)
  t.same(await viewsOf(me.ownerId), {
    files: { preview: 'grid', sorting },
    [folder]: { columns: ['kind'], widths: { kind: 90 }, density: 'compact' },
    'shared-with-me': { widths: { '+members': 200 } },
  })
  t.same(await viewsOf(other.ownerId), {})

  t.equal((await put('files', { preview: 'list' })).status, 204)
  t.same((await viewsOf(me.ownerId)).files, { preview: 'list' }, 'replaces all of them')
  t.equal((await put('files', {})).status, 204)
  t.equal((await viewsOf(me.ownerId)).files, undefined, 'empty ones are removed')

  const change = (key: string, changes: object, who: Parameters<typeof call>[0] = me) =>
    call(who, 'PATCH', `/api/views/${key}`, changes)
  t.equal((await change('recent', { preview: 'grid', density: null })).status, 204)
  t.equal((await change('recent', { sorting })).status, 204)
  t.same((await viewsOf(me.ownerId)).recent, { preview: 'grid', sorting }, 'changes what is given')
  t.equal((await change('recent', { preview: null })).status, 204)
  t.same((await viewsOf(me.ownerId)).recent, { sorting })
  t.equal((await change('recent', { sorting: null })).status, 204)
  t.equal((await viewsOf(me.ownerId)).recent, undefined, 'removed with its last one')
  t.equal((await change(folder, { density: 'default' })).status, 204)
  t.same((await viewsOf(me.ownerId))[folder], { columns: ['kind'], widths: { kind: 90 }, density: 'default' })
  t.same((await call(me, 'GET', '/api/views')).body, { data: await viewsOf(me.ownerId) })
  t.equal((await change(folder, { preview: 'grid' }, other)).status, 404, 'a folder of somebody else')
  t.equal((await change('files', { preview: 'tiles' })).status, 422)

  await seedFolder(db, me.ownerId, 1)
  const [file] = await db.query<{ id: string }>('select id from items where owner_id = $1 and not is_folder', [
    me.ownerId,
  ])
  t.equal((await put(folder, { preview: 'grid' }, other)).status, 404, 'a folder of somebody else')
  t.equal((await put(file?.id ?? '', { preview: 'grid' })).status, 404, 'a file')
  t.equal((await put(folder, { preview: 'grid' }, null)).status, 401)
  t.equal((await put('Files', {})).status, 404)
  for (const [key, settings] of [
    ['files', { preview: 'tiles' }],
    ['files', { sorting: { field: 'password', direction: 'ASC' } }],
    ['files', { widths: { kind: 10 } }],
    ['files', { columns: Array.from({ length: 17 }, (_, n) => `column_${String.fromCharCode(97 + n)}`) }],
  ] as const)
    t.equal((await put(key, settings)).status, 422, JSON.stringify([key, settings]))
})

t.test('views: end with their folder, and are bounded', async (t) => {
  const me = await person()
  const [first, second] = [await seedOneFolder(db, me.ownerId, 'a'), await seedOneFolder(db, me.ownerId, 'b')]
  const put = (key: string) => storage.api.viewSettings.put(me, key, { preview: 'grid' })
  for (const key of ['files', first, second]) await put(key)
  await storage.api.trash.remove(me, { items: [{ id: first, type: 'folder' }] })
  t.ok((await viewsOf(me.ownerId))[first], 'stay while the folder is in the trash')
  await storage.api.trash.remove(me, { items: [{ id: first, type: 'folder', force_delete: true }] })
  t.strictSame(Object.keys(await viewsOf(me.ownerId)).sort(), [second, 'files'].sort())

  for (let n = 0; n < maxViewSettings; n++)
    await put(`list-${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}`)
  const kept = await viewsOf(me.ownerId)
  t.equal(Object.keys(kept).length, maxViewSettings)
  t.ok(kept.files, 'the root, from which folders inherit')
  t.notOk(kept[second], 'the oldest is dropped')
})
