import t from 'tap'
import { TtlCache } from './ttl-cache.ts'

/** Counts the loads of each owner and key. */
const countedCache = (limits: { ttlMs: number; maxEntries: number }) => {
  const cache = new TtlCache<number>(limits)
  const loads = new Map<string, number>()
  const get = (key: string, owner = 'a') =>
    cache.get(owner, key, async () => {
      const count = (loads.get(`${owner} ${key}`) ?? 0) + 1
      loads.set(`${owner} ${key}`, count)
      return count
    })
  return { cache, get }
}

t.test('ttl cache: invalidated and loaded again, an entry counts once', async (t) => {
  const { cache, get } = countedCache({ ttlMs: 60_000, maxEntries: 3 })
  await get('kept', 'b')
  for (let round = 1; round <= 10; round += 1) {
    t.equal(await get('changed'), round)
    cache.invalidate('a')
  }
  t.equal(await get('kept', 'b'), 1, 'still cached')
})

t.test('ttl cache: owners do not share a value', async (t) => {
  const cache = new TtlCache<string>({ ttlMs: 60_000, maxEntries: 3 })
  t.equal(await cache.get('a', 'x', async () => 'of a'), 'of a')
  t.equal(await cache.get('b', 'x', async () => 'of b'), 'of b')
})

t.test('ttl cache: the oldest entry makes room', async (t) => {
  const { get } = countedCache({ ttlMs: 60_000, maxEntries: 2 })
  for (const key of ['x', 'y', 'z']) await get(key)
  t.equal(await get('y'), 1)
  t.equal(await get('x'), 2)
})

t.test('ttl cache: an expired value is loaded again', async (t) => {
  const { get } = countedCache({ ttlMs: 0, maxEntries: 2 })
  await get('x')
  t.equal(await get('x'), 2)
})

t.test('ttl cache: neither a failed load nor one during which its owner changed is cached', async (t) => {
  const { cache, get } = countedCache({ ttlMs: 60_000, maxEntries: 2 })
  await t.rejects(cache.get('a', 'x', () => Promise.reject(new Error('no database'))))
  t.equal(await get('x'), 1)
  const { promise, resolve } = Promise.withResolvers<number>()
  const running = cache.get('a', 'y', () => promise)
  cache.invalidate('a')
  resolve(7)
  t.equal(await running, 7)
  t.equal(await get('y'), 1)
})
