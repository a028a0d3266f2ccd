import { mock } from 'node:test'
import t from 'tap'
import { keepLooking } from './poll.ts'

t.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
t.afterEach(() => mock.timers.reset())
const settled = () => new Promise((resolve) => setImmediate(resolve))
const pass = async (seconds: number) => {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    mock.timers.tick(100)
    await settled()
  }
}

t.test('soon at first, then gently; ended, never again', async (t) => {
  let looks = 0
  const end = keepLooking(
    async () => {
      looks += 1
      if (looks === 2) throw new Error('offline')
    },
    () => true,
  )
  await pass(1.1)
  t.equal(looks, 0)
  await pass(2)
  t.equal(looks, 2, 'a look that fails is not the last')
  await pass(60)
  const often = looks
  t.ok(often > 12 && often < 20, `${often} looks in a minute`)
  end()
  await pass(30)
  t.equal(looks, often)
})

t.test('one at a time, and one under way when it ends is the last', async (t) => {
  let looks = 0
  let answer = () => {}
  const end = keepLooking(
    () => {
      looks += 1
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    },
    () => true,
  )
  await pass(30)
  t.equal(looks, 1)
  answer()
  await pass(10)
  t.equal(looks, 2)
  end()
  answer()
  await pass(30)
  t.equal(looks, 2)
})

t.test('out of sight, nothing is asked', async (t) => {
  let [looks, isInSight] = [0, false]
  const end = keepLooking(
    async () => {
      looks += 1
    },
    () => isInSight,
  )
  await pass(30)
  t.equal(looks, 0)
  isInSight = true
  await pass(6)
  t.ok(looks > 0)
  end()
})
