import t from 'tap'
import { liveScreen } from '../../../../tests/support/live-screen.ts'
import { testItem } from '../../tree/client/test-items.ts'
import { createOfflineCopies } from './offline-copies.ts'

Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })

/** A view with this many rows, the copies and their clock, which the test moves on. */
const setUp = async (size: number) => {
  const clock = { at: 1_000 }
  const { files, folderView, world } = await liveScreen(0, size)
  const copies = createOfflineCopies(() => clock.at)
  const told = () => files.markStale(() => true)
  const readAgain = () => folderView.listing.refetchStale(0, 20, (apply) => apply())
  const state = () => ({ at: copies.timeOf(folderView), isCurrent: copies.isCurrent(folderView) })
  return { clock, folderView, world, told, readAgain, state }
}

for (const size of [0, 30, 250])
  t.test(
    `offline copies: ${size} rows that others may have changed are as old as before until read again`,
    async (t) => {
      const { clock, told, readAgain, state } = await setUp(size)
      t.same(state(), { at: 1_000, isCurrent: true })
      clock.at = 2_000
      told()
      t.same(state(), { at: 1_000, isCurrent: false })
      clock.at = 3_000
      told()
      t.same(state(), { at: 1_000, isCurrent: false }, 'another change')
      clock.at = 4_000
      await readAgain()
      t.same(state(), { at: 4_000, isCurrent: true })
    },
  )

t.test('offline copies: an own new row does not make the others old', async (t) => {
  const { clock, folderView, told, readAgain, state } = await setUp(30)
  told()
  await readAgain()
  state()
  clock.at = 2_000
  folderView.listing.insert([{ index: 0, item: testItem('own') }])
  t.same(state(), { at: 2_000, isCurrent: true })
})

t.test('offline copies: a view that was stale when it was first shown is as old as the change', async (t) => {
  const { folderView, told, state } = await setUp(30)
  told()
  t.same(state(), { at: folderView.changedAt, isCurrent: false })
})
