import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, proveEmail, signIn, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { mailsTo } from '../../../tests/support/mail-folder.ts'
import { poll } from '../../../tests/support/poll.ts'
import { testSocket } from '../../../tests/support/socket.ts'
import { type Notification, notificationCategories, notificationEvent, notificationsChanged } from '../contract.ts'

const app = await testApp(t)
const { db, jobs } = app.coffer.platform

interface Listed {
  data: { data: Notification }[]
  meta: { paginate: { total: number; nextCursor: string | null; lastPage: number }; unread: number }
}
const list = async ({ client }: Actor, query: Record<string, string | number> = {}) =>
  (await client.get<Listed>('/api/notifications', { query })).body
/** Commits the event of a completed remote upload; `more` runs before the commit. */
const remoteUpload = (ownerId: string, processed: number, failed = 0, more = async () => {}) =>
  db.transaction(async (tx) => {
    tx.emit('storage.remote-upload.completed', { ownerId, batchId: ownerId, processed, failed, parentId: null })
    await more()
  })
const create = (userId: string, count: number) =>
  app.coffer.notifications.create({
    userId,
    category: 'remote-upload-done',
    template: 'remoteUploadDone',
    params: { count },
  })

t.test('an event of another module creates a notification and publishes it to open tabs', async (t) => {
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  await remoteUpload(ann.id, 3)
  const published = await socket.next<Notification>(notificationEvent)
  t.match(published.attributes, {
    category: 'remote-upload-done',
    title: 'Upload from links finished',
    description: '3 files have been saved.',
    read_at: null,
    action: { type: 'route', params: { route: 'Files', id: null, button: 'Show files' } },
  })
  const { data, meta } = await list(ann)
  t.same(data, [{ data: published }])
  t.equal(meta.unread, 1)
  await remoteUpload(ann.id, 3, 2)
  t.match(await socket.next(notificationEvent), { attributes: { description: '1 file has been saved, 2 failed.' } })
  await remoteUpload(ann.id, 1, 1)
  t.match(await socket.next(notificationEvent), { attributes: { title: 'Upload from links failed' } })
  await ann.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const german = (await list(ann)).data.at(-1)?.data.attributes.description
  t.equal(german, '3 Dateien wurden gespeichert.', 'in the reader’s language')
})

t.test(
  'a notification is committed with its event: neither an end nor a pause right afterwards loses it',
  async (t) => {
    const ann = await signUp(app)
    const stored = () => db.query('select 1 from notifications where user_id = $1', [ann.id])
    const failure = async () => {
      throw new Error('rolled back')
    }
    await t.rejects(remoteUpload(ann.id, 1, 0, failure), /rolled back/)
    t.equal((await stored()).length, 0)
    await remoteUpload(ann.id, 1)
    t.equal((await stored()).length, 1, 'before any listener has run')
    const deleted = randomUUID()
    await remoteUpload(deleted, 1)
    t.same(
      await db.query('select 1 from notifications where user_id = $1', [deleted]),
      [],
      'an account that was deleted',
    )
  },
)

t.test('read all and delete all: other tabs are notified', async (t) => {
  const ann = await signUp(app)
  const socket = await testSocket(t, app, (await signIn(app, ann)).client)
  for (const count of [1, 2]) await create(ann.id, count)
  t.equal((await ann.client.post('/api/notifications/read')).status, 200)
  t.same(await socket.next(notificationsChanged), { unread: 0 })
  const { data, meta } = await list(ann)
  t.equal(meta.unread, 0)
  t.ok(data.every(({ data }) => data.attributes.read_at))
  t.equal((await ann.client.delete('/api/notifications')).status, 200)
  t.same((await list(ann)).data, [])
})

t.test('read: those given only; others stay unread, and other people’s too', async (t) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const ids = [await create(ann.id, 1), await create(bob.id, 2)]
  await create(ann.id, 3)
  const read = async (...given: unknown[]) => (await ann.client.post('/api/notifications/read', { ids: given })).status
  const unread = async () => [(await list(ann)).meta.unread, (await list(bob)).meta.unread]
  t.same([await read(), await unread()], [200, [2, 1]])
  t.same([await read(...ids), await unread()], [200, [1, 1]])
  t.equal(await read('x'), 422)
})

t.test('list: pages by cursor contain each row once, also rows of the same instant', async (t) => {
  const ann = await signUp(app)
  await db.query(
    `insert into notifications (user_id, category, template, params, created_at)
     select $1, 'gift', 'remoteUploadDone', '{"count": 1}', now() - (n / 3) * interval '1 microsecond' from generate_series(1, 25) n`,
    [ann.id],
  )
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { data, meta }: Listed = await list(ann, { per_page: 4, ...(cursor ? { cursor } : {}) })
    seen.push(...data.map(({ data }) => data.id))
    cursor = meta.paginate.nextCursor
  }
  t.equal(seen.length, 25)
  t.equal(new Set(seen).size, 25)
  const second = await list(ann, { per_page: 4, page: 2 })
  t.same(
    second.data.map(({ data }) => data.id),
    seen.slice(4, 8),
  )
  t.equal((await ann.client.get('/api/notifications', { query: { cursor: 'x' } })).status, 422)
})

t.test('GET /api/user contains the newest 20 read and unread notifications', async (t) => {
  const ann = await signUp(app)
  for (let count = 1; count <= 30; count++) await create(ann.id, count)
  await ann.client.post('/api/notifications/read')
  for (let count = 1; count <= 30; count++) await create(ann.id, count)
  const { body } = await ann.client.get<{
    data: { relationships: Record<string, { data: { data: Notification }[] }> }
  }>('/api/user')
  const { readNotifications, unreadNotifications } = body.data.relationships
  t.equal(readNotifications?.data.length, 20)
  t.equal(unreadNotifications?.data.length, 20)
  t.equal(unreadNotifications?.data[0]?.data.attributes.description, '30 files have been saved.')
})

t.test('A01: users read, mark and delete their own notifications only', async (t) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  await create(ann.id, 1)
  await bob.client.post('/api/notifications/read')
  await bob.client.delete('/api/notifications')
  t.equal((await list(bob)).meta.paginate.total, 0)
  t.equal((await list(ann)).meta.unread, 1)
})

t.test('purge-notifications: deletes read ones after 90 days and unread ones after a year', async (t) => {
  const ann = await signUp(app)
  for (const count of [1, 2, 3]) await create(ann.id, count)
  await db.query(
    `update notifications set read_at = now() - interval '91 days' where user_id = $1 and params->>'count' = '1'`,
    [ann.id],
  )
  await db.query(
    `update notifications set created_at = now() - interval '2 years' where user_id = $1 and params->>'count' = '2'`,
    [ann.id],
  )
  await jobs.runNow('purge-notifications')
  t.equal((await list(ann)).meta.paginate.total, 1)
  t.equal(
    await app.coffer.notifications.create({
      userId: crypto.randomUUID(),
      category: 'gift',
      template: 'remoteUploadDone',
    }),
    null,
    'the account does not exist',
  )
})

t.test('one notification is marked unread or dismissed by its user only', async (t) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const id = (await create(ann.id, 1)) ?? ''
  await ann.client.post('/api/notifications/read')
  const socket = await testSocket(t, app, (await signIn(app, ann)).client)
  const path = `/api/notifications/${id}`
  t.match(await ann.client.patch(path, { read: false }), {
    status: 200,
    body: { data: { attributes: { read_at: null } } },
  })
  t.match(await socket.next(notificationsChanged), { unread: 1 })
  for (const answer of [await bob.client.patch(path, { read: true }), await bob.client.delete(path)])
    t.equal(answer.status, 404)
  t.match((await ann.client.patch(path, { read: true })).body, { data: { attributes: { read_at: String } } })
  t.equal((await ann.client.delete(path)).status, 204)
  t.same((await list(ann)).data, [])
  t.equal((await ann.client.delete(path)).status, 404)
})

t.test('a category is off, in the app, or in the daily digest too', async (t) => {
  const ann = await signUp(app)
  const settings = '/api/notifications/settings'
  const choose = (channel: string) => ann.client.patch(settings, { category: 'remote-upload-done', channel })
  const { data } = (await ann.client.get<{ data: { category: string; channel: string }[] }>(settings)).body
  t.same(
    data.map(({ category }) => category),
    notificationCategories,
  )
  t.same(
    data.filter(({ channel }) => channel !== 'app'),
    [{ category: 'file-request', channel: 'mail' }],
  )
  await choose('off')
  t.equal(await create(ann.id, 1), null)
  t.equal((await choose('by pigeon')).status, 422)
  await choose('app')
  await create(ann.id, 2)
  t.match(await jobs.runNow('send-daily-digests'), { sent: 0 }, 'none by mail')
  await Promise.all([choose('mail'), proveEmail(ann)])
  const read = (await create(ann.id, 3)) ?? ''
  await ann.client.patch(`/api/notifications/${read}`, { read: true })
  for (const count of [4, 5]) await create(ann.id, count)
  t.match(await jobs.runNow('send-daily-digests'), { sent: 1 })
  t.match(await jobs.runNow('send-daily-digests'), { sent: 0 }, 'each once')
  const { text, subject } = (await poll(async () => (await mailsTo(app.dataDir, ann.email))[0] ?? null)) as {
    text: string
    subject: string
  }
  t.equal(subject, '2 new notifications in Coffer')
  t.match(text, /Upload from links finished: 5 files have been saved\.[\s\S]*4 files/)
  t.notMatch(text, '3 files')
})

t.test('no daily digest for a category that is turned off, nor for a suspended account', async (t) => {
  const ann = await signUp(app)
  const choose = (channel: string) =>
    ann.client.patch('/api/notifications/settings', { category: 'remote-upload-done', channel })
  const sent = async () => (await jobs.runNow('send-daily-digests')) as { sent: number }
  for (const channel of ['app', 'off']) {
    await choose('mail')
    await create(ann.id, 1)
    await choose(channel)
    await choose('mail')
    t.match(await sent(), { sent: 0 }, channel)
  }
  await create(ann.id, 2)
  await ann.client.patch('/api/notifications/settings', { category: 'gift', channel: 'off' })
  const become = (status: string) => db.query('update users set status = $2 where id = $1', [ann.id, status])
  await become('suspended')
  t.match(await sent(), { sent: 0 })
  await become('active')
  t.match(await sent(), { sent: 1 }, 'once it is active; another category was turned off')
})

t.test('notifications of billing lead to its page and show money as their reader writes it', async (t) => {
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  await db.transaction(async (tx) =>
    tx.emit('billing.alert.reached', { userId: ann.id, amount: 123_450, total: 130_000, currency: 'EUR' }),
  )
  const { attributes } = await socket.next<Notification>(notificationEvent)
  t.equal(attributes.description, 'Your usage costs more than €1,234.50 in this period.')
  t.match(attributes.action, { type: 'route', params: { route: 'Billing', button: 'Open billing' } })
  await ann.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  t.match((await list(ann)).data[0]?.data.attributes.description, /1\.234,50\s€/)
})

t.test('the daily digest of one account fails, and the others get theirs', async (t) => {
  const people = [await signUp(app), await signUp(app), await signUp(app)]
  for (const { client, id } of people) {
    await client.patch('/api/notifications/settings', { category: 'remote-upload-done', channel: 'mail' })
    await create(id, 3)
  }
  const waiting = () =>
    db.query<{ user_id: string }>('select distinct user_id from notifications where by_mail order by user_id')
  // The account that comes first.
  const failing = (await waiting())[0]?.user_id
  await db.query(`create function reject_digest() returns trigger language plpgsql as
    $$ begin if old.user_id = '${failing}' and old.by_mail then raise exception 'failed'; end if; return new; end $$`)
  await db.query(
    'create trigger reject_digest before update on notifications for each row execute function reject_digest()',
  )
  await t.rejects(jobs.runNow('send-daily-digests'))
  t.same(await waiting(), [{ user_id: failing }])
  await db.query('drop function reject_digest cascade')
  t.match(await jobs.runNow('send-daily-digests'), { sent: 1 }, 'the next attempt')
})
