import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { anonymous } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { testFolder } from '../tests/support/folders.ts'
import { poll } from '../tests/support/poll.ts'

t.test('R20: health/ready reports each check, and responds with 503 when one fails', async (t) => {
  const app = await testApp(t)
  const ready = () => anonymous(app).get('/health/ready')
  const allPassed = { serving: true, database: true, storage: true, space: true, jobs: true }
  t.match(await ready(), { status: 200, body: { status: 'ok', checks: allPassed } })

  const { db, jobs } = app.coffer.platform
  await jobs.stop()
  await jobs.add('cleanup-zips', {}, { delayMs: 3_600_000 })
  t.match(await ready(), { status: 200 }, 'a job that is scheduled for later is not late')
  await db.query(`update jobs._private_jobs set run_at = now() - interval '1 hour'`)
  t.match(await ready(), { status: 503, body: { checks: { database: true, jobs: false } } })
  await db.query('delete from jobs._private_jobs')
  await jobs.add('mail', {}, { urgency: 'notice' })
  await db.query(`update jobs._private_jobs set run_at = now() - interval '1 hour'`)
  t.match(
    await ready(),
    { status: 200, body: { checks: allPassed } },
    'emails that wait for the mail server do not count',
  )
  await db.query('delete from jobs._private_jobs')

  await db.pool.end()
  t.match(await ready(), { status: 503, body: { status: 'unavailable', checks: { database: false } } })
  t.match(await anonymous(app).get('/health/live'), { status: 200 })
})

t.test('R20: the health check of the image leaves an instance in service whose disk is full', async (t) => {
  const app = await testApp(t)
  app.coffer.platform.blobs.ensureRoom = async () => {
    throw new Error('no room')
  }
  t.match(await anonymous(app).get('/health/ready'), { status: 503, body: { checks: { space: false } } })
  const image = readFileSync(new URL('../docs/container/Containerfile', import.meta.url), 'utf8')
  const [, command = '[]'] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(image) ?? []
  const [program, ...args] = JSON.parse(command) as string[]
  t.equal(program, 'node')
  const check = (port: string) =>
    new Promise((resolve) =>
      spawn(process.execPath, args, { env: { ...process.env, PORT: port } }).once('exit', resolve),
    )
  t.equal(await check(new URL(app.url).port), 0)
  await app.close()
  t.equal(await check(new URL(app.url).port), 1)
})

t.test('R03: a request during a restart of the database is 503, and works afterwards', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const login = () =>
    anonymous(app).post('/api/login', { json: { email: 'unknown@example.com', password: 'whatever it is' } })
  t.match(await login(), { status: 422 })
  const { connectionString } = db.pool.options
  // The state during a restart: neither a socket nor connections.
  db.pool.options.connectionString = `postgresql:///coffer?host=${testFolder(t)}`
  const connected = () =>
    db.query('select pg_terminate_backend(pg_backend_pid())').catch(({ code }) => code !== 'ENOENT')
  // A query under way when the others end would return its connection to the pool.
  await poll(async () => !(await connected()) && db.pool.totalCount === 0)
  t.match(await login(), { status: 503, body: { code: 'unavailable' } })
  db.pool.options.connectionString = connectionString
  t.match(await login(), { status: 422 })
})

t.test(
  'jobs that read the whole store or delete whole accounts leave the runner of the operations of people',
  async (t) => {
    const app = await testApp(t)
    const { db, jobs } = app.coffer.platform
    await jobs.stop()
    const names = ['delete-accounts', 'gc-uploads', 'purge-versions']
    for (const name of [...names, ...names]) await jobs.add(name)
    const waiting = 'select task_identifier as name, priority from jobs.jobs where task_identifier = any($1) order by 1'
    t.same(
      await db.query(waiting, [names]),
      names.map((name) => ({ name, priority: 10 })),
      'they are long jobs, of which one of each name waits',
    )
  },
)
