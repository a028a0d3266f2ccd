import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { createListing } from './listing.ts'
import { createRows, type IndexedItem } from './rows.ts'
import { testItem } from './test-items.ts'

t.test('rows: inserting many is as inserting one after the other, from the first to the last', async (t) => {
  const cells = fc.array(fc.record({ loaded: fc.boolean(), cursor: fc.boolean() }), { maxLength: 12 })
  /** Ids from 0 on may belong to loaded rows. */
  const added = fc.uniqueArray(fc.record({ index: fc.nat(20), id: fc.integer({ min: 0, max: 30 }) }), {
    selector: ({ index }) => index,
  })
  fc.assert(
    fc.property(cells, added, (cells, added) => {
      const rows = createRows()
      const expected = cells.map(({ loaded, cursor }, index) => {
        if (loaded) rows.setFrom(index, [testItem(`${index}`)])
        if (cursor) rows.setCursor(index, `c${index}`)
        return { id: loaded ? `${index}` : undefined, cursor: cursor ? `c${index}` : undefined }
      })
      const placed = added.map(({ index, id }): IndexedItem => ({ index, item: testItem(`${id}`) }))
      for (const { index, item } of placed.toSorted((a, b) => a.index - b.index))
        if (expected.every(({ id }) => id !== item.id)) expected.splice(index, 0, { id: item.id, cursor: undefined })

      const count = rows.insertMany(placed, cells.length)
      const found = expected.map((_, index) => ({ id: rows.at(index)?.id, cursor: rows.cursorAt(index) }))
      return (
        count === expected.length - cells.length &&
        isDeepStrictEqual(found, expected) &&
        expected.every(({ id }, index) => id === undefined || rows.indexOf(id) === index)
      )
    }),
  )
  t.pass('100 random lists')
})

t.test('listing: rows are removed and inserted again with few passes over all rows', async (t) => {
  let reads = 0
  const items = Array.from({ length: 1_200 }, (_, n) => {
    const get = () => {
      reads += 1
      return `f${n}`
    }
    return Object.defineProperty(testItem(`f${n}`), 'id', { get })
  })
  const listing = createListing(() => Promise.reject(new Error('all rows are loaded')))
  listing.refresh(0, { items, total: items.length, next: null })
  const removed = listing.remove(new Set(items.filter((_, n) => n % 6 > 0).map(({ id }) => id)))
  t.strictSame([removed.length, listing.state.total, listing.at(199)], [1_000, 200, items[1_194]])
  reads = 0
  listing.insert(removed)
  // Each pass reads each id once.
  t.ok(reads < 10 * items.length, `${reads} reads`)
  t.equal(listing.state.total, items.length)
  t.ok(items.every((item, index) => listing.at(index) === item))
})
