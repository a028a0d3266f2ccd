import { mock } from 'node:test'
import t from 'tap'
import { startPolling } from './poll.ts'

t.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
t.afterEach(() => mock.timers.reset())
const settled = () => new Promise((resolve) => setImmediate(resolve))
const pass = async (seconds: number) => {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    mock.timers.tick(100)
    await settled()
  }
}

t.test('startPolling: delays grow, a failed poll does not stop it, ending it does', async (t) => {
  let polls = 0
  const end = startPolling(
    async () => {
      polls += 1
      if (polls === 2) throw new Error('offline')
    },
    () => true,
  )
  await pass(1.1)
  t.equal(polls, 0)
  await pass(2)
  t.equal(polls, 2, 'a failed poll is followed by another')
  await pass(60)
  const count = polls
  t.ok(count > 12 && count < 20, `${count} polls in a minute`)
  end()
  await pass(30)
  t.equal(polls, count)
})

t.test('startPolling: one poll at a time, none after the end', async (t) => {
  let polls = 0
  let answer = () => {}
  const end = startPolling(
    () => {
      polls += 1
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    },
    () => true,
  )
  await pass(30)
  t.equal(polls, 1)
  answer()
  await pass(10)
  t.equal(polls, 2)
  end()
  answer()
  await pass(30)
  t.equal(polls, 2)
})

t.test('startPolling: does not poll while the page is hidden', async (t) => {
  let [polls, isVisible] = [0, false]
  const end = startPolling(
    async () => {
      polls += 1
    },
    () => isVisible,
  )
  await pass(30)
  t.equal(polls, 0)
  isVisible = true
  await pass(6)
  t.ok(polls > 0)
  end()
})
