import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { largestFiles } from './largest-files.ts'

t.test('recent files: lists the newest thousand, newest first, without trashed files', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { recentFiles, trash } = storage.api
  const me = await person()
  const [old, fresh] = [await seedOneFolder(db, me.ownerId, 'old'), await seedOneFolder(db, me.ownerId, 'fresh')]
  await seedFolder(db, me.ownerId, 30, { parent: old, prefix: 'old ' })
  await db.query(`update items set created_at = created_at - interval '1 year' where not is_folder`)
  await seedFolder(db, me.ownerId, 1_500, { parent: fresh, prefix: 'fresh ' })
  const first = await recentFiles.list(me, { per_page: 200 })
  t.match(first.meta, { root: null, paginate: { total: 1_000, lastPage: 5, currentPage: 1, from: 0 } })
  const times = first.data.map(({ data }) => data.attributes.created_at)
  t.same(times, times.toSorted().reverse())
  t.match(first.data[0]?.data.relationships.parent, { data: { id: fresh, attributes: { name: 'fresh' } } })
  const ids = first.data.map(({ data }) => data.id)
  const second = await recentFiles.list(me, { per_page: 200, cursor: first.meta.paginate.nextCursor as string })
  t.equal(second.data.length, 200)
  t.notOk(second.data.some(({ data }) => ids.includes(data.id)))
  t.same((await recentFiles.list(me, { per_page: 200, page: '2' })).data, second.data)
  t.same((await recentFiles.list(me, { per_page: 200, at: 200 })).data, second.data)
  t.equal((await recentFiles.list(me, { per_page: 200, at: 990 })).data.length, 10)
  await trash.remove(me, { items: [{ id: fresh, type: 'folder' }] })
  const left = await recentFiles.list(me, {})
  t.equal(left.meta.paginate.total, 30, 'older files follow when a folder of newer ones is trashed')
  await t.rejects(recentFiles.list(me, { cursor: 'x' }), { code: 'invalid-cursor' })
  await t.rejects(recentFiles.list(me, { page: '0' }), { code: 'invalid-page' })
})

t.test('recent and largest files: those behind a large trashed tree are still listed', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const kept = await seedOneFolder(db, me.ownerId, 'kept')
  await seedFolder(db, me.ownerId, 20, { parent: kept, prefix: 'kept ' })
  await db.query(
    `update items set created_at = created_at - interval '1 year', size = 2000000
     where owner_id = $1 and not is_folder`,
    [me.ownerId],
  )
  const albums = await seedOneFolder(db, me.ownerId, 'albums')
  for (let n = 0; n < 5; n++) {
    const album = await seedOneFolder(db, me.ownerId, `album ${n}`, albums)
    await seedFolder(db, me.ownerId, 1_000, { parent: album, prefix: `photo ${n} ` })
  }
  await db.query('update items set size = 3000000 where owner_id = $1 and not is_folder and size <> 2000000', [
    me.ownerId,
  ])
  await storage.api.trash.remove(me, { items: [{ id: albums, type: 'folder' }] })
  t.equal((await storage.api.recentFiles.list(me, {})).meta.paginate.total, 20)
  const largest = await largestFiles(db, me)
  t.equal(largest.length, 10)
  t.ok(largest.every(({ attributes }) => attributes.name.startsWith('kept ')))
})

t.test('D51 recent files: files added between two pages neither repeat nor hide others', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { recentFiles } = storage.api
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 1_030)
  const idsOf = ({ data }: Awaited<ReturnType<typeof recentFiles.list>>) => data.map(({ data }) => data.id)
  const before = idsOf(await recentFiles.list(me, { page: 'all' }))
  t.equal(before.length, 1_000)
  const walked: string[] = []
  let cursor: string | null | undefined
  for (let round = 0; cursor !== null; round += 1) {
    const page = await recentFiles.list(me, { per_page: 200, ...(cursor ? { cursor } : {}) })
    t.match(page.meta.paginate, { total: 1_000, from: round * 200, currentPage: round + 1 })
    walked.push(...idsOf(page))
    cursor = page.meta.paginate.nextCursor
    await seedFolder(platform.db, me.ownerId, 25, { prefix: `arrived ${round} ` })
  }
  t.same(walked, before, 'the list as it was when its first page was read')
  t.equal((await recentFiles.list(me, {})).data[0]?.data.attributes.name.startsWith('arrived 4 '), true)
})

t.test('D51 recent files: reject another order', async (t) => {
  const { storage, person } = await testStorage(t)
  const { recentFiles } = storage.api
  const me = await person()
  await recentFiles.list(me, { sort: 'created_at', direction: 'DESC' })
  await t.rejects(recentFiles.list(me, { sort: 'name' }), {
    code: 'fixed-order',
    status: 422,
    extras: { errors: { sort: [/./] } },
  })
  await t.rejects(recentFiles.list(me, { direction: 'ASC' }), {
    code: 'fixed-order',
    extras: { errors: { direction: [/./] } },
  })
})
