import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import type { Item } from '../../tree/contract.ts'
import { createSignal, mayConcernRows, watchThumbnails } from './pending-thumbnails.ts'

const made = { xs: '1', sm: '2', lg: '3', xl: '4' }

const rows = () => {
  const items = new Map(['a', 'b'].map((id) => [id, testItem(id, { thumbnail_pending: true })]))
  const listing = { find: (id: string) => items.get(id), replace: (item: Item) => void items.set(item.id, item) }
  return { items, listing }
}

t.test('pending thumbnails: rows get theirs one by one, then polling ends', async (t) => {
  const { items, listing } = rows()
  const ready = new Set<string>()
  const asked: string[][] = []
  const delays: number[] = []
  await watchThumbnails(
    async (ids) => {
      asked.push(ids)
      return ids.map((id) => ({ id, thumbnail: ready.has(id) ? made : null, thumbnail_pending: !ready.has(id) }))
    },
    listing,
    ['a', 'b'],
    new AbortController().signal,
    async (ms) => {
      delays.push(ms)
      if (delays.length === 1) ready.add('b')
      if (delays.length === 3) {
        t.equal(items.get('a')?.attributes.thumbnail, null)
        t.same(items.get('b')?.attributes.thumbnail, made)
        ready.add('a')
      }
    },
  )
  t.same(items.get('a')?.attributes.thumbnail, made)
  t.equal(asked.length, 4)
  t.ok((delays[2] ?? 0) > (delays[0] ?? 0), 'more and more seldom')
})

t.test('pending thumbnails: polling ends without progress and on abort', async (t) => {
  const { listing } = rows()
  let asked = 0
  const never = async (ids: string[]) => {
    asked += 1
    return ids.map((id) => ({ id, thumbnail: null, thumbnail_pending: true }))
  }
  await watchThumbnails(never, listing, ['a'], new AbortController().signal, async () => undefined)
  t.equal(asked, 30)
  const stop = new AbortController()
  asked = 0
  await watchThumbnails(never, listing, ['a'], stop.signal, async () => stop.abort())
  t.equal(asked, 1)
})

t.test('signal: wakes a waiter, also with an earlier notification', async (t) => {
  const news = createSignal()
  const stop = new AbortController()
  news.notify()
  await news.wait(600_000, stop.signal)
  const waiting = news.wait(600_000, stop.signal)
  news.notify()
  await waiting
  const left = news.wait(600_000, stop.signal)
  stop.abort()
  await left
  await news.wait(600_000, stop.signal)
  t.pass('none of the waits lasted its ten minutes')
})

t.test('signal: keeps a notification after a previous wait', async (t) => {
  const news = createSignal()
  const stop = new AbortController()
  const waiting = news.wait(600_000, stop.signal)
  news.notify()
  await waiting
  news.notify()
  await news.wait(600_000, stop.signal)
  t.pass('resolved by the news: the time is longer than a test file may take')
})

t.test('pending thumbnails: an event concerns pending rows of its folder only', async (t) => {
  const { items, listing } = rows()
  items.set('c', testItem('c', { thumbnail_pending: false, parent_id: 'other' }))
  const ids = ['a', 'b', 'c']
  t.ok(mayConcernRows({ parent_id: items.get('a')?.attributes.parent_id ?? null }, listing, ids))
  t.notOk(mayConcernRows({ parent_id: 'other' }, listing, ids), 'that row has its picture')
  t.notOk(mayConcernRows({ parent_id: 'unknown' }, listing, ids))
  t.ok(mayConcernRows({ parent_id: null, everything: true }, listing, ids))
})

t.test('pending thumbnails: polling continues while there is progress', async (t) => {
  const many = Array.from({ length: 100 }, (_, n) => `picture ${n}`)
  const items = new Map(many.map((id) => [id, testItem(id, { thumbnail_pending: true })]))
  const listing = { find: (id: string) => items.get(id), replace: (item: Item) => void items.set(item.id, item) }
  let ready = 0
  const want = async (ids: string[]) => {
    ready += 1
    return ids.map((id, n) => ({ id, thumbnail: n < ready ? made : null, thumbnail_pending: n >= ready }))
  }
  await watchThumbnails(want, listing, many, new AbortController().signal, async () => undefined)
  t.equal(ready, 100)
})
