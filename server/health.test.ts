import t from 'tap'
import { anonymous } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { testFolder } from '../tests/support/folders.ts'
import { poll } from '../tests/support/poll.ts'

t.test('R20: ready tells what is well, and 503 as soon as something is not', async (t) => {
  const app = await testApp(t)
  const ready = () => anonymous(app).get('/health/ready')
  const well = { serving: true, database: true, storage: true, space: true, jobs: true }
  t.match(await ready(), { status: 200, body: { status: 'ok', checks: well } })

  const { db, jobs } = app.coffer.platform
  await jobs.stop()
  await jobs.add('gc-uploads', {}, { delayMs: 3_600_000 })
  t.match(await ready(), { status: 200 }, 'a job of the future is no delay')
  await db.query(`update jobs._private_jobs set run_at = now() - interval '1 hour'`)
  t.match(await ready(), { status: 503, body: { checks: { database: true, jobs: false } } })
  await db.query('delete from jobs._private_jobs')

  await db.pool.end()
  t.match(await ready(), { status: 503, body: { status: 'unavailable', checks: { database: false } } })
  t.match(await anonymous(app).get('/health/live'), { status: 200 })
})

t.test('R03: a call that comes while the database starts again is told to come back, and then works', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const login = () =>
    anonymous(app).post('/api/login', { json: { email: 'nobody@example.com', password: 'whatever it is' } })
  t.match(await login(), { status: 422 })
  const at = db.pool.options.host
  // Its socket is away, and so are the connections.
  db.pool.options.host = testFolder(t)
  const connected = () =>
    db.query('select pg_terminate_backend(pg_backend_pid())').catch(({ code }) => code !== 'ENOENT')
  await poll(async () => !(await connected()))
  t.match(await login(), { status: 503, body: { code: 'unavailable' } })
  db.pool.options.host = at
  t.match(await login(), { status: 422 })
})
