import t, { type Test } from 'tap'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { loadConfig } from '../config.ts'
import { createPlatform } from '../platform.ts'
import { retentionPausedSince } from '../retention-pause.ts'
import { platformSettings } from '../settings/platform-settings.ts'
import { addScheduledJob } from './add-scheduled-job.ts'
import { recordClock } from './clock-jumps.ts'
import { createSchema } from './runner.ts'

const hourMs = 3_600_000
const each = { minute: '* * * * *' }

/** Crontab lines for the time so many hours ago. */
const hourly = (hours: number) => `${new Date(Date.now() - hours * hourMs).getUTCMinutes()} * * * *`
const daily = (hours: number) => {
  const at = new Date(Date.now() - hours * hourMs)
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
}
const weekly = (hours: number) => daily(hours).replace(/\*$/, `${new Date(Date.now() - hours * hourMs).getUTCDay()}`)

/** One installation with a schedule; `process` starts nothing by itself, and counts the runs of its jobs. */
const installation = async (t: Test, schedule: Record<string, string>) => {
  const { url: databaseUrl } = await testDatabase(t)
  await createSchema(databaseUrl)
  const runs: Record<string, number> = {}
  const process = async (more: Record<string, string> = {}) => {
    const config = loadConfig({
      DATA_DIR: testFolder(t),
      LOG_LEVEL: globalThis.process.env.LOG_LEVEL ?? 'silent',
      NODE_ENV: 'production',
    })
    const platform = await createPlatform({ config, databaseUrl, entities: [], settings: platformSettings })
    t.teardown(() => platform.close())
    for (const [name, cron] of Object.entries({ ...schedule, ...more }))
      platform.jobs.define(
        name,
        async () => {
          runs[name] = (runs[name] ?? 0) + 1
        },
        { cron },
      )
    /** As if a job had last been added so many hours ago, by a process of before. */
    const addedBefore = (hours: number, ...names: string[]) =>
      platform.db.query(
        `insert into jobs._private_known_crontabs (identifier, known_since, last_execution)
         select name, now() - interval '90 days', now() - $1 * interval '1 hour' from unnest($2::text[]) name`,
        [hours, names],
      )
    return { ...platform, addedBefore }
  }
  return { process, runs }
}

t.test('a daily or weekly job that was missed is made up once, by two processes and after a restart', async (t) => {
  const { process, runs } = await installation(t, {
    ...{ daily: daily(3), recent: daily(3), weekly: weekly(50), hourly: hourly(0.5), unknown: daily(3) },
  })
  // After its own job has run, a process has added all jobs of its start.
  const [first, second, third] = [
    await process({ first: daily(5) }),
    await process({ second: daily(5) }),
    await process({ third: daily(5) }),
  ]
  await first.addedBefore(30 * 24, 'daily', 'weekly', 'hourly', 'first', 'second', 'third')
  await first.addedBefore(2, 'recent')
  first.jobs.start()
  second.jobs.start()
  await poll(() => runs.first && runs.second)
  await Promise.all([first.jobs.stop(), second.jobs.stop()])
  third.jobs.start()
  await poll(() => runs.third)
  for (const name of ['daily', 'weekly']) await third.jobs.settled(name)
  t.strictSame(runs, { daily: 1, weekly: 1, first: 1, second: 1, third: 1 })
})

t.test('R19: a clock that was ahead stops no scheduled job, neither before the start nor afterwards', async (t) => {
  const { process, runs } = await installation(t, { minutely: each.minute, daily: daily(3) })
  const { db, jobs, addedBefore } = await process()
  await addedBefore(-8, 'minutely', 'daily')
  const now = db.now.bind(db)
  jobs.start()
  await poll(() => runs.minutely && runs.daily)

  db.now = async () => new Date((await now()).getTime() + 24 * 365 * hourMs)
  const runAgain = async () => {
    const { minutely = 0, daily = 0 } = runs
    await poll(() => (runs.minutely ?? 0) > minutely && (runs.daily ?? 0) > daily)
  }
  await runAgain()
  db.now = now
  await runAgain()
  const [left] = await db.query(
    `select 1 from jobs._private_known_crontabs where greatest(known_since, last_execution) > now() + interval '1 minute'`,
  )
  t.equal(left, undefined, 'no time is left that lies ahead')
})

t.test('R19: retention waits when the clock has jumped, and begins anew where it was behind', async (t) => {
  const { process } = await installation(t, {})
  const { db, jobs, events, addedBefore } = await process()
  let alerts = 0
  events.on('platform.clock.changed', () => {
    alerts += 1
  })
  const paused: boolean[] = []
  jobs.define('retained', async () => void paused.push((await retentionPausedSince(db, 30)) !== null), {
    cron: daily(3),
  })
  await addedBefore(365 * 24, 'unlock-jobs', 'retained')
  jobs.start()
  await poll(() => paused.length)
  await jobs.stop()
  t.same(paused, [true], 'the jump is recorded before missed jobs are added')
  t.equal(alerts, 1)

  /** Records that the last minute was `from` hours after the real time, and that the clock says `to` hours after it. */
  const step = async (from: number, to: number) => {
    await db.query(
      `update jobs._private_known_crontabs set last_execution = now() + $1 * interval '1 hour',
      known_since = '2020-01-01' where identifier = 'unlock-jobs'`,
      [from],
    )
    await db.transaction((tx) => recordClock(tx, Date.now() + to * hourMs))
  }
  const marks = async () => {
    const rows = await db.query<{ name: string; at: Date }>(`select name, value::timestamptz as at from settings
      where name in ('clock_changed_at', 'clock_changed_from', 'restored_at') and value <> ''`)
    return Object.fromEntries(rows.map(({ name, at }) => [name, Math.round((at.getTime() - Date.now()) / hourMs)]))
  }
  await step(-47, 0)
  t.equal(alerts, 1, 'a server that was off for less is as usual')
  await step(0, 24 * 365)
  await step(24 * 365, 0)
  t.same(await marks(), { clock_changed_at: 0 }, 'ahead, then right again')
  await step(0, -24 * 60)
  t.same(await marks(), { clock_changed_at: -24 * 60, clock_changed_from: 0 }, 'behind')
  await step(-24 * 60, 0)
  t.match(await marks(), { clock_changed_at: 0, restored_at: 0 }, 'right again: as after a restore')
  t.equal(alerts, 5)

  await db.query('update jobs._private_known_crontabs set last_execution = now()')
  await db.query(
    `update settings set value = (now() + interval '1 year')::text where name in ('clock_changed_at', 'restored_at')`,
  )
  t.equal(await retentionPausedSince(db, 30), null, 'times that lie ahead do not pause')
  await step(0, 0)
  t.match(await marks(), { restored_at: 0 }, 'restored while the clock was ahead')
  t.not(await retentionPausedSince(db, 30), null)

  const day = 24
  for (const [wrong, what] of [
    [60, 'after the end of that time'],
    [-30, 'within that time, but months later'],
  ] as const) {
    await db.query(`delete from settings where name in ('clock_changed_at', 'clock_changed_from', 'restored_at')`)
    await step(-60 * day, 0)
    await step(270 * day, wrong * day)
    t.same(await marks(), { clock_changed_at: wrong * day, clock_changed_from: 270 * day }, `off, then behind: ${what}`)
    await step(wrong * day, 270 * day)
    t.match(await marks(), { restored_at: 270 * day }, 'right again')
  }
})

t.test('R19: jobs that failed or were locked while the clock was ahead start in time', async (t) => {
  const { process } = await installation(t, {})
  const { db, jobs, addedBefore } = await process()
  await addedBefore(0, 'unlock-jobs')
  const ran: unknown[] = []
  jobs.define('waiting', async (payload) => void ran.push(payload))
  for (const name of ['failed', 'locked', 'later']) await jobs.add('waiting', { name }, { key: name })
  const set = (name: string, change: string) =>
    db.query(`update jobs._private_jobs set ${change} where key = $1`, [name])
  await set('failed', `run_at = now() + interval '1 year'`)
  await set('locked', `locked_by = 'dead', locked_at = now() + interval '1 year', attempts = 1`)
  await set('later', `run_at = now() + interval '1 year 3 hours'`)
  await db.query(`update jobs._private_known_crontabs set last_execution = now() + interval '1 year'`)
  jobs.start()
  await poll(() => ran.length === 2)
  await jobs.stop()
  t.same(new Set(ran), new Set([{ name: 'failed' }, { name: 'locked' }]))
  const [later] = await db.query<{ hours: number }>(
    `select round(extract(epoch from run_at - now()) / 3600)::int as hours from jobs._private_jobs where key = 'later'`,
  )
  t.same(later, { hours: 3 }, 'not before its time')
})

t.test('scheduled jobs that are not added while a runner is connected count as late', async (t) => {
  const { process } = await installation(t, {})
  const { db, jobs } = await process()
  const stall = () =>
    db.query(
      `update jobs._private_known_crontabs set last_execution = now() - interval '1 hour', known_since = '2020-01-01'`,
    )
  const overdue = async () => {
    await stall()
    return jobs.queue.overdueSeconds()
  }
  jobs.start()
  await jobs.add('unlock-jobs')
  await jobs.settled('unlock-jobs')
  t.equal(await jobs.queue.overdueSeconds(), 0)
  // A full minute adds them.
  await poll(async () => (await overdue()) > 3_000)
  await jobs.stop()
  // Without a runner nothing is due, but a job of this minute may have been left. Sessions of the runner may end a moment later.
  await poll(async () => (await overdue()) < 60)
})

t.test('a scheduled job that goes on failing is one job, and a dead letter after four days', async (t) => {
  const { process } = await installation(t, {})
  const { db, jobs } = await process()
  for (const name of ['hourly', 'backup']) jobs.define(name, async () => undefined)
  const job = {
    name: 'hourly',
    payload: {},
    key: null,
    delayMs: 0,
    maxAttempts: 5,
    urgency: 'awaited',
    flags: null,
  } as const
  const fail = () =>
    db.query(`update jobs._private_jobs set attempts = attempts + 1, run_at = now() + interval '6 hours'
      where attempts < max_attempts`)
  const counts = async (name: string) => (await jobs.queue.summary()).filter((each) => each.name === name)
  for (let hour = 0; hour < 90; hour++) {
    await addScheduledJob(db, jobs.queue, job)
    await fail()
  }
  t.match(await counts('hourly'), [{ waiting: 1, failed: 0 }])
  await addScheduledJob(db, jobs.queue, job)
  t.match(await db.query('select run_at <= now() as "isDue", attempts from jobs._private_jobs'), [
    { isDue: true, attempts: 90 },
  ])
  await db.query(`update jobs._private_jobs set created_at = now() - interval '5 days'`)
  for (let hour = 0; hour < 30; hour++) {
    await addScheduledJob(db, jobs.queue, job)
    await fail()
  }
  t.match(await counts('hourly'), [{ waiting: 1, failed: 1 }], 'the dead letter stays, and another job goes on')

  const long = { ...job, name: 'backup', key: 'backup' }
  await jobs.queue.add(db, { ...long, payload: { isForced: true } })
  await addScheduledJob(db, jobs.queue, long)
  const payloads = `select payload from jobs._private_jobs where key = 'backup'`
  t.same(await db.query(payloads), [{ payload: { isForced: true } }], 'what somebody has asked for is not replaced')
})
