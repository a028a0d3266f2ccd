import t from 'tap'
import { testItem } from '../../../tree/client/test-items.ts'
import { createListing } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { findByName, findRow } from './find-by-name.ts'
import { indexAfterKey } from './index-after-key.ts'
import { createTypeAhead } from './type-ahead.ts'

const list = { at: 5, total: 100, lanes: 1, pageRows: 10, rtl: false }

t.test('keyboard step: arrows in a list and a grid', async (t) => {
  t.equal(indexAfterKey('ArrowDown', list), 6)
  t.equal(indexAfterKey('PageDown', { ...list, at: 95 }), 99)
  t.equal(indexAfterKey('End', list), 99)
  t.equal(indexAfterKey('ArrowRight', list), null, 'a list has no sideways')
  const grid = { ...list, lanes: 4 }
  t.equal(indexAfterKey('ArrowDown', grid), 9)
  t.equal(indexAfterKey('ArrowRight', grid), 6)
  t.equal(indexAfterKey('ArrowRight', { ...grid, rtl: true }), 4)
  t.equal(indexAfterKey('ArrowUp', { ...grid, at: 2 }), 2, 'stays in its column')
  t.equal(indexAfterKey('ArrowDown', { ...list, at: -1 }), 0, 'the first key begins at the first row')
  t.equal(indexAfterKey('ArrowDown', { ...list, total: 0 }), null)
})

t.test('type-ahead: letters find names; only those of a sequence with Alt are shortcuts', async (t) => {
  const type = createTypeAhead()
  const key = (letter: string, timeStamp: number, { altKey = false } = {}) =>
    type({ key: letter, ctrlKey: false, metaKey: false, altKey, timeStamp })
  t.equal(key('u', 0), 'u')
  t.equal(key('/', 100), 'u/', 'within a name')
  t.equal(key('/', 2_000), null, 'opens the search')
  t.equal(key('g', 3_000, { altKey: true }), null)
  t.equal(key('f', 3_100), null, 'the second stroke of a shortcut')
  t.equal(key('f', 3_200), 'f')
  t.equal(key('؟', 5_000), null, 'the question mark of Arabic keyboards')
  const names = ['Äpfel', 'budget', 'Bulgaria'].map((name, index) => ({ index, name }))
  t.equal(findByName(names, 'a', 0), 0)
  t.equal(findByName(names, 'b', 2), 2, 'goes on from where it is')
  t.equal(findByName(names, 'bud', 2), 1, 'and around')
  t.equal(findByName(names, 'x', 0), -1)
  t.equal(findByName([{ index: 0, name: 'İstanbul.pdf' }], 'i', 0), 0, 'a name in another language')
})

t.test('type-ahead: finds names in rows that are not loaded', async (t) => {
  const rows = Array.from({ length: 500 }, (_, n) => testItem(`${n}`, { name: n < 400 ? `Sheet ${n}` : `zz ${n}` }))
  const pageOf = (from: number) => ({ items: rows.slice(from, from + 100), total: 500, next: null, from })
  const listing = createListing(async () => Promise.reject(new Error('nothing else is read')))
  listing.refresh(0, { ...pageOf(0), next: 'next' })
  const view = { location: { section: 'files', id: null }, listing } as unknown as FolderView
  const asked: object[] = []
  const find = (typed: string, start: number) =>
    findRow(
      {
        page: async (_location, _sorting, where) => {
          asked.push(where)
          if (typed === 'x') throw new Error('404')
          return { ...pageOf(350), next: 'next', root: null, path: [] }
        },
      },
      view,
      typed,
      start,
    )
  t.equal(await find('sheet 7', 1), 7)
  t.same(asked, [], 'the next is loaded, and all between')
  t.equal(await find('z', 1), 400)
  t.equal(await find('x', 1), -1)
  t.same(asked, [{ starting_with: 'z' }, { starting_with: 'x' }])
  t.equal(await find('z', 401), 401)
  t.equal(asked.length, 2)
})
