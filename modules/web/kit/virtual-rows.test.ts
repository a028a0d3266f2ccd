import t from 'tap'
import { evenRows, scrollTopFor, visibleRows } from './virtual-rows.ts'

t.test('visibleRows: the rows in the viewport and the overscan, within the list', async (t) => {
  t.same(visibleRows({ top: 0, height: 800 }, evenRows(40), 100_000, 10), { from: 0, to: 30 })
  t.same(visibleRows({ top: 2_000_000, height: 800 }, evenRows(40), 100_000, 10), { from: 49_990, to: 50_030 })
  t.same(visibleRows({ top: 9e9, height: 800 }, evenRows(40), 100, 10), { from: 90, to: 100 })
})

t.test('scrollTopFor: scrolls as little as needed, below the sticky header', async (t) => {
  t.equal(scrollTopFor(3, evenRows(40), 36, { top: 0, height: 800 }), null)
  t.equal(scrollTopFor(3, evenRows(40), 36, { top: 200, height: 800 }), 120)
  t.equal(scrollTopFor(50, evenRows(40), 36, { top: 0, height: 800 }), 36 + 51 * 40 - 800)
})
