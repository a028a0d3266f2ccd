import t from 'tap'
import { scrollTopFor, visibleRows } from '../../../../web/kit/virtual-rows.ts'
import { rowsWithHeadings } from './rows-with-headings.ts'

t.test('rows with headings: positions, the row at a position, the visible range', async (t) => {
  const rows = rowsWithHeadings(50, [0, 3, 4], 30)
  const tops = [0, 80, 130, 180, 260, 340, 390]
  t.same(
    tops.map((_top, row) => rows.topOf(row)),
    tops,
  )
  tops.forEach((top, row) => {
    t.equal(rows.rowAt(top), row)
    t.equal(rows.rowAt((tops[row + 1] ?? top + 50) - 1), row)
  })
  t.same(visibleRows({ top: 181, height: 100 }, rows, 7, 0), { from: 3, to: 5 })
  t.equal(scrollTopFor(3, rows, 0, { top: 0, height: 200 }), 60, 'with its heading')
  t.equal(scrollTopFor(3, rows, 0, { top: 200, height: 200 }), 180)
})
