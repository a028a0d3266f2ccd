import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { Notification } from '../contract.ts'
import { clearExceptInvitations } from './clear-notifications.ts'
import {
  countUnreadBesideList,
  dismiss,
  loadOlderNotifications,
  markAllRead,
  markListedRead,
  markUnread,
  refreshNotifications,
} from './notification-actions.ts'
import type { NotificationPage, NotificationsApi } from './notifications.api.ts'
import { createNotificationsStore } from './notifications.store.ts'

/** A server that the test answers for, call by call. */
const setUp = () => {
  const sent: { given: unknown; answer: (page?: NotificationPage) => Promise<void> }[] = []
  const send = (given?: unknown) =>
    new Promise((resolve) => {
      const answer = async (page?: NotificationPage) => {
        resolve(page)
        await turn()
      }
      sent.push({ given, answer })
    })
  const api = {
    list: send,
    read: send,
    markUnread: send,
    dismiss: send,
    clear: send,
    answerInvitation: send,
  } as NotificationsApi
  const store = createNotificationsStore(api)
  const next = () => sent.shift()!
  const listed = () => store.state.items.map(({ id }) => id).join()
  return { store, sent, next, listed }
}

/** The server's answer with these unread notifications. */
const list = (ids: string, next: string | null = null): NotificationPage => ({
  items: Array.from(ids, (id) => ({ id, attributes: { read_at: null } }) as Notification),
  next,
  unread: ids.length,
})

const loaded = async (ids: string, cursor: string | null = null) => {
  const all = setUp()
  const first = refreshNotifications(all.store)
  await all.next().answer(list(ids, cursor))
  await first
  return all
}

t.test('refresh: of two in quick succession the later one is read last, and both report what is new', async (t) => {
  const { store, sent, next, listed } = await loaded('a')
  const [early, late] = [refreshNotifications(store), refreshNotifications(store)]
  t.equal(sent.length, 1, 'the second waits')
  await next().answer(list('ba'))
  await next().answer(list('cba'))
  t.equal(listed(), 'c,b,a')
  for (const added of [await early, await late])
    t.same(
      added.map(({ id }) => id),
      ['c', 'b'],
    )
  t.equal(sent.length, 0)
})

t.test('dismiss and clear during a refresh: its answer does not bring them back', async (t) => {
  const { store, sent, next, listed } = await loaded('ba')
  const refreshed = refreshNotifications(store)
  const dismissed = dismiss(store, 'b')
  const read = next()
  await next().answer()
  await dismissed
  await read.answer(list('ba'))
  t.same([listed(), store.state.unread], ['a', 1])
  const again = next()
  const cleared = clearExceptInvitations(store)
  await next().answer()
  await cleared
  await again.answer(list('a'))
  t.same([listed(), store.state.unread], ['', 0])
  await next().answer(list(''))
  t.same(await refreshed, [])
  t.equal(sent.length, 0)
})

t.test('dismiss: a list that was read meanwhile without it is counted once, and read again', async (t) => {
  const { store, sent, next, listed } = await loaded('ba')
  const dismissed = dismiss(store, 'b')
  const change = next()
  const refreshed = refreshNotifications(store)
  await next().answer(list('a'))
  await refreshed
  await change.answer()
  await dismissed
  t.same([listed(), store.state.unread], ['a', 1])
  await next().answer(list('a'))
  t.equal(sent.length, 0)
})

t.test('older ones: a page from before all were deleted is not listed', async (t) => {
  const { store, sent, next, listed } = await loaded('dc', 'c')
  const older = loadOlderNotifications(store)
  const page = next()
  const cleared = clearExceptInvitations(store)
  await next().answer()
  await cleared
  await page.answer(list('ba'))
  await older
  t.equal(listed(), '')
  await next().answer(list(''))
  t.equal(sent.length, 0, 'read again: older ones may be invitations, which stay')
})

t.test('clear: an invitation that can still be answered stays', async (t) => {
  const { store, next, listed } = await loaded('cba')
  const [, invitation] = store.state.items
  if (invitation) invitation.attributes.action = { type: 'invitation', params: { id: '1' } }
  const cleared = clearExceptInvitations(store)
  await next().answer()
  await cleared
  t.same([listed(), store.state.unread], ['b', 1])
})

t.test(
  'panel: those that it lists are read, older ones when they are listed, and all of them stay among the unread',
  async (t) => {
    const { store, sent, next } = await loaded('ba', 'a')
    const { state } = store
    state.unread = 3
    await markListedRead(store)
    t.equal(sent.length, 0, 'it is closed')
    store.toggle('rail', {} as HTMLElement)
    const read = async (ids: string[]) => {
      const reading = markListedRead(store)
      const sentCall = next()
      t.same(sentCall.given, ids)
      await sentCall.answer()
      await reading
    }
    await read(['b', 'a'])
    t.equal(state.unread, 1, 'the bell keeps the rest')
    const older = loadOlderNotifications(store)
    await next().answer(list('z'))
    await older
    await read(['z'])
    t.same([state.unread, [...state.newIds].sort().join()], [0, 'a,b,z'])
    const marked = markUnread(store, 'a')
    await next().answer()
    await marked
    await markListedRead(store)
    t.same([state.unread, sent.length], [1, 0], 'marked as unread by the user')
  },
)

t.test('panel: those that it does not list can be marked as read too, and are no longer counted', async (t) => {
  const { store, sent, next } = await loaded('ba', 'a')
  const { state } = store
  state.unread = 3
  store.toggle('rail', {} as HTMLElement)
  t.equal(countUnreadBesideList(state), 1)
  const reading = markListedRead(store)
  t.equal(countUnreadBesideList(state), 1, 'the listed ones are about to be read')
  await next().answer()
  await reading
  t.same([state.unread, countUnreadBesideList(state)], [1, 1])
  const all = markAllRead(store)
  const call = next()
  t.equal(call.given, undefined, 'without ids')
  await call.answer()
  await all
  t.same([state.unread, countUnreadBesideList(state), state.newIds, sent.length], [0, 0, [], 0])
  const marked = markUnread(store, 'a')
  await next().answer()
  await marked
  t.equal(countUnreadBesideList(state), 1, 'marked as unread by the user')
})

t.test('panel: what is listed as unread is so until it closes, by the bell as well', async (t) => {
  const { store } = setUp()
  const bell = {} as HTMLElement
  for (const close of [store.close, () => store.toggle('rail', bell)]) {
    store.toggle('rail', bell)
    t.ok(store.state.open)
    store.state.newIds = ['a']
    close()
    t.same([store.state.open, store.state.newIds], [null, []])
  }
})
