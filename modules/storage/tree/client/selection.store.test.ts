import t from 'tap'
import { createSelection } from './selection.store.ts'

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

// A representation with one entry per row could not hold this many.
t.test('selection: all of ten billion rows is one flag', async (t) => {
  const { selection } = folder(1e10, 50)
  selection.all(false)
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
