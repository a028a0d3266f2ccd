import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import type { Item } from '../../tree/contract.ts'
import type { Section } from '../../tree/ui.ts'
import type { FilesApi } from './files.api.ts'
import { createFiles } from './files.store.ts'
import { dragTarget, selectionTarget, targetCalls, wholeListingTarget } from './selection-target.ts'

const total = 750
const until = '2026-01-01T00:00:00.000Z'

/** A list of 750 files, 100 of them loaded; all selected. */
const setUp = (section: Section) => {
  const items = Array.from({ length: total }, (_, n) => testItem(`f${n}`, { parent_id: 'box' }))
  const sorting = { field: 'name', direction: 'ASC' } as const
  const calls: Partial<FilesApi> = {
    page: async (_location, _sorting, where) => {
      const from = Number('at' in where ? where.at : 'cursor' in where && where.cursor)
      const next = from + 100 < total ? String(from + 100) : null
      return { items: items.slice(from, from + 100), total, next, root: null, path: [], from, until }
    },
  }
  const paginate = { total, perPage: 100, currentPage: 1, lastPage: 8, nextCursor: '100' }
  const files = createFiles(
    { api: calls as FilesApi, sortingOf: () => sorting, onError: () => undefined },
    {
      location: { section, id: null },
      sorting,
      listing: { data: items.slice(0, 100).map((data) => ({ data })), meta: { paginate, root: null, path: [] } },
    },
  )
  const folderView = files.current()
  folderView.selection.all({ everythingKnown: folderView.listing.complete() })
  return { folderView, selection: folderView.selection, row: items[3] as Item }
}

t.test('selection target: a flat list is never sent as a listing, but item by item, also by a drag', async (t) => {
  for (const section of ['recent', '/platform/shared'] as const) {
    const { folderView, row } = setUp(section)
    t.match(folderView.selection.picked(), { kind: 'allExcept' })
    t.equal(wholeListingTarget(folderView), null)
    t.equal(dragTarget(folderView, 3, row), null, 'the drag waits for the rows')
    await selectionTarget(folderView)
    const target = dragTarget(folderView, 3, row)
    t.match(target, { kind: 'items', items: { length: total } })
    t.same(target && targetCalls(target).map((call) => 'items' in call && call.items.length), [500, 250])
    t.throws(() => targetCalls({ kind: 'allExcept', except: new Set(), count: total, from: folderView }))
  }
})

t.test('selection target: a folder is sent as a listing without few exceptions, also by a drag', async (t) => {
  const { folderView, selection, row } = setUp('files')
  selection.toggle(0)
  const target = dragTarget(folderView, 3, row)
  t.match(target, { kind: 'allExcept', count: total - 1 })
  t.strictSame(await selectionTarget(folderView), target)
  t.match(dragTarget(folderView, 0, row), { kind: 'items', items: { length: 1 } }, 'a row outside of the selection')

  await folderView.listing.ensure(0, total)
  for (let index = 1; index < 510; index += 1) selection.toggle(index)
  t.equal(wholeListingTarget(folderView), null, 'more exceptions than a call may have')
  const items = { kind: 'items', items: { length: total - 510 } }
  t.match(await selectionTarget(folderView), items)
  t.match(dragTarget(folderView, 600, row), items)
})

t.test('selection target: the whole trash is what the page with its count had', async (t) => {
  const { folderView } = setUp('trash')
  const target = await selectionTarget(folderView)
  t.strictSame(targetCalls(target), [{ selection: { view: 'trash', parent_id: null, except: [] } }])
  await folderView.listing.revalidate()
  t.match(targetCalls(await selectionTarget(folderView)), [{ selection: { until } }])
  t.notMatch(targetCalls(target), [{ selection: { until } }], 'not that of a later page')
})

t.test('selection target: a whole folder has the folder that was just created in it', async (t) => {
  const { folderView } = setUp('files')
  const { listing } = folderView
  await listing.revalidate()
  t.match(targetCalls(await selectionTarget(folderView)), [{ selection: { view: 'files', until } }])
  listing.insertOptimistic(testItem('draft'))
  const created_at = '2026-01-01T00:00:01.000Z'
  listing.replaceId('draft', testItem('made', { created_at }))
  t.match(targetCalls(await selectionTarget(folderView)), [{ selection: { view: 'files', until: created_at } }])
})
