import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { testSocket } from '../../../tests/support/socket.ts'
import { actionLink } from '../client/action-link.ts'
import { type Notification, notificationEvent, notificationsChanged } from '../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

const notified = async ({ client }: Actor) => {
  const { data } = (await client.get<{ data: { data: Notification }[] }>('/api/notifications')).body
  return data.map(({ data: { attributes } }) => ({ ...attributes, href: actionLink(attributes.action)?.href }))
}
const names = { owner: 'Ada Lovelace', folder: 'Apollo' }

t.test('event mappings: one event notifies several users, each by their choice and language', async (t) => {
  const [ann, bob, eve] = [await signUp(app), await signUp(app), await signUp(app)]
  await bob.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await eve.client.patch('/api/notifications/settings', { category: 'team-invitation', channel: 'off' })
  const sockets = [await testSocket(t, app, ann.client), await testSocket(t, app, bob.client)]
  const folderId = randomUUID()
  const userIds = [ann.id, bob.id, eve.id, ann.id, randomUUID()]
  const event = { ownerId: randomUUID(), folderId, userIds, ...names }
  await db.transaction(async (tx) => tx.emit('teams.permission.changed', { ...event, permission: 'can_edit' }))
  const received = await Promise.all(sockets.map((socket) => socket.next<Notification>(notificationEvent)))
  t.same(
    received.map(({ attributes }) => attributes.description),
    [
      'Ada Lovelace changed your permission for “Apollo” to “Can edit”.',
      'Ada Lovelace hat deine Berechtigung für „Apollo“ in „Kann bearbeiten“ geändert.',
    ],
  )
  t.match(await notified(ann), [{ category: 'team-invitation', href: `/platform/shared-with-me/${folderId}` }])
  t.equal((await notified(bob)).length, 1)
  t.same(await notified(eve), [])

  await db.transaction(async (tx) => tx.emit('teams.members.removed', { ...event, userIds: [ann.id] }))
  await sockets[0]?.next(notificationsChanged)
  t.match(await notified(ann), [
    { description: 'Ada Lovelace removed you from “Apollo”.', href: '/platform/shared-with-me' },
    { action: null },
  ])
  t.match(await notified(bob), [{ href: `/platform/shared-with-me/${folderId}` }], 'another member keeps the link')
  await db.transaction(async (tx) => tx.emit('teams.folder.dissolved', { ...event, userIds: [bob.id] }))
  t.match(await notified(bob), [{ href: '/platform/shared-with-me' }, { action: null }])
})

t.test('event mappings: the end of a plan names date and storage as the reader writes them', async (t) => {
  const ann = await signUp(app)
  const plan = { userId: ann.id, subscriptionId: randomUUID(), plan: 'Plus' }
  const until = '2026-12-31T23:30:00.000Z'
  const emit = (by: 'user' | 'administrator' | 'gateway', limit: number | null) =>
    db.transaction(async (tx) => tx.emit('billing.subscription.cancelled', { ...plan, until, by, limit }))
  await emit('user', 1)
  t.same(await notified(ann), [], 'whoever cancels is not told in the app')
  await emit('gateway', null)
  await emit('administrator', 2_500_000_000)
  await db.transaction(async (tx) =>
    tx.emit('billing.subscription.ended', { ...plan, at: until, limit: 2_500_000_000 }),
  )
  const listed = await notified(ann)
  t.match(listed, [
    {
      title: 'Your subscription has ended',
      description: 'Plus ended on Dec 31, 2026\u00A0(UTC). Storage from now on: 2.5 GB.',
    },
    { title: 'An administrator canceled your subscription' },
    { description: 'You keep Plus until Dec 31, 2026\u00A0(UTC). Storage after that: no limit.' },
  ])
  t.ok(listed.every(({ category, href }) => category === 'payment-alert' && href === '/user/settings/billing'))
  await ann.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await ann.client.patch('/api/user/settings', { name: 'timezone', value: 'Europe/Berlin' })
  const [ended] = await notified(ann)
  t.match(ended?.description, /^Plus endete am 0?1\.0?1\.2027\. Speicher jetzt: 2,5\sGB\.$/, 'on the day it is there')
})
