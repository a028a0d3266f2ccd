import t from 'tap'
import { forEachConcurrently } from './for-each-concurrently.ts'

t.test('forEachConcurrently: no more than `concurrency` at a time, every element once', async (t) => {
  let running = 0
  let most = 0
  const done: number[] = []
  const numbers = Array.from({ length: 20 }, (_, at) => at)
  await forEachConcurrently(
    numbers,
    async (each) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      done.push(each)
    },
    3,
  )
  t.equal(most, 3)
  t.same(
    done.sort((a, b) => a - b),
    numbers,
  )
})

t.test(
  'forEachConcurrently: after a failure nothing begins, and it rejects when the running calls have ended',
  async (t) => {
    const begun: number[] = []
    const ended: number[] = []
    const work = async (each: number) => {
      begun.push(each)
      if (each === 0) throw new Error('first')
      await new Promise((resolve) => setImmediate(resolve))
      ended.push(each)
    }
    await t.rejects(forEachConcurrently([0, 1, 2, 3, 4, 5], work, 2), { message: 'first' })
    t.ok(begun.length < 6, 'the rest did not begin')
    t.same(ended, begun.slice(1), 'what had begun was waited for')
  },
)
