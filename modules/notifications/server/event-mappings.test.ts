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
