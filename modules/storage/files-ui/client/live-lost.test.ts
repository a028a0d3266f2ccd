import t from 'tap'
import { liveScreen } from '../../../../tests/support/live-screen.ts'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { testItem } from '../../tree/client/test-items.ts'

t.test('live: a change that is told while the rows of an earlier one are on their way is shown', async (t) => {
  const { world, live, folderView } = await liveScreen(0, 30)
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
  const { world, live, folderView } = await liveScreen(0, 30)
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
  t.equal(world.asked, asked + 1, 'not what is rejected')
})

t.test('live: a change that comes between a failed call and its repetition does not wait for it', async (t) => {
  const { world, live, folderView } = await liveScreen(0, 30)
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

t.test(
  'own uploads: a file that belongs behind the first page appears, a replaced one is shown as it is now',
  async (t) => {
    const { world, files, folderView, shown, scrollTo, resolved } = await liveScreen(220)
    await scrollTo(100)
    await scrollTo(220)
    world.rows.splice(225, 0, testItem('zeta'))
    world.rows = world.rows.with(231, testItem('f230', { size: 7 }))
    await files.refreshTop()
    await poll(() => folderView.listing.indexOf('zeta') === 225)
    t.same(
      shown(),
      world.rows.slice(220, 240).map(({ id }) => id),
    )
    t.equal(folderView.listing.find('f230')?.attributes.size, 7)

    world.rows = world.rows.with(231, testItem('f230', { size: 8 }))
    await files.refreshTop()
    await poll(() => folderView.listing.find('f230')?.attributes.size === 8)
    world.rows = world.rows.with(150, testItem('f150', { size: 9 }))
    await files.refreshTop()
    await scrollTo(140)
    files.loadRows(140, 160)
    await resolved()
    t.equal(folderView.listing.find('f150')?.attributes.size, 9, 'rows that come into view later are fetched again')
  },
)

t.test('own uploads: the rows of the first page are not fetched twice', async (t) => {
  const { world, files, folderView } = await liveScreen(0)
  await folderView.listing.ensure(0, 200)
  const before = world.asked
  world.rows = [testItem('new'), ...world.rows]
  await files.refreshTop()
  t.equal(folderView.listing.at(0)?.id, 'new')
  t.ok(folderView.listing.allFresh(0, 100))
  t.notOk(folderView.listing.isFresh(150))
  t.equal(world.asked - before, 1)
})
