import t from 'tap'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { testItem } from '../../tree/client/test-items.ts'
import type { Item } from '../../tree/contract.ts'
import { createFiles, type FolderView } from './files.store.ts'
import { createLive } from './live.ts'
import type { StorageApi } from './storage.api.ts'

const location = { view: 'files' as const, id: null }
const sorting = { field: 'created_at' as const, direction: 'DESC' as const }

/** A server whose rows other clients change, and a view whose first visible row is `lead`. */
const screen = async (lead: number, size = 250) => {
  const world = {
    rows: Array.from({ length: size }, (_, n) => testItem(`f${n}`)),
    asked: 0,
    busy: false,
    /** Errors of the next calls for rows, and how often the next calls for levels of the tree fail. */
    errors: [] as object[],
    treeFailures: 0,
    tree: [] as string[][],
    /** Runs after a page was read and before its response arrives. */
    beforeArrival: () => {},
  }
  const api = {
    page: async (_place: unknown, _sorting: unknown, where: { at: number } | { cursor: string }, count: number) => {
      world.asked += 1
      const error = world.errors.shift()
      if (error) throw error
      const start = 'at' in where ? where.at : Number(where.cursor)
      const items = world.rows.slice(start, start + count)
      const end = start + items.length
      const page = { items, total: world.rows.length, next: end < world.rows.length ? `${end}` : null }
      world.beforeArrival()
      return { ...page, root: null, path: [] }
    },
  } as unknown as StorageApi
  const first = await api.page(location, sorting, { at: 0 }, 100)
  const listing = {
    data: first.items.map((data) => ({ data })),
    meta: { paginate: { total: first.total, nextCursor: first.next }, root: null, path: [] },
  }
  const files = createFiles(
    {
      api,
      sortingOf: () => ({ field: 'name', direction: 'ASC' }),
      onError: (error) => {
        throw error
      },
      onStale: () => live.schedule(),
    },
    { location, sorting, listing: listing as never },
  )
  const folderView: FolderView = files.current()
  const askTree = async (ids: Iterable<string>) => {
    world.tree.push([...ids])
    world.treeFailures -= 1
    return world.treeFailures < 0
  }
  const tree = { refresh: askTree, reload: () => askTree(['all']) }
  const live = createLive({
    files,
    sidebar: { tree, reloadUsage: () => {} },
    busy: () => world.busy,
    hidden: () => false,
    delaysMs: { first: 10, listing: 150, slowListing: 300, usage: 150, failed: 10 },
  })
  const scrollTo = async (from: number) => {
    folderView.shown = { first: from, end: from + 20, lead: from }
    await folderView.listing.ensure(from, from + 20)
  }
  await scrollTo(lead)
  const shown = () => Array.from({ length: 20 }, (_, n) => folderView.listing.at(folderView.shown.first + n)?.id)
  const resolved = () =>
    poll(() => {
      const { shown, listing } = folderView
      return listing.allFresh(shown.first, Math.min(shown.first + 20, listing.state.total))
    })
  return { world, files, folderView, live, scrollTo, shown, resolved }
}
const idsOf = (rows: readonly Item[]) => rows.map(({ id }) => id)

t.test('live: rows inserted above shift the view, scroll position and selection', async (t) => {
  const { world, folderView, live, resolved } = await screen(120)
  folderView.selection.only(125)
  world.rows = [testItem('new1'), testItem('new2'), ...world.rows]
  live.changed({ parent_id: null })
  await resolved()
  t.equal(folderView.listing.state.total, 252)
  t.equal(folderView.listing.indexOf('f120'), 122)
  t.same(folderView.moved, { from: 120, to: 122 }, 'for the scroll position')
  t.equal(folderView.selection.state.cursor, 127)
  t.ok(folderView.selection.has(127), 'f125 stays selected')
  t.equal(folderView.selection.count(), 1)
})

t.test('live: scrolling a changing listing skips and repeats no row', async (t) => {
  const { world, folderView, live, scrollTo, shown, resolved } = await screen(0)
  await scrollTo(100)
  await scrollTo(0)
  for (let n = 0; n < 12; n++) {
    world.rows.splice(n * 7, 0, testItem(`new${n}`))
    world.rows.splice(n * 5 + 3, 1)
    live.changed({ parent_id: null })
    await scrollTo(n * 20)
    live.schedule()
    await resolved()
    t.same(shown(), idsOf(world.rows.slice(n * 20, n * 20 + 20)))
    const known = folderView.listing.known().map(({ item }) => item.id)
    t.equal(new Set(known).size, known.length)
  }
})

t.test('live: throttles requests during many changes and ends with the current rows', async (t) => {
  const { world, live, shown, resolved } = await screen(0)
  const before = world.asked
  const since = performance.now()
  for (let n = 0; n < 100; n++) {
    world.rows.unshift(testItem(`new${n}`))
    live.changed({ parent_id: null })
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await resolved()
  await new Promise((resolve) => setTimeout(resolve, 100))
  live.schedule()
  await resolved()
  const maxCalls = 5 + (performance.now() - since) / 150
  t.ok(world.asked - before <= maxCalls, `${world.asked - before} calls for 100 changes`)
  t.same(shown(), idsOf(world.rows.slice(0, 20)))
})

t.test('live: waits for own pending calls', async (t) => {
  const { world, folderView, live, shown, resolved } = await screen(0, 30)
  world.busy = true
  folderView.listing.remove(new Set(['f3']))
  live.changed({ parent_id: null })
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.equal(folderView.listing.indexOf('f3'), -1, 'the row that was just deleted does not come back')
  world.rows = world.rows.filter(({ id }) => id !== 'f3')
  world.busy = false
  await resolved()
  t.same(shown(), idsOf(world.rows.slice(0, 20)))
})

t.test('live: removed items leave the selection', async (t) => {
  const { world, folderView, live, resolved } = await screen(0, 30)
  folderView.selection.only(2)
  folderView.selection.toggle(4)
  world.rows = world.rows.filter(({ id }) => id !== 'f2')
  live.changed({ parent_id: null })
  await resolved()
  t.equal(folderView.selection.count(), 1)
  t.ok(folderView.selection.has(3), 'f4 has moved up')
})

t.test('live: an empty folder shows its first item', async (t) => {
  const { world, folderView, live } = await screen(0, 0)
  world.rows = [testItem('first')]
  live.changed({ parent_id: null })
  await poll(() => folderView.listing.state.total > 0)
  t.equal(folderView.listing.at(0)?.id, 'first')
})

t.test('live: a change in an unrelated folder sends no request', async (t) => {
  const { world, live } = await screen(0)
  const before = world.asked
  live.changed({ parent_id: 'another folder' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.equal(world.asked, before)
})

t.test('live: a change that is told while the rows of an earlier one are on their way is shown', async (t) => {
  const { world, live, folderView } = await screen(0, 30)
  const told: string[] = []
  world.beforeArrival = () => {
    if (told.length === 3) return
    told.push('change')
    world.rows = world.rows.with(told.length, testItem(`f${told.length}`, { name: `renamed ${told.length}` }))
    live.changed({ parent_id: null })
  }
  live.changed({ parent_id: null })
  const names = () => [1, 2, 3].map((index) => folderView.listing.at(index)?.attributes.name)
  await poll(() => told.length === 3)
  await eventually(t, names, ['renamed 1', 'renamed 2', 'renamed 3'])
})

t.test('live: rows and folders that could not be read are asked for again', async (t) => {
  const { world, live, folderView } = await screen(0, 30)
  world.errors = [0, 503, 429].map((status) => ({ status, code: 'x' }))
  world.treeFailures = 2
  world.rows = [testItem('new'), ...world.rows]
  live.changed({ parent_id: 'folder', everything: true })
  live.changed({ parent_id: 'another' })
  await poll(() => folderView.listing.at(0)?.id === 'new')
  t.same(world.tree.slice(0, 3), [['all'], ['all'], ['all']])
  world.treeFailures = 1
  world.tree = []
  live.changed({ parent_id: null })
  await poll(() => world.tree.length === 2)
  t.same(world.tree, [[''], ['']], 'the same folders')
  const asked = world.asked
  world.errors = [{ status: 403, code: 'forbidden' }]
  live.changed({ parent_id: null })
  await poll(() => world.asked > asked)
  await new Promise((resolve) => setTimeout(resolve, 100))
  t.equal(world.asked, asked + 1, 'not what is refused')
})

t.test('live: a change that comes between a failed call and its repetition does not wait for it', async (t) => {
  const { world, live, folderView } = await screen(0, 30)
  world.errors = Array.from({ length: 6 }, () => ({ status: 503, code: 'x' }))
  world.rows = [testItem('new'), ...world.rows]
  const asked = world.asked
  live.changed({ parent_id: null })
  for (let n = 1; n <= 7; n++) {
    await poll(() => world.asked >= asked + n)
    live.changed({ parent_id: null })
  }
  await eventually(t, () => folderView.listing.at(0)?.id, 'new')
})
