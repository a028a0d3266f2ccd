import t from 'tap'
import { createListing } from '../../tree/client/listing.ts'
import { testItem } from '../../tree/client/test-items.ts'
import { firstFile, listingSource } from './viewer-source.ts'

const folders = 730
const all = Array.from({ length: 2_000 }, (_, n) => testItem(`i${n}`, { type: n < folders ? 'folder' : 'file' }))

const longList = () => {
  let calls = 0
  const listing = createListing(async (where) => {
    calls += 1
    const start = 'at' in where ? where.at : Number(where.cursor)
    const items = all.slice(start, start + 100)
    const end = start + items.length
    return { items, total: all.length, next: end < all.length ? String(end) : null }
  })
  const around = async (id: string) => {
    const start = Math.max(Number(id.slice(1)) - 50, 0)
    if (!(start < all.length)) return
    listing.put(start, { items: all.slice(start, start + 100), total: all.length, next: String(start + 100) })
  }
  return { source: listingSource(listing, around), calls: () => calls }
}

t.test('viewer source: locates a file far down the list and loads its neighbors on demand', async (t) => {
  const { source } = longList()
  t.equal(await source.locate('i1500'), 1_500)
  t.equal(source.at(1_501)?.id, 'i1501')
  await source.ensure(1_560, 1_561)
  t.equal(source.at(1_560)?.id, 'i1560')
  t.equal(await source.locate('iX'), -1)
})

t.test('viewer source: finds the first file by binary search', async (t) => {
  const { source, calls } = longList()
  await source.locate('i1500')
  t.equal(await firstFile(source, 1_500), folders)
  t.ok(calls() <= 11, `${calls()} pages of 20`)
})

t.test('viewer source: notifies about changes of the rows', async (t) => {
  const { source } = longList()
  await source.locate('i500')
  const before = source.version()
  let heard = 0
  const off = source.subscribe(() => {
    heard += 1
  })
  await source.ensure(900, 910)
  await Promise.resolve()
  t.ok(heard > 0)
  t.ok(source.version() > before)
  off()
})
