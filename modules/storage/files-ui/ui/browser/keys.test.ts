import t, { type Test } from 'tap'
import { testItem } from '../../../tree/client/test-items.ts'
import { createListing, createSelection } from '../../../tree/ui.ts'
import type { FolderView } from '../../client/folder-view.ts'
import type { BrowserContext } from './browser-context.ts'
import * as find from './find-by-name.ts'
import { indexAfterKey } from './index-after-key.ts'
import { createNameFinder } from './name-finder.ts'
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
  t.equal(find.findByName(names, 'a', 0), 0)
  t.equal(find.findByName(names, 'b', 2), 2, 'goes on from where it is')
  t.equal(find.findByName(names, 'bud', 2), 1, 'and around')
  t.equal(find.findByName(names, 'x', 0), -1)
  t.equal(find.findByName([{ index: 0, name: 'İstanbul.pdf' }], 'i', 0), 0, 'a name in another language')
})

t.test('type-ahead: finds names in rows that are not loaded', async (t) => {
  const rows = Array.from({ length: 500 }, (_, n) => testItem(`${n}`, { name: n < 400 ? `Sheet ${n}` : `zz ${n}` }))
  const pageOf = (from: number) => ({ items: rows.slice(from, from + 100), total: 500, next: null, from })
  const listing = createListing(async () => Promise.reject(new Error('nothing else is read')))
  listing.refresh(0, { ...pageOf(0), next: 'next' })
  const view = { location: { section: 'files', id: null }, listing } as unknown as FolderView
  const asked: object[] = []
  const findTyped = (typed: string, start: number) =>
    find.findRow(
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
  t.equal(await findTyped('sheet 7', 1), 7)
  t.same(asked, [], 'the next is loaded, and all between')
  t.equal(await findTyped('z', 1), 400)
  t.equal(await findTyped('x', 1), -1)
  t.same(asked, [{ starting_with: 'z' }, { starting_with: 'x' }])
  t.equal(await findTyped('z', 401), 401)
  t.equal(asked.length, 2)
})

class FakeElement {
  readonly isRow: boolean
  constructor(isRow: boolean) {
    this.isRow = isRow
  }
  matches = () => this.isRow
}

/** A list of 300 rows, of which 100 are loaded, with the focus in the first. “z” was typed, and the network is slow. */
const typing = (t: Test) => {
  const row = new FakeElement(true)
  const document = { activeElement: row, body: null }
  t.intercept(globalThis, 'document', { configurable: true, value: document as never })
  const rows = Array.from({ length: 300 }, (_, n) => testItem(`${n}`, { name: n < 200 ? `Sheet ${n}` : `zz ${n}` }))
  const pageOf = (from: number) => ({ items: rows.slice(from, from + 100), total: 300, next: 'next', from })
  const listing = createListing(async () => Promise.reject(new Error('nothing else is read')))
  listing.refresh(0, pageOf(0))
  const selection = createSelection({ idAt: (index) => listing.at(index)?.id, total: () => 300 })
  selection.only(0)
  const view = { location: { section: 'files', id: null }, listing, selection }
  const answer = Promise.withResolvers<void>()
  const page = async () => {
    await answer.promise
    return { ...pageOf(200), root: null, path: [] }
  }
  const app = { files: { current: () => view }, api: { page } }
  const browsing = { app, scroller: { current: null }, focusRow: selection.focus } as unknown as BrowserContext
  const names = createNameFinder(async () => find, browsing)
  const holds = (key: string) => names.holds(key, selection.state.cursor)
  const before = holds('Enter')
  names.find('z', 0, row as unknown as EventTarget)
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
  const arrive = () => {
    answer.resolve()
    return pause()
  }
  return { document, selection, before, holds, begun: pause(), arrive }
}

t.test('type-ahead: no key acts on the focused row while another is looked for', async (t) => {
  const { selection, before, holds, begun, arrive } = typing(t)
  t.notOk(before)
  await begun
  t.same(['Enter', 'Delete', 'ArrowDown', 'z'].map(holds), [true, true, false, false])
  await arrive()
  t.equal(selection.state.cursor, 200)
  t.ok(selection.has(200))
  t.notOk(holds('Enter'))
})

t.test('type-ahead: who goes elsewhere while a name is looked for stays there', async (t) => {
  const ways: Record<string, (list: ReturnType<typeof typing>) => void> = {
    'another row': ({ selection }) => selection.only(1),
    'another selection': ({ selection }) => selection.toggle(0),
    'out of the list': ({ document }) => {
      document.activeElement = new FakeElement(false)
    },
  }
  for (const [way, go] of Object.entries(ways))
    await t.test(way, async (t) => {
      const list = typing(t)
      await list.begun
      go(list)
      const { cursor, version } = list.selection.state
      t.equal(list.holds('Enter'), cursor === 0)
      await list.arrive()
      t.match(list.selection.state, { cursor, version })
    })
})
