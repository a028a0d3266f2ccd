import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import type { Item } from '../../tree/contract.ts'
import { createFiles, type Opened } from './files.store.ts'
import { createLive } from './live.ts'
import type { StorageApi } from './storage.api.ts'

const place = { view: 'files' as const, id: null }
const sorting = { field: 'created_at' as const, direction: 'DESC' as const }

/** A server whose rows others change, and the screen that shows them from `lead` on. */
const screen = async (lead: number, size = 250) => {
  const world = { rows: Array.from({ length: size }, (_, n) => testItem(`f${n}`)), asked: 0, busy: false }
  const api = {
    page: async (_place: unknown, _sorting: unknown, where: { at: number } | { cursor: string }, count: number) => {
      world.asked += 1
      const start = 'at' in where ? where.at : Number(where.cursor)
      const items = world.rows.slice(start, start + count)
      const end = start + items.length
      return { items, total: world.rows.length, next: end < world.rows.length ? `${end}` : null, root: null, path: [] }
    },
  } as unknown as StorageApi
  const first = await api.page(place, sorting, { at: 0 }, 100)
  const listing = {
    data: first.items.map((data) => ({ data })),
    meta: { paginate: { total: first.total, nextCursor: first.next }, root: null, path: [] },
  }
  const files = createFiles(
    {
      api,
      sortingOf: () => ({ field: 'name', direction: 'ASC' }),
      refused: (error) => {
        throw error
      },
      doubted: () => live.soon(),
    },
    { place, sorting, listing: listing as never },
  )
  const opened: Opened = files.current()
  const tree = { refresh: async () => {}, reload: async () => {} }
  const live = createLive({
    files,
    sidebar: { tree, weigh: () => {} },
    busy: () => world.busy,
    hidden: () => false,
    pace: { first: 10, listing: 150, usage: 150 },
  })
  const look = async (from: number) => {
    opened.shown = { first: from, end: from + 20, lead: from }
    await opened.listing.ensure(from, from + 20)
  }
  await look(lead)
  const shown = () => Array.from({ length: 20 }, (_, n) => opened.listing.at(opened.shown.first + n)?.id)
  const settled = async () => {
    while (!opened.listing.allSure(opened.shown.first, Math.min(opened.shown.first + 20, opened.listing.state.total)))
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { world, files, opened, live, look, shown, settled }
}
const idsOf = (rows: readonly Item[]) => rows.map(({ id }) => id)

t.test('rows that others add above push down what is shown, and the view follows', async (t) => {
  const { world, opened, live, settled } = await screen(120)
  opened.selection.only(125)
  world.rows = [testItem('new1'), testItem('new2'), ...world.rows]
  live.changed({ parent_id: null })
  await settled()
  t.equal(opened.listing.state.total, 252)
  t.equal(opened.listing.indexOf('f120'), 122)
  t.same(opened.moved, { from: 120, to: 122 }, 'for the scroll position')
  t.equal(opened.selection.state.cursor, 127)
  t.ok(opened.selection.has(127), 'f125 stays selected')
  t.equal(opened.selection.count(), 1)
})

t.test('no row is skipped or doubled on the way through a listing that changes', async (t) => {
  const { world, opened, live, look, shown, settled } = await screen(0)
  await look(100)
  await look(0)
  for (let n = 0; n < 12; n++) {
    world.rows.splice(n * 7, 0, testItem(`new${n}`))
    world.rows.splice(n * 5 + 3, 1)
    live.changed({ parent_id: null })
    await look(n * 20)
    live.soon()
    await settled()
    t.same(shown(), idsOf(world.rows.slice(n * 20, n * 20 + 20)))
    const known = opened.listing.known().map(({ item }) => item.id)
    t.equal(new Set(known).size, known.length)
  }
})

t.test('a storm of changes asks now and then, and ends with the truth', async (t) => {
  const { world, live, shown, settled } = await screen(0)
  const before = world.asked
  const since = performance.now()
  for (let n = 0; n < 100; n++) {
    world.rows.unshift(testItem(`new${n}`))
    live.changed({ parent_id: null })
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await settled()
  await new Promise((resolve) => setTimeout(resolve, 100))
  live.soon()
  await settled()
  const most = 5 + (performance.now() - since) / 150
  t.ok(world.asked - before <= most, `${world.asked - before} calls for 100 changes`)
  t.same(shown(), idsOf(world.rows.slice(0, 20)))
})

t.test('own changes under way come first', async (t) => {
  const { world, opened, live, shown, settled } = await screen(0, 30)
  world.busy = true
  opened.listing.remove(new Set(['f3']))
  live.changed({ parent_id: null })
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.equal(opened.listing.indexOf('f3'), -1, 'the row that was just deleted does not come back')
  world.rows = world.rows.filter(({ id }) => id !== 'f3')
  world.busy = false
  await settled()
  t.same(shown(), idsOf(world.rows.slice(0, 20)))
})

t.test('items that are gone leave the selection', async (t) => {
  const { world, opened, live, settled } = await screen(0, 30)
  opened.selection.only(2)
  opened.selection.toggle(4)
  world.rows = world.rows.filter(({ id }) => id !== 'f2')
  live.changed({ parent_id: null })
  await settled()
  t.equal(opened.selection.count(), 1)
  t.ok(opened.selection.has(3), 'f4 has moved up')
})

t.test('a folder that was empty fills', async (t) => {
  const { world, opened, live } = await screen(0, 0)
  world.rows = [testItem('first')]
  live.changed({ parent_id: null })
  while (opened.listing.state.total === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(opened.listing.at(0)?.id, 'first')
})

t.test('a change elsewhere costs nothing here', async (t) => {
  const { world, live } = await screen(0)
  const before = world.asked
  live.changed({ parent_id: 'another folder' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.equal(world.asked, before)
})
