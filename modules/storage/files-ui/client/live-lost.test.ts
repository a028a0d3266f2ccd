import t from 'tap'
import { screen } from '../../../../tests/support/live-screen.ts'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { testItem } from '../../tree/client/test-items.ts'

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
  t.equal(world.asked, asked + 1, 'not what is rejected')
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
