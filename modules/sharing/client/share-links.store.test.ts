import t from 'tap'
import type { Item } from '../../storage/contract.ts'
import type { ShareLink } from '../contract.ts'
import { shareBadgeFor } from './share-badge.ts'
import type { ShareLinksApi } from './share-links.api.ts'
import { createShareLinks } from './share-links.store.ts'

const link = (id: string, attributes: Partial<ShareLink['attributes']> = {}): ShareLink =>
  ({ id, attributes: { token: id, expires_at: null, label: null, protected: false, ...attributes } }) as ShareLink

interface FileRequestLookup {
  answer: (share: ShareLink) => void
  refuse: (error: unknown) => void
}

const setUp = (links: ShareLink[]) => {
  const asked: FileRequestLookup[] = []
  const told: (readonly ShareLink[])[] = []
  const refusals: unknown[] = []
  const ask = () =>
    new Promise<ShareLink>((resolve, reject) => {
      asked.push({ answer: resolve, refuse: reject })
    })
  const api = { of: async () => links, create: ask, update: ask, revoke: ask } as unknown as ShareLinksApi
  const item = { id: 'item', type: 'file' } as Item
  const store = createShareLinks({ api, item, told: (all) => told.push(all), refused: (error) => refusals.push(error) })
  const next = async (): Promise<FileRequestLookup> => {
    for (let n = 0; n < 20 && asked.length === 0; n++) await Promise.resolve()
    return asked.shift() as FileRequestLookup
  }
  return { store, next, told, refusals, asked }
}
const label = (store: ReturnType<typeof setUp>['store']) => store.state.links[0]?.attributes.label

t.test('an edit shows at once, and goes back with its reason when it is refused', async (t) => {
  const { store, next, refusals } = setUp([link('a', { label: 'before' })])
  await store.load()
  const done = store.change('a', 'label', { label: 'after' }, { label: 'after' })
  t.equal(label(store), 'after')
  ;(await next()).refuse({ status: 422, message: 'Too long.' })
  t.equal(await done, false)
  t.equal(label(store), 'before')
  t.equal(store.state.errors.label, 'Too long.')
  t.same(refusals, [], 'it is told at its part alone')

  const offline = store.change('a', 'label', { label: 'after' }, { label: 'after' })
  t.equal(store.state.errors.label, undefined, 'another try starts without the old reason')
  ;(await next()).refuse({ status: 0 })
  t.equal(await offline, false)
  t.equal(refusals.length, 1)
})

t.test('edits reach the server one after the other; what is still on its way stays on show', async (t) => {
  const { store, next, asked } = setUp([link('a')])
  await store.load()
  const first = store.change('a', 'label', { label: 'one' }, { label: 'one' })
  const second = store.change('a', 'password', { protected: true, password: 'secret' }, { protected: true })
  const call = await next()
  t.equal(asked.length, 0, 'the second waits')
  call.answer(link('a', { label: 'one' }))
  await first
  t.match(store.state.links[0]?.attributes, { label: 'one', protected: true })
  ;(await next()).refuse({ status: 422, message: 'Too short.' })
  await second
  t.match(store.state.links[0]?.attributes, { label: 'one', protected: false })
})

t.test('a closed link is gone at once, and back only when the server refuses', async (t) => {
  const { store, next, told } = setUp([link('a'), link('b')])
  await store.load()
  const done = store.revoke('a')
  t.same([store.state.links.map(({ id }) => id), store.state.current], [['b'], 'b'])
  ;(await next()).refuse({ status: 500 })
  await done
  t.same(
    told.map((links) => links.map(({ id }) => id)),
    [['a', 'b'], ['b'], ['a', 'b']],
  )
})

t.test('the mark of an item tells of links that still open', async (t) => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  const over = link('over', { expires_at: '2026-01-01T00:00:00Z' })
  t.same(shareBadgeFor([over, link('a'), link('b')], now), { data: link('a'), meta: { links: 2 } })
  t.equal(shareBadgeFor([over], now), undefined)
})
