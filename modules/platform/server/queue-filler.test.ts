import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { QueueFiller } from './queue-filler.ts'

/** A filler of a queue in memory, whose slots take any number. `hold` keeps the answer to a question back. */
const fillerOf = (t: Test, waiting: string[]) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const begun: string[] = []
  const errors: unknown[] = []
  const held: { fill: Promise<unknown> | null; isWaiting: Promise<unknown> | null } = { fill: null, isWaiting: null }
  const queue = new QueueFiller({
    fill: async () => {
      const found = [...waiting]
      await held.fill
      if (queue.isOpen) begun.push(...waiting.splice(0, found.length))
    },
    isWaiting: async () => {
      const isWaiting = waiting.length > 0
      await held.isWaiting
      return isWaiting
    },
    onError: (error) => errors.push(error),
  })
  const hold = (question: keyof typeof held) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held[question] = promise
    return () => {
      held[question] = null
      resolve()
    }
  }
  return { queue, begun, errors, held, hold }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

t.test('queue filler: a call while the slots are being filled fills them once more', async (t) => {
  for (const question of ['fill', 'isWaiting'] as const) {
    const waiting: string[] = ['a']
    const { queue, begun, hold } = fillerOf(t, waiting)
    const answer = hold(question)
    queue.start()
    await settled()
    waiting.push('b')
    queue.wake()
    answer()
    await settled()
    t.strictSame(begun, ['a', 'b'], question)
    await queue.stop()
    mock.timers.reset()
  }
})

t.test('queue filler: after an error the queue is read again later', async (t) => {
  const { queue, begun, errors, held } = fillerOf(t, ['a'])
  held.fill = Promise.reject(new Error('no database'))
  queue.start()
  await settled()
  t.match(errors, [{ message: 'no database' }])
  t.strictSame(begun, [])
  held.fill = null
  mock.timers.tick(3_000)
  await settled()
  t.strictSame(begun, ['a'])
})

t.test('queue filler: it polls while something waits, also after it was stopped and started', async (t) => {
  const waiting: string[] = []
  const { queue, begun, hold } = fillerOf(t, waiting)
  const pollsFor = async (name: string) => {
    const answer = hold('fill')
    queue.start()
    await settled()
    // Another process adds it, which announces nothing here.
    waiting.push(name)
    answer()
    await settled()
    t.notOk(begun.includes(name))
  }
  await pollsFor('a')
  await queue.stop()
  await pollsFor('b')
  mock.timers.tick(3_000)
  await settled()
  t.strictSame(begun, ['a', 'b'])
})

t.test('queue filler: nothing begins once it stops', async (t) => {
  const { queue, begun, hold } = fillerOf(t, ['a'])
  const answer = hold('fill')
  queue.start()
  await settled()
  const stopped = queue.stop()
  queue.wake()
  answer()
  await stopped
  mock.timers.tick(3_000)
  await settled()
  t.strictSame(begun, [])
})
