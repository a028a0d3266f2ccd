import t from 'tap'
import { createSerialQueue } from './serial-queue.ts'

const later = () => Promise.withResolvers<void>()

t.test('calls about the same item wait for each other, others do not', async (t) => {
  const queue = createSerialQueue()
  const log: string[] = []
  const [first, second] = [later(), later()]
  const a = queue.run(new Set(['a']), () => first.promise.then(() => log.push('a')))
  const ab = queue.run(new Set(['a', 'b']), () => second.promise.then(() => log.push('ab')))
  const c = queue.run(new Set(['c']), async () => log.push('c'))
  const b = queue.run(new Set(['b']), async () => log.push('b'))
  await c
  t.strictSame(log, ['c'], 'nobody waits for a stranger')
  t.ok(queue.busy(new Set(['b'])))
  second.resolve()
  first.resolve()
  await Promise.all([a, ab, b])
  t.strictSame(log, ['c', 'a', 'ab', 'b'])
  t.notOk(queue.busy(null), 'nothing is left behind')
})

t.test('a refusal reaches its own caller and lets the next one through', async (t) => {
  const queue = createSerialQueue()
  const refused = queue.run(new Set(['a']), () => Promise.reject(new Error('no')))
  const next = queue.run(null, async () => 'done')
  await t.rejects(refused, { message: 'no' })
  t.equal(await next, 'done')
})
