import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { Item } from '../contract.ts'
import { createListing } from './listing.ts'
import { type Fetch, pageSize } from './page-loader.ts'
import { testItem } from './test-items.ts'

const all = Array.from({ length: 1_000 }, (_, n) => testItem(`f${n}`))

/** A server of these rows that records its requests. */
const server = (rows = all) => {
  const requests: object[] = []
  const fetch: Fetch = async (where) => {
    requests.push(where)
    const start = 'at' in where ? where.at : Number(where.cursor)
    const items = rows.slice(start, start + pageSize)
    const end = start + items.length
    return { items, total: rows.length, next: end < rows.length ? `${end}` : null }
  }
  return { requests, fetch }
}

t.test('listing: continues by cursor and jumps by position', async (t) => {
  const { requests, fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  await listing.ensure(30, 80)
  t.same(requests, [{ cursor: '50' }])
  await listing.ensure(777, 790)
  t.same(requests[1], { at: 700 })
  t.equal(listing.at(777)?.id, 'f777')
  t.equal(listing.at(500), undefined, 'what lies between stays unknown')
  t.equal(listing.indexOf('f149'), 149)
})

t.test(
  'listing: a page behind the last row, read after others were removed, does not count rows that are gone',
  async (t) => {
    const listing = createListing(server(all.slice(0, 60)).fetch)
    listing.put(100, { items: all.slice(100, 150), total: 150, next: null })
    await listing.revalidate(100, 150)
    t.equal(listing.state.total, 60)
  },
)

t.test('listing: requests a page once for parallel callers', async (t) => {
  const { requests, fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  await Promise.all([listing.ensure(60, 70), listing.ensure(60, 70)])
  t.equal(requests.length, 1)
})

t.test('listing: removing shifts the following rows, loaded or not, and inserting restores them', async (t) => {
  const { fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  const removed = listing.remove(new Set(['f3', 'f10']), [[60, 70]])
  t.equal(listing.state.total, 988)
  t.same(
    removed.map(({ index }) => index),
    [3, 10],
  )
  t.equal(listing.at(3)?.id, 'f4')
  t.equal(listing.at(47)?.id, 'f49')
  listing.insert(removed)
  t.equal(listing.at(3)?.id, 'f3')
  t.equal(listing.at(10)?.id, 'f10')
  t.equal(listing.at(49)?.id, 'f49')
})

t.test('listing: the cursor of the next page survives a removal before it', async (t) => {
  const { requests, fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  listing.remove(new Set(['f3']))
  await listing.ensure(49, 60)
  t.same(requests, [{ cursor: '50' }])
  t.equal(listing.at(49)?.id, 'f50')
})

t.test('listing: a new row on the first page shifts the rows behind it', async (t) => {
  const { fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  await listing.ensure(0, 150)
  const fresh = [testItem('new'), ...all.slice(0, 49)]
  listing.refresh(0, { items: fresh, total: 1_001, next: '49' })
  t.equal(listing.at(0)?.id, 'new')
  t.equal(listing.at(101)?.id, 'f100')
  t.equal(listing.indexOf('f49'), 50)
})

t.test('listing: ignores responses that were pending when it was invalidated', async (t) => {
  const { fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  const late = listing.ensure(50, 60)
  listing.invalidate()
  listing.keepOnly(new Set(['f1']))
  await late
  t.equal(listing.state.total, 1)
  t.equal(listing.at(0)?.id, 'f1')
})

t.test('listing: an error rejects and keeps the loaded rows', async (t) => {
  const listing = createListing(async () => {
    throw new Error('down')
  })
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  await t.rejects(listing.ensure(50, 60), { message: 'down' })
  t.equal(listing.at(0)?.id, 'f0')
})

t.test('listing: an optimistic folder survives a refresh and is replaced once', async (t) => {
  const { fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  listing.insertOptimistic(testItem('draft', { type: 'folder' }))
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  t.equal(listing.at(0)?.id, 'draft')
  t.equal(listing.at(1)?.id, 'f0')
  listing.refresh(0, { items: [testItem('real', { type: 'folder' }), ...all.slice(0, 49)], total: 1_001, next: '49' })
  listing.replaceId('draft', testItem('real', { type: 'folder' }))
  t.equal(listing.at(0)?.id, 'real')
  t.equal(listing.at(1)?.id, 'f0')
  t.equal(listing.state.total, 1_001)
})

t.test('listing: rows of a response that was read before a change stay stale', async (t) => {
  const { requests, fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  listing.markStale()
  const reading = listing.refetchStale(0, 20, (apply) => apply())
  // Told while the response is on its way: it is unknown which of the two is newer.
  listing.markStale()
  await reading
  t.equal(listing.allFresh(0, 20), false, 'fetched again')
  await listing.refetchStale(0, 20, (apply) => apply())
  t.ok(listing.allFresh(0, 20))
  t.equal(requests.length, 2)
  const scrolling = listing.ensure(120, 130)
  listing.markStale()
  await scrolling
  t.equal(listing.allFresh(120, 130), false, 'rows that are scrolled to')
  const asked = listing.read({ at: 0 })
  listing.markStale()
  listing.refresh(0, await asked)
  t.equal(listing.allFresh(0, 20), false, 'a first page')
})

t.test('listing: an own change of a row outdates responses to earlier requests', async (t) => {
  const { requests, fetch } = server()
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 50), total: 1_000, next: '50' })
  const before = listing.edits()
  listing.markStale()
  const reading = listing.refetchStale(0, 20, (apply) => apply())
  listing.edit(testItem('f3', { name: 'renamed' }))
  t.equal(await reading, false, 'to be repeated')
  t.equal(listing.at(3)?.attributes.name, 'renamed')
  t.equal(listing.edits(), before + 1)
  listing.replace(testItem('f4', { thumbnail_pending: false }))
  t.equal(listing.edits(), before + 1, 'what the server told is no own change')
  const revalidating = listing.revalidate(0, 20)
  listing.edit(testItem('f5', { name: 'renamed too' }))
  await revalidating
  t.equal(requests.length, 3, 'read again')
})

t.test('listing: revalidating many pages shows what was added and changed in each, up to the end', async (t) => {
  const rows = all.slice(0, 250)
  const { requests, fetch } = server(rows)
  const listing = createListing(fetch)
  await listing.ensure(0, 100)
  await listing.ensure(100, 250)
  requests.length = 0
  rows.splice(230, 0, testItem('zeta'))
  rows[150] = testItem('f150', { size: 7 })
  await listing.revalidate(0, 280)
  t.same(requests, [{ at: 0 }, { at: 100 }, { at: 200 }])
  t.equal(listing.at(230)?.id, 'zeta')
  t.equal(listing.at(150)?.attributes.size, 7)
  t.ok(listing.complete())
  rows.splice(20, 200)
  requests.length = 0
  await listing.revalidate(0, 280)
  t.same(requests, [{ at: 0 }], 'nothing behind the end')
  t.equal(listing.state.total, 51)
})

/** A server whose cursors name the next row, as keyset cursors do, and whose answers the test releases one by one. */
const heldServer = (count: number) => {
  const rows = all.slice(0, count)
  const waiting: (() => void)[] = []
  const fetch: Fetch = async (where) => {
    const start = 'at' in where ? where.at : rows.findIndex(({ id }) => id === where.cursor)
    const items = rows.slice(start, start + pageSize)
    const page = { items, total: rows.length, next: rows[start + pageSize]?.id ?? null }
    await new Promise<void>((resolve) => waiting.push(resolve))
    return page
  }
  const answer = async () => {
    waiting.shift()?.()
    await turn()
  }
  return { rows, fetch, waiting, answer }
}

t.test('listing: a page on its way when a row is added above it overwrites none', async (t) => {
  const { rows, fetch, waiting, answer } = heldServer(200)
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 30), total: 200, next: 'f30' })
  const loading = listing.ensure(30, 40)
  listing.insertOptimistic(testItem('draft', { type: 'folder' }))
  await answer()
  t.equal(listing.indexOf('f29'), 30)
  t.equal(listing.state.total, 201, 'the page was counted before')
  t.equal(waiting.length, 0, 'not asked again before the server knows the row: its positions are others')
  const made = testItem('made', { type: 'folder' })
  rows.unshift(made)
  listing.replaceId('draft', made)
  await turn()
  await answer()
  await loading
  t.equal(listing.indexOf('f29'), 30)
  t.equal(listing.indexOf('f30'), 31)
  t.equal(listing.state.total, 201)
})

t.test('listing: a page on its way when rows are removed or return is asked for again', async (t) => {
  const { rows, fetch, answer } = heldServer(200)
  const listing = createListing(fetch)
  listing.refresh(0, { items: all.slice(0, 30), total: 200, next: 'f30' })
  const loading = listing.ensure(0, 40)
  const removed = listing.remove(new Set(['f3', 'f10']))
  rows.splice(10, 1)
  rows.splice(3, 1)
  await answer()
  t.equal(listing.state.total, 198)
  await answer()
  await loading
  t.equal(listing.indexOf('f30'), 28, 'no hole')
  t.equal(listing.indexOf('f39'), 37)
  t.equal(listing.state.total, 198)
  const scrolling = listing.ensure(128, 140)
  listing.insert(removed)
  rows.splice(3, 0, all[3] as Item)
  rows.splice(10, 0, all[10] as Item)
  await answer()
  await answer()
  await scrolling
  t.equal(listing.indexOf('f129'), 129)
  const around = listing.putAround(async () => ({ ...(await fetch({ at: 100 })), from: 100 }))
  listing.remove(new Set(['f3']))
  rows.splice(3, 1)
  await answer()
  await answer()
  await around
  t.equal(listing.indexOf('f150'), 149, 'a page around a row')
  listing.insert([{ index: 3, item: all[3] as Item }])
  t.equal(listing.indexOf('f130'), 130)
})
