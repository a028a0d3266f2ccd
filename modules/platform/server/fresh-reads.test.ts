import t from 'tap'
import { FreshReads } from './fresh-reads.ts'

/** A source whose reads answer, when they are let go, what it held when they began. */
const source = () => {
  const open: (() => void)[] = []
  const at = { value: 0, reads: 0 }
  const find = () => {
    const { value } = at
    at.reads += 1
    return new Promise<number>((resolve, reject) =>
      open.push(() => (value < 0 ? reject(new Error('lost')) : resolve(value))),
    )
  }
  const answer = async () => {
    for (const let_ of open.splice(0)) let_()
    await new Promise(setImmediate)
  }
  return { at, find, answer }
}

t.test('a crowd costs two reads, and nobody gets an answer older than the question', async (t) => {
  const { at, find, answer } = source()
  const reads = new FreshReads<number>()
  const first = reads.read('a', find)
  at.value = 1
  const crowd = Array.from({ length: 50 }, () => reads.read('a', find))
  await answer()
  at.value = 2
  const late = reads.read('a', find)
  await answer()
  await answer()
  t.equal(await first, 0)
  t.strictSame([...new Set(await Promise.all(crowd))], [1])
  t.equal(await late, 2)
  t.equal(at.reads, 3)
})

t.test('one after the other reads each time; other keys do not wait', async (t) => {
  const { at, find, answer } = source()
  const reads = new FreshReads<number>()
  for (const value of [4, 5]) {
    at.value = value
    const both = Promise.all([reads.read('a', find), reads.read('b', find)])
    await answer()
    t.strictSame(await both, [value, value])
  }
  t.equal(at.reads, 4)
})

t.test('a failure is told to those who waited for it, and the next read is tried', async (t) => {
  const { at, find, answer } = source()
  const reads = new FreshReads<number>()
  at.value = -1
  const failing = reads.read('a', find)
  const next = reads.read('a', find)
  at.value = 7
  failing.catch(() => undefined)
  await answer()
  await answer()
  await t.rejects(failing, /lost/)
  t.equal(await next, 7)
  const after = reads.read('a', find)
  await answer()
  t.equal(await after, 7)
})
