import t from 'tap'
import { createSelection } from './selection.store.ts'
import { testItem } from './test-items.ts'

/** A folder of `total` rows of which the first `known` are loaded. */
const folder = (total: number, known: number) => {
  const loaded = { known }
  const selection = createSelection({
    idAt: (index) => (index >= 0 && index < loaded.known ? `f${index}` : undefined),
    total: () => total,
  })
  return { selection, loaded }
}

t.test('selection: a click selects one, Ctrl toggles, Shift extends from the anchor', async (t) => {
  const { selection } = folder(20, 20)
  selection.only(3)
  selection.toggle(5)
  t.equal(selection.count(), 2)
  selection.toggle(3)
  t.equal(selection.has(3), false)
  selection.only(2)
  selection.extend(6)
  t.equal(selection.count(), 5)
  selection.extend(1)
  t.same([1, 2].map(selection.has), [true, true], 'turned around at the anchor')
  t.equal(selection.count(), 2)
})

t.test('selection: without an anchor, Shift extends from the first row that is shown', async (t) => {
  const selection = createSelection({
    idAt: (index) => (index < 30 ? undefined : `f${index}`),
    total: () => 100,
    first: () => 30,
  })
  selection.extend(35, { add: true })
  t.equal(selection.count(), 6)
  t.same(selection.picked().unloaded, [])
})

// A representation with one entry per row could not hold this many.
t.test('selection: all of ten billion rows is one flag', async (t) => {
  const { selection } = folder(1e10, 50)
  selection.all({ everythingKnown: false })
  t.equal(selection.count(), 1e10)
  selection.toggle(7)
  t.equal(selection.count(), 1e10 - 1)
  t.equal(selection.has(7), false)
  t.equal(selection.has(9e9), true)
  t.match(selection.picked(), { kind: 'allExcept' })
})

t.test('selection: a range of unloaded rows counts at once and becomes ids when they load', async (t) => {
  const { selection, loaded } = folder(1_000, 50)
  selection.only(10)
  selection.extend(500)
  t.equal(selection.count(), 491)
  t.same(selection.picked().unloaded, [[50, 501]])
  loaded.known = 1_000
  selection.resolveRange(50, 501)
  t.same(selection.picked().unloaded, [])
  t.equal(selection.count(), 491)
  t.equal(selection.has(500), true)
  t.equal(selection.has(501), false)
})

t.test('selection: follows the id, not the index', async (t) => {
  const rows = ['a', 'b', 'c']
  const selection = createSelection({ idAt: (index) => rows[index], total: () => rows.length })
  selection.only(1)
  rows.unshift('new')
  t.equal(selection.has(1), false)
  t.equal(selection.has(2), true)
})

const rowsAt = (...indexes: number[]) => indexes.map((index) => ({ index, item: testItem(`f${index}`) }))

t.test('selection: after a removal a range begins at the focused row', async (t) => {
  const { selection } = folder(20, 20)
  selection.only(10)
  selection.extend(5)
  selection.clear()
  selection.rowsRemoved(rowsAt(5, 6, 7, 8, 9, 10))
  t.equal(selection.state.cursor, 5)
  selection.extend(6)
  t.same([4, 5, 6, 7].map(selection.has), [false, true, true, false])

  selection.only(10)
  selection.rowsRemoved(rowsAt(2, 3))
  t.equal(selection.state.cursor, 8)
  selection.extend(9)
  t.same([7, 8, 9, 10].map(selection.has), [false, true, true, false])
})

t.test('selection: selected rows that are removed are no longer selected, others keep their place', async (t) => {
  const { selection } = folder(100, 10)
  selection.only(4)
  selection.extend(19)
  selection.rowsRemoved(rowsAt(0, 5))
  t.equal(selection.count(), 15)
  t.same(selection.picked().unloaded, [[8, 18]])
  selection.only(99)
  selection.rowsRemoved([])
  t.equal(selection.state.cursor, 99)
})

t.test(
  'selection: a range after a rectangle begins at the rectangle; after deselecting, at the focused row',
  async (t) => {
    const { selection } = folder(30, 30)
    selection.only(20)
    selection.selectRanges(selection.picked(), [[3, 7]])
    t.equal(selection.state.cursor, 6)
    selection.extend(7)
    t.same([2, 3, 7, 8].map(selection.has), [false, true, true, false])
    t.equal(selection.count(), 5)
    selection.selectRanges(selection.picked(), [])
    selection.extend(8)
    t.same([6, 7, 8, 9].map(selection.has), [false, true, true, false], 'an empty rectangle')
    selection.clear()
    selection.extend(9)
    t.equal(selection.count(), 2)
  },
)
