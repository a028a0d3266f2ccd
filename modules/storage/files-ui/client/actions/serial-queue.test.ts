import t from 'tap'
import { createOrder } from './serial-queue.ts'

const later = () => Promise.withResolvers<void>()

t.test('calls about the same item wait for each other, others do not', async (t) => {
  const order = createOrder()
  const log: string[] = []
  const [first, second] = [later(), later()]
  const a = order.run(new Set(['a']), () => first.promise.then(() => log.push('a')))
  const ab = order.run(new Set(['a', 'b']), () => second.promise.then(() => log.push('ab')))
  const c = order.run(new Set(['c']), async () => log.push('c'))
  const b = order.run(new Set(['b']), async () => log.push('b'))
  await c
  t.strictSame(log, ['c'], 'nobody waits for a stranger')
  t.ok(order.busy(new Set(['b'])))
  second.resolve()
  first.resolve()
  await Promise.all([a, ab, b])
  t.strictSame(log, ['c', 'a', 'ab', 'b'])
  t.notOk(order.busy(null), 'nothing is left behind')
})

t.test('a refusal reaches its own caller and lets the next one through', async (t) => {
  const order = createOrder()
  const refused = order.run(new Set(['a']), () => Promise.reject(new Error('no')))
  const next = order.run(null, async () => 'done')
  await t.rejects(refused, { message: 'no' })
  t.equal(await next, 'done')
})
