import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { testSocket } from '../../../../tests/support/socket.ts'

const message = { event: 'test', ids: {} }
const idOf = (actor: Actor) => ({ test: { user: { id: actor.id } } })

t.test('realtime: all sockets of an account receive an event, except the one that caused it', async (t) => {
  const first = await testApp(t)
  const second = await testApp(t, { db: first.db, dataDir: first.dataDir })
  const ann = await signUp(first)
  const here = await testSocket(t, first, ann.client)
  const there = await testSocket(t, second, ann.client)
  first.coffer.platform.realtime.publish({ userId: ann.id, ...message })
  t.same(await here.next('test'), idOf(ann).test)
  t.same(await there.next('test'), idOf(ann).test, 'crosses processes')
  second.coffer.platform.realtime.publish({ userId: ann.id, ...message, except: here.id })
  t.same(await there.next('test'), idOf(ann).test)
  second.coffer.platform.realtime.publish({ userId: ann.id, ...message })
  await here.next('test')
  t.equal(here.count('test'), 2, 'the socket that caused the event did not receive it')
})

t.test('realtime: the connection between processes is restored', async (t) => {
  const first = await testApp(t)
  const second = await testApp(t, { db: first.db, dataDir: first.dataDir })
  const ann = await signUp(first)
  const before = await testSocket(t, second, ann.client)
  await first.coffer.platform.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen coffer%'`,
  )
  t.equal(await before.closed, 1012, 'browsers reconnect and reload')
  const after = await testSocket(t, second, ann.client)
  first.coffer.platform.realtime.publish({ userId: ann.id, ...message })
  t.same(await after.next('test'), idOf(ann).test)
})

t.test('realtime: when messages could not be sent, sockets of other processes are closed', async (t) => {
  const first = await testApp(t)
  const second = await testApp(t, { db: first.db, dataDir: first.dataDir })
  const ann = await signUp(first)
  const [here, there] = [await testSocket(t, first, ann.client), await testSocket(t, second, ann.client)]
  const { db, realtime } = first.coffer.platform
  const { query } = db
  let failures = 2
  db.query = async (text: string, ...rest: never[]) => {
    if (text.includes('pg_notify') && failures-- > 0) throw new Error('no connection')
    return (query as (...given: unknown[]) => Promise<never>).call(db, text, ...rest)
  }
  realtime.publish({ userId: ann.id, ...message })
  await here.next('test')
  t.equal(await there.closed, 1012, 'browsers reconnect and reload')
  t.equal(there.count('test'), 0)
  t.equal(here.open, true)
})

t.test('realtime: an event whose data cannot be read closes the sockets, except the one that caused it', async (t) => {
  const app = await testApp(t)
  const ann = await signUp(app)
  const [here, there] = [await testSocket(t, app, ann.client), await testSocket(t, app, ann.client)]
  const { realtime } = app.coffer.platform
  realtime.describe('unreadable', async () => {
    throw new Error('no connection')
  })
  realtime.publish({ userId: ann.id, event: 'unreadable', ids: {}, except: here.id })
  t.equal(await there.closed, 1012)
  t.equal(here.open, true)
})

t.test('realtime: a stopping process closes its sockets', async (t) => {
  const app: TestApp = await testApp(t)
  const { client } = await signUp(app)
  const socket = await testSocket(t, app, client)
  await app.close()
  t.equal(await socket.closed, 1001)
})
