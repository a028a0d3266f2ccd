import fc from 'fast-check'
import t from 'tap'
import { searchStorage } from '../../../../../tests/support/search.ts'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { errorWithStatus, testStorage } from '../../../../../tests/support/storage.ts'
import { allChildrenOf } from '../../../../../tests/support/trees.ts'
import type { FolderQuery, Listing } from '../../contract.ts'
import { addChildCount } from '../counters.ts'

const idsOf = (listing: Listing) => listing.data.map(({ data }) => data.id)
const sorts = ['name', 'created_at', 'updated_at', 'size', 'kind'] as const

t.test('pages: no row is skipped or repeated while others insert; backward pages and jumps agree', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { browse } = storage.api
  const insertSome = async (
    owner: string,
    parent: string,
    list: { name: string; size: number; time: number; folder: boolean }[],
  ) => {
    await db.query(
      `with given as (select * from unnest($3::text[], $4::int[], $5::int[], $6::boolean[]) as g (name, size, at, folder)),
       numbered as (select *, gen_random_uuid() as blob from given),
       bytes as (insert into blobs (id, key, size, sha256, crc32, media_type) select blob, blob, size, '', 0, 'x/y' from numbered where not folder)
       insert into items (owner_id, parent_id, is_folder, name, kind, size, blob_id, created_at, updated_at,
         modified_at)
       select $1, $2, folder, name, case when folder then 'folder' when size % 2 = 0 then 'image' else 'other' end,
         case when folder then 0 else size end, case when folder then null else blob end,
         timestamptz '2026-01-01' + at * interval '1 microsecond', timestamptz '2026-01-01' - at * interval '1 microsecond',
         case when folder or size = 0 then null else timestamptz '9876-01-01' + (at / 2) * interval '1 millisecond' end
       from numbered`,
      [
        owner,
        parent,
        list.map((i) => i.name),
        list.map((i) => i.size),
        list.map((i) => i.time),
        list.map((i) => i.folder),
      ],
    )
    await addChildCount(db, owner, parent, list.length)
  }
  const entry = fc.record({
    // Few distinct values, because ties are the difficult case of keyset pagination.
    name: fc.constantFrom('a', 'A', 'a2', 'a10', 'ä', 'z', '文', 'a b', "o'x", '1'),
    size: fc.integer({ min: 0, max: 3 }),
    time: fc.integer({ min: 0, max: 3 }),
    folder: fc.boolean(),
  })
  const property = fc.asyncProperty(
    fc.array(entry, { minLength: 1, maxLength: 40 }),
    fc.array(entry, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...sorts),
    fc.constantFrom('ASC' as const, 'DESC' as const),
    fc.integer({ min: 1, max: 7 }),
    async (first, later, sort, direction, per_page) => {
      const me = await person()
      const parent = await seedOneFolder(db, me.ownerId, 'parent')
      await insertSome(me.ownerId, parent, first)
      const query: FolderQuery = { sort, direction, per_page }
      const whole = idsOf(await browse.folder(me, parent, { sort, direction, page: 'all' }))
      const size = whole.length
      // Jumps and page numbers show the same rows as the whole list.
      for (const at of [0, Math.floor(size / 2), size - 1, size]) {
        const page = await browse.folder(me, parent, { ...query, at })
        if (!same(idsOf(page), whole.slice(at, at + per_page))) throw new Error(`a jump to ${at} shows other rows`)
      }
      const second = await browse.folder(me, parent, { ...query, page: '2' })
      if (!same(idsOf(second), whole.slice(per_page, 2 * per_page))) throw new Error('page 2 differs')
      // Forward to the end, with insertions between the pages, and back again.
      const seen: string[] = []
      let page = await browse.folder(me, parent, query)
      for (let n = 0; ; n++) {
        seen.push(...idsOf(page))
        const { nextCursor } = page.meta.paginate
        if (!nextCursor) break
        if (n === 0) await insertSome(me.ownerId, parent, later)
        page = await browse.folder(me, parent, { ...query, cursor: nextCursor })
      }
      if (new Set(seen).size !== seen.length) throw new Error('a row came twice')
      if (whole.some((id) => !seen.includes(id))) throw new Error('a row was skipped')
      if (
        !same(
          seen.filter((id) => whole.includes(id)),
          whole,
        )
      )
        throw new Error('the order changed between pages')
      const after = idsOf(await browse.folder(me, parent, { sort, direction, page: 'all' }))
      const backward = idsOf(page)
      for (let { prevCursor } = page.meta.paginate; prevCursor; ) {
        page = await browse.folder(me, parent, { ...query, cursor: prevCursor })
        backward.unshift(...idsOf(page))
        prevCursor = page.meta.paginate.prevCursor
      }
      if (!same(backward, after)) throw new Error('backward pages show other rows')
      if (page.meta.paginate.total !== after.length) throw new Error('the total differs from the list')
    },
  )
  await fc.assert(property, { numRuns: 40 })
  t.pass()
})

t.test('pages: sorted by the last change, files are where their own time puts them', async (t) => {
  const { storage, add, platform, me } = await searchStorage(t)
  const { browse } = storage.api
  const folder = await seedOneFolder(platform.db, me.ownerId, 'folder')
  const place = { parent_id: folder }
  await add('of 2019', { ...place, modified_at: '2019-05-01' })
  const renamed = await add('of 2021', { ...place, modified_at: '2021-05-01' })
  await add('without a time', place)
  await storage.api.folders.rename(me, renamed, { type: 'file', name: 'of 2021, renamed' })
  const names = async (view: 'folder' | 'trash', parent: string, direction: 'ASC' | 'DESC') => {
    const first = await browse[view](me, parent, { sort: 'updated_at', direction, per_page: 2 })
    const cursor = first.meta.paginate.nextCursor as string
    const rest = await browse[view](me, parent, { sort: 'updated_at', direction, per_page: 2, cursor })
    return [...first.data, ...rest.data].map(({ data }) => data.attributes.name)
  }
  const expected = ['without a time', 'of 2021, renamed', 'of 2019']
  t.same(await names('folder', folder, 'DESC'), expected)
  t.same(await names('folder', folder, 'ASC'), expected.toReversed())
  const around = await browse.folder(me, folder, {
    sort: 'updated_at',
    direction: 'DESC',
    around: renamed,
    per_page: 1,
  })
  t.equal(around.meta.paginate.from, 1)
  await storage.api.trash.remove(me, allChildrenOf(folder))
  t.same(await names('trash', 'all', 'DESC'), expected)
})

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, n) => id === other[n])

t.test('pages: report the offset of their first row', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 95, { folders: 0.3 })
  let page = await storage.api.browse.folder(me, 'all', { per_page: 10 })
  const starts = [page.meta.paginate.from]
  while (page.meta.paginate.nextCursor) {
    page = await storage.api.browse.folder(me, 'all', { per_page: 10, cursor: page.meta.paginate.nextCursor })
    starts.push(page.meta.paginate.from)
  }
  t.same(starts, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  t.match(page.meta.paginate, { currentPage: 10, lastPage: 10, total: 95, perPage: 10, nextCursor: null })
})

t.test('pages: invalid pages and cursors are rejected', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 1_001)
  const { browse } = storage.api
  await t.rejects(browse.folder(me, 'all', { page: 'all' }), { code: 'too-many-for-one-page', status: 422 })
  for (const page of ['0', '-1', '1.5', 'x', ''])
    await t.rejects(browse.folder(me, 'all', { page }), { code: 'invalid-page' })
  const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = crypto.randomUUID()
  const cursors = [
    '',
    '%%%',
    'null',
    pack({}),
    pack([]),
    pack(['name', 'ASC', 0, 'a', id, 0, 0]),
    pack(['created_at', 'DESC', 0, '2026', 'x', 0, 0]),
    pack(['created_at', 'DESC', 0, '99999999999999999999', id, 0, 0]),
    pack(['created_at', 'DESC', 0, '-999999999999999999', id, 0, 0]),
    pack(['created_at', 'DESC', 0, '999999999999999999', id, 0, 0]),
    pack(['created_at', 'DESC', 0, '1', id, 0, -1]),
    pack(['created_at', 'DESC', 2, '1', id, 0, 0]),
    pack(['constructor', 'DESC', 0, '1', id, 0, 0]),
    pack(['created_at', 'DESC', 0, '1', id, 0, 0, 0]),
  ]
  for (const cursor of cursors)
    await t.rejects(browse.folder(me, 'all', { cursor }), { code: 'invalid-cursor', status: 422 })
  const early = (sort: string) => pack([sort, 'DESC', 0, '-62135596900000000', id, 0, 0])
  const invalid = { code: 'invalid-cursor', status: 422 }
  await t.rejects(browse.folder(me, 'all', { sort: 'updated_at', cursor: early('updated_at') }), invalid)
  await t.rejects(browse.trash(me, 'all', { cursor: early('deleted_at') }), invalid)
  const first = pack(['created_at', 'DESC', 0, '-62135596800000000', id, 0, 0])
  t.same((await browse.folder(me, 'all', { cursor: first })).data, [], 'behind the year 1')
  await t.rejects(browse.folder(me, 'all', { sort: 'name', cursor: pack(['name', 'ASC', 0, 'a\0b', id, 0, 0]) }), {
    code: 'invalid-cursor',
  })
})

t.test('pages: around the first item whose name begins with a text, in every order', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const [me, other] = [await person(), await person()]
  const folder = await seedOneFolder(platform.db, me.ownerId, 'folder')
  await seedFolder(platform.db, me.ownerId, 500, { parent: folder, prefix: 'Sheet ' })
  await seedOneFolder(platform.db, me.ownerId, 'Älpler', folder)
  const [last] = await platform.db.query<{ id: string }>(
    `update items set name = 'ZZ top.txt' where id = (select id from items where name = 'Sheet 250.bin') returning id`,
  )
  const { browse } = storage.api
  const find = (starting_with: string, order: FolderQuery = {}) =>
    browse.folder(me, folder, { ...order, starting_with, per_page: 20 })
  for (const sort of sorts)
    for (const direction of ['ASC', 'DESC'] as const) {
      const whole = idsOf(await browse.folder(me, folder, { sort, direction, page: 'all' }))
      const page = await find('zZ', { sort, direction })
      t.equal(page.meta.paginate.from, Math.max(whole.indexOf(last?.id ?? '') - 10, 0), `${sort} ${direction}`)
      t.ok(idsOf(page).includes(last?.id ?? ''))
    }
  const first = async (typed: string) => (await find(typed, { sort: 'name', direction: 'ASC' })).meta.paginate.from
  t.equal(await first('al'), 0, 'a folder, without its accent')
  t.equal(await first('sheet 40'), 30, 'Sheet 40 is the 41st row')
  for (const none of ['zzz', 'x', '\0']) await t.rejects(find(none), errorWithStatus(404))
  await t.rejects(browse.folder(other, 'all', { starting_with: 'zz' }), errorWithStatus(404))
})

t.test('pages: around the first item whose name begins with a number, which sorts by its value', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 40, { prefix: 'IMG_00' })
  const later = { 'IMG_0038.bin': 'IMG_0120', 'IMG_0039.bin': 'IMG_1000', 'IMG_0040.bin': 'IMG_20260101_1' }
  for (const names of Object.entries(later))
    await platform.db.query('update items set name = $2 where name = $1', [...names])
  const find = async (starting_with: string) => {
    const page = await storage.api.browse.folder(me, 'all', {
      sort: 'name',
      direction: 'ASC',
      starting_with,
      per_page: 1,
    })
    return page.data[0]?.data.attributes.name
  }
  t.equal(await find('img_003'), 'IMG_003.bin')
  t.equal(await find('img_01'), 'IMG_0120')
  t.equal(await find('img_1'), 'IMG_1000')
  t.equal(await find('img_2'), 'IMG_20260101_1')
  await t.rejects(find('img_3'), errorWithStatus(404))
})

t.test('pages: around an item, in every order', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 230, { folders: 0.1 })
  const { browse, recentFiles } = storage.api
  for (const sort of ['name', 'created_at', 'size', 'kind'] as const)
    for (const direction of ['ASC', 'DESC'] as const) {
      const whole = (await browse.folder(me, 'all', { sort, direction, page: 'all' })).data.map(({ data }) => data.id)
      for (const at of [0, 3, 22, 23, 100, 229]) {
        const around = await browse.folder(me, 'all', { sort, direction, per_page: 20, around: whole[at] as string })
        const from = around.meta.paginate.from as number
        t.equal(from, Math.max(at - 10, 0), `${sort} ${direction} ${at}`)
        t.same(
          around.data.map(({ data }) => data.id),
          whole.slice(from, from + 20),
        )
      }
    }
  const recent = (await recentFiles.list(me, { page: 'all' })).data.map(({ data }) => data.id)
  const aroundRecent = await recentFiles.list(me, { around: recent[120] as string, per_page: 10 })
  t.same(
    aroundRecent.data.map(({ data }) => data.id),
    recent.slice(115, 125),
  )
  t.equal(aroundRecent.meta.paginate.from, 115)
  const other = await person()
  await t.rejects(browse.folder(other, 'all', { around: recent[0] as string }), errorWithStatus(404))
  await t.rejects(recentFiles.list(other, { around: recent[0] as string }), errorWithStatus(404))
})
