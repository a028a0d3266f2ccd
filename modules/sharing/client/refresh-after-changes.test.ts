import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createRefreshAfterChanges } from './refresh-after-changes.ts'

/** A folder whose refreshes the test answers, and a clock. */
const setUp = (t: Test) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  t.teardown(() => mock.timers.reset())
  const world = { asked: 0, pages: 1, error: null as object | null, held: null as Promise<void> | null }
  const changes = createRefreshAfterChanges({
    pages: () => world.pages,
    refresh: async () => {
      world.asked += 1
      await world.held
      if (world.error) throw world.error
    },
  })
  const pass = async (ms: number) => {
    mock.timers.tick(ms)
    await turn()
  }
  return { world, changes, pass }
}

t.test('refresh: two thousand uploads in two minutes leave most of the limit of 120 a minute', async (t) => {
  const { world, changes, pass } = setUp(t)
  changes.soon()
  await pass(600)
  t.equal(world.asked, 1, 'the first change is shown soon')
  for (let n = 0; n < 2_000; n += 1) {
    changes.soon()
    await pass(60)
  }
  t.ok(world.asked >= 35 && world.asked <= 42, `${world.asked} requests`)
  await pass(3_000)
  const before = world.asked
  await pass(60_000)
  t.equal(world.asked, before, 'none without changes')
  world.pages = 4
  changes.soon()
  await pass(600)
  changes.soon()
  await pass(11_000)
  t.equal(world.asked, before + 1, 'four pages count four times')
  await pass(1_000)
  t.equal(world.asked, before + 2)
})

t.test('refresh: the clock that is put back does not delay it', async (t) => {
  const { world, changes, pass } = setUp(t)
  mock.timers.setTime(7_200_000)
  changes.soon()
  await pass(600)
  mock.timers.setTime(3_600_000)
  changes.soon()
  await pass(3_000)
  t.equal(world.asked, 2)
})

t.test('refresh: one at a time, and one more after changes that came meanwhile', async (t) => {
  const { world, changes, pass } = setUp(t)
  const { promise, resolve } = Promise.withResolvers<void>()
  world.held = promise
  changes.soon()
  await pass(600)
  changes.soon()
  changes.soon()
  await pass(20_000)
  t.equal(world.asked, 1)
  resolve()
  await turn()
  await pass(3_000)
  t.equal(world.asked, 2)
  await pass(20_000)
  t.equal(world.asked, 2)
})

t.test(
  'refresh: repeated after a rejection for the moment, not when the link is gone or the folder left',
  async (t) => {
    const { world, changes, pass } = setUp(t)
    world.error = { status: 429, retryAfter: 7 }
    changes.soon()
    await pass(600)
    await pass(6_900)
    t.equal(world.asked, 1, 'not before the server allows it')
    world.error = { status: 408 }
    await pass(100)
    t.equal(world.asked, 2)
    await pass(4_000)
    t.equal(world.asked, 3)
    world.error = null
    await pass(8_000)
    t.equal(world.asked, 4)
    await pass(60_000)
    t.equal(world.asked, 4, 'complete')

    world.error = { status: 404 }
    changes.soon()
    await pass(600)
    await pass(60_000)
    t.equal(world.asked, 5)
    world.error = { status: 0 }
    const leave = changes.attach()
    changes.soon()
    await pass(600)
    leave()
    changes.soon()
    await pass(60_000)
    t.equal(world.asked, 6)
  },
)
