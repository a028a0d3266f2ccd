import t, { type Test } from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { loadConfig } from '../config.ts'
import { createPlatform } from '../platform.ts'
import { platformSettings } from '../settings/platform-settings.ts'

/** A platform without modules; its jobs are not started. */
const emptyPlatform = async (t: Test) => {
  const { url: databaseUrl } = await testDatabase(t)
  const config = loadConfig({
    DATA_DIR: testFolder(t),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    NODE_ENV: 'production',
  })
  const platform = await createPlatform({ config, databaseUrl, entities: [], settings: platformSettings })
  t.teardown(() => platform.close())
  return platform
}

t.test('R10: a database that ends while the job runner stops prints nothing', async (t) => {
  const printed = t.capture(process.stderr, 'write')
  for (let round = 0; round < 8; round++) {
    const app = await testApp(t)
    const { db, jobs } = app.coffer.platform
    await jobs.add('unlock-jobs')
    await jobs.settled('unlock-jobs')
    const stopped = jobs.stop()
    for (let kill = 0; kill < 3; kill++)
      await db
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
        .catch(() => [])
    await stopped
    await app.close()
  }
  const texts = printed().map(({ args }) => String(args[0]))
  t.same(texts, [], 'nothing is printed, and the process is still here')
})

t.test('R10: the runners stop when the database went away while they started', { timeout: 20_000 }, async (t) => {
  const { db, jobs } = await emptyPlatform(t)
  await db.query('select 1')
  const { connectionString } = db.pool.options
  // The runners open connections of their own by this URL, where no server is; their first statements use the pool's.
  db.pool.options.connectionString = `postgresql:///coffer?host=${testFolder(t)}`
  const connected = () =>
    db.query('select pg_terminate_backend(pg_backend_pid())').catch(({ code }) => code !== 'ENOENT')
  await poll(async () => !(await connected()) && db.pool.totalCount === 0)
  jobs.start()
  await t.rejects(jobs.add('unlock-jobs'), { code: 'ENOENT' })
  await jobs.stop()
  db.pool.options.connectionString = connectionString
})

t.test('R09: a job that loses its connection while it is marked as done runs again', async (t) => {
  const printed = t.capture(process.stderr, 'write')
  const { db, jobs } = await emptyPlatform(t)
  const finish = Promise.withResolvers<void>()
  let runs = 0
  jobs.define('count-runs', async () => {
    runs += 1
    await finish.promise
  })
  jobs.start()
  await jobs.add('count-runs')
  await poll(() => runs === 1)
  await db.transaction(async (tx) => {
    // Its deletion waits for this lock, so that its connection can be ended in the middle of the statement.
    await tx.query('select 1 from jobs._private_jobs for update')
    finish.resolve()
    const ended = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from%'`
    await poll(async () => (await db.query(ended)).length)
  })
  await poll(() => runs === 2)
  await jobs.settled('count-runs')
  t.same(
    printed().map(({ args }) => String(args[0])),
    [],
    'nothing is printed, and the process is still here',
  )
})

t.test('a prompt job starts while long ones occupy their runner, and the most urgent first', async (t) => {
  const { jobs, db } = await emptyPlatform(t)
  const finish = Promise.withResolvers<void>()
  const ran: string[] = []
  let long = 0
  jobs.define('long', async () => {
    long += 1
    await finish.promise
  })
  jobs.define('prompt', async (payload) => ran.push(payload as string), { isPrompt: true })
  jobs.start()
  t.teardown(() => finish.resolve())
  for (let n = 0; n < 3; n++) await jobs.add('long')
  await poll(() => long === 2)
  await db.transaction(async (tx) => {
    for (let n = 0; n < 20; n++) await jobs.add('prompt', 'bulk', { tx, urgency: 'bulk' })
    await jobs.add('prompt', 'notice', { tx, urgency: 'notice' })
    await jobs.add('prompt', 'awaited', { tx })
  })
  await jobs.settled('prompt')
  t.equal(long, 2, 'the long jobs still run')
  t.equal(ran.length, 22)
  // Two run at a time: one may have been taken first and end after another that was taken later.
  for (const urgent of ['awaited', 'notice']) t.ok(ran.indexOf(urgent) < 5, `${urgent} is among the first`)
})

t.test('jobs that take hours run one at a time, beside the others, and may be late', async (t) => {
  const { jobs, db } = await emptyPlatform(t)
  const finish = Promise.withResolvers<void>()
  let long = 0
  const occupy = async () => {
    long += 1
    await finish.promise
  }
  jobs.define('backup', occupy, { isLong: true })
  jobs.define('fsck', occupy, { isLong: true })
  jobs.define('usual', async () => undefined)
  jobs.start()
  t.teardown(() => finish.resolve())
  await jobs.add('backup')
  await poll(() => long === 1)
  for (const name of ['backup', 'backup', 'fsck']) await jobs.add(name)
  await jobs.add('usual')
  await jobs.settled('usual')
  t.equal(long, 1)
  t.match(
    (await jobs.queue.summary()).filter(({ waiting }) => waiting > 0),
    [
      { name: 'backup', waiting: 1 },
      { name: 'fsck', waiting: 1 },
    ],
    'one of each waits',
  )
  await db.query(`update jobs._private_jobs set run_at = now() - interval '1 hour' where locked_at is null`)
  t.equal(await jobs.queue.overdueSeconds(), 0)
})

t.test('R09: a running job to which another one with its key is added keeps its attempts', async (t) => {
  const { jobs, db } = await emptyPlatform(t)
  const finish = Promise.withResolvers<void>()
  let running = 0
  jobs.define(
    'backup',
    async () => {
      running += 1
      await finish.promise
    },
    { isLong: true },
  )
  jobs.start()
  t.teardown(() => finish.resolve())
  await jobs.add('backup')
  await poll(() => running === 1)
  for (let n = 0; n < 2; n++) await jobs.add('backup')
  // The state that its process leaves when it is killed.
  await db.query(
    `update jobs._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '1 minute' where locked_at is not null`,
  )
  await jobs.runNow('unlock-jobs')
  t.strictSame(await jobs.queue.deadLetters(), [])
  const backups = (await jobs.queue.summary()).filter(({ name }) => name === 'backup')
  t.match(backups, [{ waiting: 2, failed: 0 }])
})

t.test('bulk jobs that wait for long do not count as late: the instance stays ready', async (t) => {
  const { jobs, db } = await emptyPlatform(t)
  const finish = Promise.withResolvers<void>()
  let running = 0
  jobs.define('bulk', async () => {
    running += 1
    await finish.promise
  })
  jobs.start()
  t.teardown(() => finish.resolve())
  for (let n = 0; n < 3; n++) await jobs.add('bulk', {}, { urgency: 'bulk' })
  await poll(() => running === 2)
  await db.query("update jobs._private_jobs set run_at = now() - interval '1 hour' where locked_at is null")
  t.equal(await jobs.queue.overdueSeconds(), 0)
  await db.query('update jobs._private_jobs set priority = 0')
  t.ok((await jobs.queue.overdueSeconds()) >= 3_600)
})

t.test('delayed jobs start at their time', async (t) => {
  const { jobs } = await emptyPlatform(t)
  let ran = 0
  jobs.define('delayed', async () => {
    ran += 1
    if (ran < 20) await jobs.add('delayed', {}, { delayMs: 20 })
  })
  jobs.start()
  await jobs.add('delayed')
  // Each job would wait for the next poll, after 5 s, without a notification that its time has come.
  await poll(() => ran === 20)
  t.equal(ran, 20)
})
