import t from 'tap'
import { RequestCoalescer } from './request-coalescer.ts'

/** A source whose reads return the value at their begin; they finish when the test calls `finish`. */
const source = () => {
  const pending: (() => void)[] = []
  const state = { value: 0, reads: 0 }
  const find = () => {
    const { value } = state
    state.reads += 1
    return new Promise<number>((resolve, reject) =>
      pending.push(() => (value < 0 ? reject(new Error('lost')) : resolve(value))),
    )
  }
  const finish = async () => {
    for (const settle of pending.splice(0)) settle()
    await new Promise(setImmediate)
  }
  return { state, find, finish }
}

t.test('request coalescer: concurrent calls cost two reads, and no result is older than its call', async (t) => {
  const { state, find, finish } = source()
  const coalescer = new RequestCoalescer<number>()
  const first = coalescer.read('a', find)
  state.value = 1
  const concurrent = Array.from({ length: 50 }, () => coalescer.read('a', find))
  await finish()
  state.value = 2
  const late = coalescer.read('a', find)
  await finish()
  await finish()
  t.equal(await first, 0)
  t.strictSame([...new Set(await Promise.all(concurrent))], [1])
  t.equal(await late, 2)
  t.equal(state.reads, 3)
})

t.test('request coalescer: sequential calls read each time, and keys do not wait for each other', async (t) => {
  const { state, find, finish } = source()
  const coalescer = new RequestCoalescer<number>()
  for (const value of [4, 5]) {
    state.value = value
    const both = Promise.all([coalescer.read('a', find), coalescer.read('b', find)])
    await finish()
    t.strictSame(await both, [value, value])
  }
  t.equal(state.reads, 4)
})

t.test('request coalescer: an error rejects the calls that share the read, and the next read runs', async (t) => {
  const { state, find, finish } = source()
  const coalescer = new RequestCoalescer<number>()
  state.value = -1
  const failing = coalescer.read('a', find)
  const next = coalescer.read('a', find)
  state.value = 7
  failing.catch(() => undefined)
  await finish()
  await finish()
  await t.rejects(failing, /lost/)
  t.equal(await next, 7)
  const after = coalescer.read('a', find)
  await finish()
  t.equal(await after, 7)
})
