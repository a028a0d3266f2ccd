import t from 'tap'
import { WebSocket } from 'ws'
import { anonymous, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { testSocket, upgradeStatus } from '../../../../tests/support/socket.ts'

const message = { event: 'test', ids: {} }

t.test('A49: other origins 403, no session 401', async (t) => {
  const app = await testApp(t)
  const { client, id } = await signUp(app)
  for (const origin of ['https://evil.example', 'null', undefined])
    t.equal(await upgradeStatus(app, client.cookieHeader(), origin), 403, `origin ${origin}`)
  t.equal(await upgradeStatus(app, '', app.url), 401, 'no cookie')
  const ofPage = (account: string) => upgradeStatus(app, client.cookieHeader(), app.url, `?account=${account}`)
  t.same([await ofPage(id), await ofPage('another')], [101, 401], 'the page of another account')
  t.equal(await upgradeStatus(app, 'sid=x', app.url), 401, 'a wrong cookie')
  t.equal((await anonymous(app).get('/ws')).status, 404, 'not a page')
})

t.test('A49: a socket receives only its account’s events, whatever it sends', async (t) => {
  const app = await testApp(t)
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const [anns, bobs] = [await testSocket(t, app, ann.client), await testSocket(t, app, bob.client)]
  for (const channel of [`private-user.${bob.id}`, `private-App.Users.Models.User.${bob.id}`])
    anns.send(JSON.stringify({ event: 'subscribe', data: { channel } }))
  const { realtime } = app.coffer.platform
  for (let n = 0; n < 1_000; n++) realtime.publish({ userId: bob.id, ...message })
  realtime.publish({ userId: ann.id, ...message })
  await anns.next('test')
  await bobs.next('test')
  t.equal(anns.count('test'), 1)
  await poll(() => bobs.count('test') === 1_000)
})

t.test('A49: broadcasting/auth rejects channels and sockets of others', async (t) => {
  const app = await testApp(t)
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const [anns, bobs] = [await testSocket(t, app, ann.client), await testSocket(t, app, bob.client)]
  const auth = async (channel: string, socket_id: string) =>
    (await ann.client.post('/broadcasting/auth', { channel_name: channel, socket_id })).status
  t.equal(await auth(`private-App.Users.Models.User.${ann.id}`, anns.id), 200)
  t.equal(await auth(`private-App.Users.Models.User.${bob.id}`, anns.id), 403, 'another’s channel')
  t.equal(await auth(`private-App.Users.Models.User.${ann.id}`, bobs.id), 403, 'another’s socket')
  const forged = `${anns.id.startsWith('A') ? 'B' : 'A'}${anns.id.slice(1)}`
  t.equal(await auth(`private-App.Users.Models.User.${ann.id}`, forged), 403, 'a forged name')
})

t.test('A49: limits frame size, message rate and number of sockets', async (t) => {
  const app = await testApp(t)
  const { client } = await signUp(app)
  const large = await testSocket(t, app, client)
  large.send('x'.repeat(64 << 10))
  t.equal(await large.closed, 1009)
  const flood = await testSocket(t, app, client)
  for (let n = 0; n < 1_000; n++) flood.send('ping')
  t.equal(await flood.closed, 1008)
  for (let n = 0; n < 19; n++) await testSocket(t, app, client)
  // The server may not have noticed yet that the former ones are closed.
  t.ok(await poll(() => testSocket(t, app, client).catch(() => null)), 'twenty')
  t.equal(await upgradeStatus(app, client.cookieHeader(), app.url), 503)
})

t.test('A49, A53: the end of a session closes its sockets and no others', async (t) => {
  const app = await testApp(t)
  const elsewhere = await testApp(t, { db: app.db, dataDir: app.dataDir })
  const ann = await signUp(app)
  const phone = await signIn(app, ann)
  const [desk, pocket] = [await testSocket(t, app, ann.client), await testSocket(t, elsewhere, phone.client)]
  await phone.client.post('/logout')
  await pocket.next('session-revoked')
  t.equal(await pocket.closed, 1008)
  t.equal(desk.open, true)
  await app.coffer.platform.db.query('delete from sessions where user_id = $1', [ann.id])
  const late = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: ann.client.cookieHeader(), origin: app.url },
  })
  const code = await new Promise((resolve) => {
    late.on('close', resolve)
    late.on('error', () => undefined)
  })
  t.ok(code === 1008 || code === 1006, 'a cached session that has ended opens no socket')
})
