import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { ShareLink } from '../contract.ts'
import { shareBadgeFor } from './share-badge.ts'
import { setUpShareLinks, testShareLink } from './test-share-links.ts'

const label = (store: ReturnType<typeof setUpShareLinks>['store']) => store.state.links[0]?.attributes.label

t.test('change: shown optimistically, rolled back with the error at its section', async (t) => {
  const { store, next, errors } = setUpShareLinks([testShareLink('a', { label: 'before' })])
  await store.load()
  const done = store.change('a', 'label', { label: 'after' }, { label: 'after' })
  t.equal(label(store), 'after')
  ;(await next()).reject({ status: 422, message: 'Too long.' })
  t.equal(await done, false)
  t.equal(label(store), 'before')
  t.equal(store.state.errors.label, 'Too long.')
  t.same(errors, [], 'it is changes at its part alone')

  const offline = store.change('a', 'label', { label: 'after' }, { label: 'after' })
  t.equal(store.state.errors.label, undefined, 'another try starts without the old reason')
  ;(await next()).reject({ status: 0 })
  t.equal(await offline, false)
  t.equal(errors.length, 1)
})

t.test('change: edits are sent in order, pending ones stay visible', async (t) => {
  const { store, next, calls } = setUpShareLinks([testShareLink('a')])
  await store.load()
  const first = store.change('a', 'label', { label: 'one' }, { label: 'one' })
  const second = store.change('a', 'password', { protected: true, password: 'secret' }, { protected: true })
  const call = await next()
  t.equal(calls.length, 0, 'the second waits')
  call.respond(testShareLink('a', { label: 'one' }))
  await first
  t.match(store.state.links[0]?.attributes, { label: 'one', protected: true })
  ;(await next()).reject({ status: 422, message: 'Too short.' })
  await second
  t.match(store.state.links[0]?.attributes, { label: 'one', protected: false })
})

t.test('revoke: the link disappears at once and reappears after an error', async (t) => {
  const { store, next, changes } = setUpShareLinks([testShareLink('a'), testShareLink('b')])
  await store.load()
  const done = store.revoke('a')
  t.same([store.state.links.map(({ id }) => id), store.state.current], [['b'], 'b'])
  ;(await next()).reject({ status: 500 })
  await done
  t.same(
    changes.map((links) => links.map(({ id }) => id)),
    [['a', 'b'], ['b'], ['a', 'b']],
  )
})

t.test('revoke: lists hear of it when the server has answered, and a failed one returns its link only', async (t) => {
  const one = setUpShareLinks([testShareLink('a')], [testShareLink('a')])
  const failed = one.store.revoke('a')
  t.strictSame(one.saved, [], 'the row stays')
  ;(await one.next()).reject({ status: 0 })
  t.equal(await failed, false)
  t.strictSame(one.saved, ['a'])
  const done = one.store.revoke('a')
  ;(await one.next()).respond(testShareLink('a'))
  t.equal(await done, true)
  t.strictSame(one.saved, ['a', ''])

  const { store, next, saved } = setUpShareLinks([testShareLink('a'), testShareLink('b'), testShareLink('c')])
  await store.load()
  const calls = [store.revoke('b'), store.revoke('c'), store.create()]
  ;(await next()).reject({ status: 500 })
  ;(await next()).respond(testShareLink('c'))
  ;(await next()).respond(testShareLink('new'))
  await Promise.all(calls)
  t.strictSame(saved, ['a,b,c', 'new,a,b'], 'neither the revoked one comes back, nor is the new one lost')
})

t.test('known links: shown before the server has answered; a link created meanwhile stays', async (t) => {
  const { store, next } = setUpShareLinks([testShareLink('a')], [testShareLink('a')])
  t.same([store.state.status, store.state.current], ['ready', 'a'])

  const stored = [] as ShareLink[]
  const empty = setUpShareLinks(stored, [])
  const loaded = empty.store.load()
  t.equal(empty.store.state.status, 'ready')
  const created = empty.store.create()
  stored.push(testShareLink('new'))
  ;(await empty.next()).respond(testShareLink('new'))
  t.equal((await created)?.id, 'new')
  await loaded
  t.same([empty.store.state.links.map(({ id }) => id), empty.store.state.current], [['new'], 'new'])

  const change = store.change('a', 'label', { label: 'x' }, { label: 'x' })
  ;(await next()).reject({ status: 0 })
  t.equal(await change, false)
})

t.test(
  'refresh: an answer from before an edit is read again, as is a list that was changed while it was read',
  async (t) => {
    const answers: ((links: ShareLink[]) => void)[] = []
    const list = () => new Promise<ShareLink[]>((resolve) => answers.push(resolve))
    const { store, next } = setUpShareLinks([], [testShareLink('a', { label: 'before' })], list)
    const answer = async (links: ShareLink[]) => {
      await turn()
      answers.shift()?.(links)
      await turn()
    }
    const refreshed = store.refresh()
    await turn()
    const changed = store.change('a', 'label', { label: 'after' }, { label: 'after' })
    ;(await next()).respond(testShareLink('a', { label: 'after' }))
    await changed
    await answer([testShareLink('a', { label: 'before' })])
    t.equal(label(store), 'after', 'the old answer is not shown')
    await answer([testShareLink('a', { label: 'after' })])
    await refreshed

    const early = store.refresh()
    await turn()
    const late = store.refresh()
    t.equal(answers.length, 1, 'one read at a time')
    await answer([testShareLink('a'), testShareLink('b')])
    await answer([testShareLink('a')])
    await Promise.all([early, late])
    t.same([store.state.links.map(({ id }) => id), answers.length], [['a'], 0])
  },
)

t.test('recipients: a list that cannot be read after sending is no reason to send again', async (t) => {
  let isOffline = false
  const { store, next, errors } = setUpShareLinks([testShareLink('a')], undefined, async () => {
    if (isOffline) throw new Error('offline')
    return [testShareLink('a', { label: 'read again' })]
  })
  await store.load()
  isOffline = true
  for (const call of [() => store.mail('a', ['lea@example.org']), () => store.removeRecipient('a', 'recipient')]) {
    const done = call()
    ;(await next()).respond(testShareLink('a'))
    t.equal(await done, true)
  }
  t.strictSame([errors, store.state.status], [[], 'ready'])
})

t.test('badge: counts links that have not expired', async (t) => {
  const over = testShareLink('over', { expires_at: '2099-01-01T00:00:00Z', expired: true })
  const a = testShareLink('a', { expires_at: '2001-01-01T00:00:00Z' })
  t.same(shareBadgeFor([over, a, testShareLink('b')]), { data: a, meta: { links: 2 } }, 'by the server’s clock')
  t.equal(shareBadgeFor([over]), undefined)
})
