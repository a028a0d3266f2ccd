import t from 'tap'
import { rowAtTop, scrollTopFor, topOfRow, visibleRows } from './virtual-rows.ts'

t.test('visibleRows: the rows in the viewport and the overscan, within the list', async (t) => {
  t.same(visibleRows({ top: 0, height: 800 }, 40, 100_000, 10), { from: 0, to: 30 })
  t.same(visibleRows({ top: 2_000_000, height: 800 }, 40, 100_000, 10), { from: 49_990, to: 50_030 })
  t.same(visibleRows({ top: 9e9, height: 800 }, 40, 100, 10), { from: 90, to: 100 })
})

t.test('scrollTopFor: scrolls as little as needed, below the sticky header', async (t) => {
  t.equal(scrollTopFor(3, 40, 36, { top: 0, height: 800 }), null)
  t.equal(scrollTopFor(3, 40, 36, { top: 200, height: 800 }), 120)
  t.equal(scrollTopFor(50, 40, 36, { top: 0, height: 800 }), 36 + 51 * 40 - 800)
})

t.test('headings above some rows: positions, the row at a position, the visible range', async (t) => {
  const headings = { rows: [0, 3, 4], height: 30 }
  const tops = [0, 80, 130, 180, 260, 340, 390]
  t.same(
    tops.map((_top, row) => topOfRow(row, 50, headings)),
    tops,
  )
  tops.forEach((top, row) => {
    t.equal(rowAtTop(top, 50, headings), row)
    t.equal(rowAtTop((tops[row + 1] ?? top + 50) - 1, 50, headings), row)
  })
  t.same(visibleRows({ top: 181, height: 100 }, 50, 7, 0, headings), { from: 3, to: 5 })
  t.equal(scrollTopFor(3, 50, 0, { top: 0, height: 200 }, headings), 60, 'with its heading')
  t.equal(scrollTopFor(3, 50, 0, { top: 200, height: 200 }, headings), 180)
})
