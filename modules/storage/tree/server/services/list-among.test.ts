import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import type { Listing } from '../../contract.ts'

const idsOf = ({ data }: Listing) => data.map(({ data }) => data.id)

t.test('D51 among: given items have the pages and orders of a folder', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const { browse } = storage.api
  const folder = await seedOneFolder(db, me.ownerId, 'folder')
  await seedFolder(db, me.ownerId, 120, { parent: folder, folders: 0.2 })
  const ids = idsOf(await browse.folder(me, folder, { page: 'all' })).toSorted()
  for (const sort of ['name', 'created_at', 'updated_at', 'size', 'kind'] as const)
    for (const direction of ['ASC', 'DESC'] as const) {
      const order = `${sort} ${direction}`
      const expected = idsOf(await browse.folder(me, folder, { sort, direction, page: 'all' }))
      t.same(idsOf(await browse.among(me, ids, { sort, direction, page: 'all' })), expected, order)
      const walked: string[] = []
      let cursor: string | null | undefined
      let page: Listing | null = null
      for (let from = 0; cursor !== null; from += 50) {
        page = await browse.among(me, ids, { sort, direction, ...(cursor ? { cursor } : {}) })
        t.match(page.meta.paginate, { total: 120, perPage: 50, lastPage: 3, currentPage: from / 50 + 1, from }, order)
        walked.push(...idsOf(page))
        cursor = page.meta.paginate.nextCursor
      }
      t.same(walked, expected, `${order}, by cursor`)
      const back = await browse.among(me, ids, { sort, direction, cursor: page?.meta.paginate.prevCursor as string })
      t.same(idsOf(back), expected.slice(50, 100), `${order}, backwards`)
      t.same(idsOf(await browse.among(me, ids, { sort, direction, page: '2' })), expected.slice(50, 100))
      const around = await browse.among(me, ids, { sort, direction, around: expected[60] as string, per_page: 10 })
      t.same(idsOf(around), expected.slice(55, 65), `${order}, around an item`)
      t.equal(around.meta.paginate.from, 55)
    }
  const past = await browse.among(me, ids, { page: '9' })
  t.match(past, { data: [], meta: { root: null, paginate: { total: 120, currentPage: 9, nextCursor: null } } })
  t.match(await browse.among(me, [], {}), { data: [], meta: { paginate: { total: 0, lastPage: 1, nextCursor: null } } })
  await t.rejects(browse.among(me, ids, { cursor: 'x' }), { code: 'invalid-cursor' })
  await t.rejects(browse.among(me, ids, { page: '0' }), { code: 'invalid-page' })
  await t.rejects(browse.among(me, ids, { around: me.ownerId }), { code: 'item-not-found' })
})

t.test('among: omits given items outside the scope and in the trash', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash } = storage.api
  const [me, other] = [await person(), await person()]
  const top = await seedOneFolder(db, me.ownerId, 'top')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', top)
  const deep = await seedOneFolder(db, me.ownerId, 'deep', inner)
  const beside = await seedOneFolder(db, me.ownerId, 'beside')
  const foreign = await seedOneFolder(db, other.ownerId, 'foreign')
  const all = [top, inner, deep, beside, foreign]
  const named = async (scope: typeof me) =>
    (await browse.among(scope, all, { sort: 'name' })).data.map(({ data }) => data.attributes.name)
  t.same(await named(me), ['beside', 'deep', 'inner', 'top'])
  t.same(await named({ ...me, root: top }), ['deep', 'inner'])
  await trash.remove(me, { items: [{ id: inner, type: 'folder' }] })
  t.same(await named(me), ['beside', 'top'])
  t.equal((await browse.among(me, all, {})).meta.paginate.total, 2)
})

t.test('D4 among: items added or removed between two pages neither repeat nor hide others', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse, trash } = storage.api
  const me = await person()
  await seedFolder(db, me.ownerId, 30)
  const before = idsOf(await browse.folder(me, 'all', {}))
  const first = await browse.among(me, before, { per_page: 10 })
  await seedFolder(db, me.ownerId, 7, { prefix: 'later ' })
  await trash.remove(me, { items: [{ id: before[3] as string, type: 'file' }] })
  const now = idsOf(await browse.folder(me, 'all', { page: 'all' }))
  const second = await browse.among(me, now, { per_page: 50, cursor: first.meta.paginate.nextCursor as string })
  t.same([...idsOf(first), ...idsOf(second)], before)
})
