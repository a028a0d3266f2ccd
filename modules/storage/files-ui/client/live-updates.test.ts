import { mock } from 'node:test'
import t from 'tap'
import { liveScreen } from '../../../../tests/support/live-screen.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { testItem } from '../../tree/client/test-items.ts'
import type { Item } from '../../tree/contract.ts'

const idsOf = (rows: readonly Item[]) => rows.map(({ id }) => id)

t.test('live: rows inserted above shift the view, scroll position and selection', async (t) => {
  const { world, folderView, live, resolved } = await liveScreen(120)
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

t.test(
  'own uploads that arrive above shift the view, the keyboard row and selected rows that are not loaded',
  async (t) => {
    const { world, files, folderView } = await liveScreen(20)
    const { selection, listing } = folderView
    selection.only(25)
    selection.extend(140)
    const chosen = () => Array.from({ length: 260 }, (_, n) => n).filter((n) => selection.has(n))
    t.strictSame([chosen().at(0), chosen().at(-1)], [25, 140])
    world.rows = [testItem('new1'), testItem('new2'), testItem('new3'), ...world.rows]
    await files.refreshTop()
    t.equal(listing.indexOf('f25'), 28)
    t.same(folderView.moved, { from: 20, to: 23 }, 'for the scroll position')
    t.strictSame([chosen().at(0), chosen().at(-1), selection.count()], [28, 143, 116])
    t.equal(selection.state.cursor, 143)
    selection.extend(29)
    t.strictSame(chosen(), [28, 29], 'a range begins at the same row as before')
  },
)

t.test(
  'a page that is fetched while an own call runs waits for it, so that deleted rows do not come back',
  async (t) => {
    const { world, files, folderView } = await liveScreen(0, 30)
    const call = Promise.withResolvers<void>()
    world.calls = call.promise
    folderView.listing.remove(new Set(['f3']))
    const asked = world.asked
    const refreshed = files.refreshTop()
    await new Promise(setImmediate)
    t.equal(world.asked, asked)
    world.rows = world.rows.filter(({ id }) => id !== 'f3')
    world.calls = null
    call.resolve()
    await refreshed
    t.equal(folderView.listing.indexOf('f3'), -1)
    t.equal(folderView.listing.state.total, 29)
  },
)

t.test('a page that is loaded again takes no own change back that was made while it loaded', async (t) => {
  const { world, files, folderView, pageData } = await liveScreen(0, 30)
  const { listing } = folderView
  const ids = () => [...listing.known()].map(({ item }) => item.id)
  const settled = () => new Promise(setImmediate)
  const remove = (id: string) => {
    world.rows = world.rows.filter((row) => row.id !== id)
  }
  const reload = async (change: () => unknown) => {
    files.pageRequested()
    const data = await pageData()
    await change()
    files.showPage(data)
    t.strictSame(ids(), idsOf(world.rows), 'at once')
    await settled()
    t.strictSame(ids(), idsOf(world.rows), 'and later')
  }
  await reload(() => {
    listing.remove(new Set(['f3']))
    remove('f3')
  })
  world.calls = settled()
  listing.remove(new Set(['f4']))
  await reload(() => {
    remove('f4')
    world.calls = null
  })
  await reload(() => {
    remove('f5')
    listing.remove(new Set(['f5']))
    files.callEnded()
  })
  await reload(() => {
    world.rows = [testItem('uploaded'), ...world.rows]
    return files.refreshTop()
  })
  const asked = world.asked
  world.rows = [testItem('of-others'), ...world.rows]
  await reload(() => undefined)
  t.equal(world.asked, asked + 1, 'nothing but the page')
})

t.test('live: scrolling a changing listing skips and repeats no row', async (t) => {
  const { world, folderView, live, scrollTo, shown, resolved } = await liveScreen(0)
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
  const { world, live, shown, resolved } = await liveScreen(0)
  const before = world.asked
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  t.teardown(() => mock.timers.reset())
  const pass = async (ms: number) => {
    mock.timers.tick(ms)
    // Work begun by the timers ends without timers.
    await new Promise(setImmediate)
  }
  for (let n = 0; n < 100; n++) {
    world.rows.unshift(testItem(`new${n}`))
    live.changed({ parent_id: null })
    await pass(1)
  }
  t.equal(world.asked - before, 1, 'one call for a hundred changes in 100 ms')
  for (let n = 0; n < 100; n++) await pass(10)
  t.equal(world.asked - before, 2, 'and one more after them')
  mock.timers.reset()
  await resolved()
  t.same(shown(), idsOf(world.rows.slice(0, 20)))
})

t.test('live: changes are shown as soon as before when the clock is put back', async (t) => {
  const { world, live } = await liveScreen(0)
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 7_200_000 })
  t.teardown(() => mock.timers.reset())
  const pass = async (ms: number) => {
    mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  live.changed({ parent_id: null })
  await pass(300)
  const [asked, reloads] = [world.asked, world.favoriteReloads]
  mock.timers.setTime(3_600_000)
  live.changed({ parent_id: null })
  await pass(300)
  t.strictSame([world.asked, world.favoriteReloads], [asked + 1, reloads + 1])
})

t.test('live: waits for own pending calls', async (t) => {
  const { world, folderView, live, shown, resolved } = await liveScreen(0, 30)
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
  const { world, folderView, live, resolved } = await liveScreen(0, 30)
  folderView.selection.only(2)
  folderView.selection.toggle(4)
  world.rows = world.rows.filter(({ id }) => id !== 'f2')
  live.changed({ parent_id: null })
  await resolved()
  t.equal(folderView.selection.count(), 1)
  t.ok(folderView.selection.has(3), 'f4 has moved up')
})

t.test('live: an empty folder shows its first item', async (t) => {
  const { world, folderView, live } = await liveScreen(0, 0)
  world.rows = [testItem('first')]
  live.changed({ parent_id: null })
  await poll(() => folderView.listing.state.total > 0)
  t.equal(folderView.listing.at(0)?.id, 'first')
})

t.test('live: a change in an unrelated folder sends no request', async (t) => {
  const { world, live } = await liveScreen(0)
  const before = world.asked
  live.changed({ parent_id: 'another folder' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  t.equal(world.asked, before)
})

t.test('live: a change reloads the favorites, which it may have renamed, trashed or restored', async () => {
  const { world, live } = await liveScreen(0)
  live.changed({ parent_id: null })
  await poll(() => world.favoriteReloads === 1)
})

t.test(
  'live: a selected row that another client deletes is not counted, also while later rows are not loaded',
  async (t) => {
    const { world, folderView, live, resolved } = await liveScreen(0)
    const { selection } = folderView
    selection.only(3)
    selection.toggle(5)
    world.rows = world.rows.filter(({ id }) => id !== 'f3')
    live.changed({ parent_id: null })
    await resolved()
    t.equal(folderView.listing.complete(), false)
    t.equal(selection.count(), 1)
    t.ok(selection.has(4), 'f5 stays selected')

    selection.all({ everythingKnown: false })
    selection.toggle(4)
    world.rows = world.rows.filter(({ id }) => id !== 'f5')
    live.changed({ parent_id: null })
    await resolved()
    t.match(
      selection.picked(),
      { kind: 'allExcept', except: new Set(['f5']) },
      'an exception may be in a later row now',
    )
  },
)
