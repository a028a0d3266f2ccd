import t from 'tap'
import type { Item } from '../contract.ts'
import { watchThumbnails } from './pending-thumbnails.ts'
import { testItem } from './test-items.ts'

const made = { xs: '1', sm: '2', lg: '3', xl: '4' }

const rows = () => {
  const items = new Map(['a', 'b'].map((id) => [id, testItem(id, { thumbnail_pending: true })]))
  const listing = { find: (id: string) => items.get(id), replace: (item: Item) => void items.set(item.id, item) }
  return { items, listing }
}

t.test('rows get their pictures one by one, and then nobody asks', async (t) => {
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

t.test('a picture that cannot be made is not asked for for ever, nor is anything after leaving', async (t) => {
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
