import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { poll } from '../../../tests/support/poll.ts'
import { setUpShareLinks, testShareLink, withRecipients } from './test-share-links.ts'

/** Rejections of calls that the server carried out: a proxy ended one, the connection broke in the other. */
const lostResponses = [504, 0].map((status) => ({ status, code: 'internal' }))

t.test('lost response: what the server has carried out is a success', async (t) => {
  for (const lost of lostResponses) {
    const stored = [testShareLink('a', { protected: true }), testShareLink('b')]
    const { store, next, saved, errors } = setUpShareLinks(stored, undefined, async () => [...stored])
    await store.load()
    const changed = store.change('a', 'password', { protected: false }, { protected: false })
    ;(await next()).reject(lost)
    stored[0] = testShareLink('a', { protected: false })
    t.equal(await changed, true)
    t.equal(store.state.links[0]?.attributes.protected, false, 'an opened link')

    const revoked = store.revoke('b')
    ;(await next()).reject(lost)
    stored.pop()
    t.equal(await revoked, true)
    t.equal(saved.at(-1), 'a', 'a revoked link')

    const created = store.create()
    ;(await next()).reject(lost)
    stored.push(testShareLink('c'))
    t.equal((await created)?.id, 'c')
    t.strictSame([saved.at(-1), store.state.current], ['a,c', 'c'], 'a created link')

    const mailed = store.mail('a', ['Lea@example.org'])
    ;(await next()).reject(lost)
    stored[0] = withRecipients('a', 'lea@example.org')
    t.equal(await mailed, true, 'a link that was sent')

    const removed = store.removeRecipient('a', 'lea@example.org')
    ;(await next()).reject(lost)
    stored[0] = testShareLink('a')
    t.equal(await removed, true, 'a removed recipient')
    t.strictSame([errors, store.state.busy], [[], 0])
  }
})

t.test('lost response: what the server has not carried out, or what tells nothing about it, is an error', async (t) => {
  const before = withRecipients('a', 'lea@example.org')
  const stored = [{ ...before, attributes: { ...before.attributes, protected: true } }]
  const { store, next, errors } = setUpShareLinks(stored, undefined, async () => [...stored])
  await store.load()
  const calls = [
    () => store.change('a', 'label', { label: 'new' }, { label: 'new' }),
    () => store.change('a', 'password', { protected: true, password: 'another' }, { protected: true }),
    () => store.revoke('a'),
    () => store.create().then((created) => created !== null),
    () => store.mail('a', ['lea@example.org']),
    () => store.mail('a', ['lea@example.org', 'ben@example.org']),
    () => store.removeRecipient('a', 'lea@example.org'),
  ]
  for (const call of calls) {
    const done = call()
    ;(await next()).reject(lostResponses[0])
    t.equal(await done, false)
  }
  t.equal(errors.length, calls.length)
  t.match(store.state.links, stored)
})

t.test('lost response: a call is pending, and the links stay on the screen, until they can be read', async (t) => {
  let isOffline = false
  const stored = [testShareLink('a', { protected: true })]
  const { store, next, errors, calls } = setUpShareLinks(stored, undefined, async () => {
    if (isOffline) throw new Error('offline')
    return [...stored]
  })
  await store.load()
  const changed = store.change('a', 'password', { protected: false }, { protected: false })
  isOffline = true
  ;(await next()).reject(lostResponses[0])
  await poll(() => store.state.stale)
  t.match([store.state.status, store.state.busy, errors], ['ready', 1, []])
  const created = store.create()
  ;(await next()).reject(lostResponses[0])
  const again = store.create()
  await turn()
  t.equal(calls.length, 0, 'it is not sent again')
  await store.load()
  t.equal(store.state.stale, true)
  isOffline = false
  stored[0] = testShareLink('a', { protected: false })
  stored.unshift(testShareLink('b'))
  await store.refresh()
  t.strictSame([await changed, (await created)?.id, (await again)?.id], [true, 'b', 'b'])
  t.match([store.state.stale, store.state.busy], [false, 0])
})

t.test('lost response: what a later call has set is shown, and the earlier one is no error', async (t) => {
  let isOffline = false
  const stored = [testShareLink('a', { label: 'stored' })]
  const { store, next, errors } = setUpShareLinks(stored, undefined, async () => {
    if (isOffline) throw new Error('offline')
    return [...stored]
  })
  await store.load()
  isOffline = true
  const earlier = store.change('a', 'label', { label: 'earlier' }, { label: 'earlier' })
  ;(await next()).reject(lostResponses[0])
  await poll(() => store.state.stale)
  isOffline = false
  const later = store.change('a', 'label', { label: 'later' }, { label: 'later' })
  stored[0] = testShareLink('a', { label: 'later' })
  ;(await next()).respond(stored[0])
  t.strictSame([await later, await earlier], [true, true])
  t.equal(store.state.links[0]?.attributes.label, 'later')
  t.match([store.state.stale, store.state.busy, errors], [false, 0, []])
})

t.test('lost response: a call fails when the dialog is left and the links cannot be read', async (t) => {
  const list = async () => {
    throw new Error('offline')
  }
  const { store, next, errors, saved } = setUpShareLinks(
    [],
    [testShareLink('a', { label: 'before' }), testShareLink('b')],
    list,
  )
  const earlier = store.revoke('b')
  ;(await next()).reject(lostResponses[0])
  await poll(() => store.state.stale)
  const later = store.change('a', 'label', { label: 'after' }, { label: 'after' })
  store.leave()
  ;(await next()).reject(lostResponses[0])
  t.strictSame([await earlier, await later, errors.length, saved.at(-1)], [false, false, 2, 'a,b'])
  t.equal(store.state.links[0]?.attributes.label, 'before')
})

t.test('load: links that are known stay on the screen when they cannot be read', async (t) => {
  const list = async () => {
    throw new Error('offline')
  }
  const known = setUpShareLinks([], [testShareLink('a')], list)
  await known.store.load()
  t.match([known.store.state.status, known.store.state.stale], ['ready', true])
  const unknown = setUpShareLinks([], undefined, list)
  await unknown.store.load()
  t.match([unknown.store.state.status, unknown.store.state.stale], ['failed', false])
})

t.test('mail: is over when the server has answered, not when the list was read again', async (t) => {
  let reads = 0
  const { store, next } = setUpShareLinks([], [testShareLink('a')], () => {
    reads += 1
    return new Promise(() => undefined)
  })
  const done = store.mail('a', ['lea@example.org'])
  ;(await next()).respond(testShareLink('a'))
  t.equal(await done, true)
  await poll(() => reads === 1)
  t.equal(store.state.busy, 0)
})
