import { mock } from 'node:test'
import t from 'tap'
import { createSerialQueue } from './serial-queue.ts'

const later = () => Promise.withResolvers<void>()

t.test('serial queue: serializes calls about the same item, runs others in parallel', async (t) => {
  const queue = createSerialQueue()
  const log: string[] = []
  const [first, second] = [later(), later()]
  const a = queue.run(new Set(['a']), () => first.promise.then(() => log.push('a')))
  const ab = queue.run(new Set(['a', 'b']), () => second.promise.then(() => log.push('ab')))
  const c = queue.run(new Set(['c']), async () => log.push('c'))
  const b = queue.run(new Set(['b']), async () => log.push('b'))
  await c
  t.strictSame(log, ['c'], 'unrelated calls do not wait')
  t.ok(queue.busy(new Set(['b'])))
  second.resolve()
  first.resolve()
  await Promise.all([a, ab, b])
  t.strictSame(log, ['c', 'a', 'ab', 'b'])
  t.notOk(queue.busy(null), 'nothing is left behind')
})

t.test('serial queue: an error rejects its own caller and does not block the next call', async (t) => {
  const queue = createSerialQueue()
  const failed = queue.run(new Set(['a']), () => Promise.reject(new Error('no')))
  const next = queue.run(null, async () => 'done')
  await t.rejects(failed, { message: 'no' })
  t.equal(await next, 'done')
})

t.test('serial queue: a task that hangs holds back reads for 30 seconds', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  t.teardown(() => mock.timers.reset())
  const queue = createSerialQueue()
  void queue.run(null, () => new Promise(() => {}))
  mock.timers.tick(20_000)
  const idle = queue.idle()
  t.ok(idle)
  mock.timers.tick(10_000)
  await idle
  t.equal(queue.idle(), null)
  t.ok(queue.busy(null), 'later tasks about the same items still wait')
})
