import pg from 'pg'
import t from 'tap'
import { testDatabase } from '../../../../tests/support/database.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createLogger } from '../logger.ts'
import { lockIsFree, SessionLocks } from './session-locks.ts'

const log = createLogger({ level: 'fatal', pretty: false })

t.test('session locks: one holder among all processes, and free after release', async (t) => {
  const { url } = await testDatabase(t)
  const [one, other] = [new SessionLocks(url, log), new SessionLocks(url, log)]
  t.teardown(() => [one, other].map((locks) => locks.close()))
  const lock = await one.tryAcquire('a')
  t.ok(lock?.isHeld())
  t.equal(await one.tryAcquire('a'), null, 'not twice in one process')
  t.equal(await other.tryAcquire('a'), null, 'not by a second process')
  t.ok(await other.tryAcquire('b'), 'another name is free')
  lock?.release()
  t.notOk(lock?.isHeld())
  t.ok(await poll(() => other.tryAcquire('a')))
})

t.test('session locks: end with their connection, and work on a new one', async (t) => {
  const { url } = await testDatabase(t)
  const locks = new SessionLocks(url, log)
  t.teardown(() => locks.close())
  const lock = await locks.tryAcquire('a')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  const isFree = async () => (await client.query(`select ${lockIsFree(`'a'`)} as free`)).rows[0].free
  t.equal(await isFree(), false, 'a statement sees that it is held')
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coffer-locks' and datname = current_database()`,
  )
  t.equal(
    await poll(
      async () => lock?.isHeld(),
      (held) => !held,
    ),
    false,
  )
  t.ok(await poll(isFree))
  lock?.release()
  t.ok(await poll(() => locks.tryAcquire('a').catch(() => null)))
})
