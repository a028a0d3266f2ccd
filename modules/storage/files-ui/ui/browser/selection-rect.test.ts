import t from 'tap'
import { entriesInRect } from './selection-rect.ts'

const list = { lanes: 1, lineHeight: 40, height: 40, laneWidth: 0, width: 0, left: 0, top: 36, total: 10 }
const grid = { lanes: 3, lineHeight: 220, height: 208, laneWidth: 180, width: 168, left: 16, top: 16, total: 8 }
const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

t.test('selection rectangle: selects every touched row of a list', async (t) => {
  t.same(entriesInRect(area(500, 60, 510, 130), list), [[0, 3]])
  t.same(entriesInRect(area(500, 400, 510, 9_000), list), [[9, 10]])
  t.same(entriesInRect(area(0, 440, 10, 500), list), [], 'below the last')
})

t.test('selection rectangle: selects the touched tiles of a grid, line by line', async (t) => {
  t.same(entriesInRect(area(200, 30, 300, 260), grid), [
    [1, 2],
    [4, 5],
  ])
  t.same(entriesInRect(area(185, 30, 194, 60), grid), [], 'between two tiles')
  t.same(
    entriesInRect(area(0, 0, 2_000, 2_000), grid),
    [
      [0, 3],
      [3, 6],
      [6, 8],
    ],
    'no tile beyond the last',
  )
})
