import t from 'tap'
import { falsifyAuditLog } from '../../../tests/support/audit-log.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { testFolder } from '../../../tests/support/folders.ts'
import { poll } from '../../../tests/support/poll.ts'
import { loadConfig } from './config.ts'
import { createPlatform } from './platform.ts'
import { defineRetention } from './retention.ts'
import { platformSettings } from './settings/platform-settings.ts'
import type { Settings } from './settings/settings.ts'

const { url } = await testDatabase(t)
const config = loadConfig({ DATA_DIR: testFolder(t), LOG_LEVEL: 'silent', NODE_ENV: 'production' })
const platform = await createPlatform({ config, databaseUrl: url, entities: [], settings: platformSettings })
t.teardown(() => platform.close())
const { db, audit, jobs, settings } = platform

const targets = async () =>
  (await db.query<{ target: string }>('select target from audit_log order by id')).map(({ target }) => target)
const aged = async (target: string, days: number) => {
  await audit({ actorId: null, action: 'platform.key.rotated', target })
  await falsifyAuditLog(db, 'update audit_log set created_at = now() - make_interval(days => $2) where target = $1', [
    target,
    days,
  ])
}

t.test('audit log: entries are neither changed nor deleted', async (t) => {
  await audit({ actorId: null, action: 'platform.key.rotated', target: 'first' })
  for (const change of [
    "update audit_log set target = 'other'",
    "update audit_log set target = 'other' where false",
    'delete from audit_log',
    'truncate audit_log',
  ])
    await t.rejects(db.query(change), /audit_log is append-only/, change)
  t.same(await targets(), ['first'])
})

t.test('audit log: the job deletes entries that are older than the setting', async (t) => {
  await falsifyAuditLog(db, 'delete from audit_log')
  await db.query(
    `insert into audit_log (action, target, created_at)
     select 'platform.key.rotated', '400 days', now() - interval '400 days' from generate_series(1, 2500)`,
  )
  await aged('366 days', 366)
  await aged('364 days', 364)
  await audit({ actorId: null, action: 'platform.key.rotated', target: 'today' })
  const run = () => jobs.runNow('delete-old-audit-entries')
  await settings.set({ audit_retention_days: 36_500 })
  t.same(await run(), { removed: 0 })
  await settings.set({ audit_retention_days: 365 })
  t.same(await run(), { removed: 2_501 }, 'in batches')
  t.same(await targets(), ['364 days', 'today'])
  await settings.set({ audit_retention_days: 30 })
  t.same(await run(), { removed: 1 })
  t.same(await targets(), ['today'])
})

t.test('audit log: entries of a clock that was ahead do not keep older ones behind them', async (t) => {
  await falsifyAuditLog(db, 'delete from audit_log')
  // Still in the future, and meanwhile past, but younger than the setting.
  for (const days of [-300, 20])
    await db.query(
      `insert into audit_log (action, target, created_at)
       select 'platform.key.rotated', 'ahead', now() - make_interval(days => $1) from generate_series(1, 1000)`,
      [days],
    )
  await db.query(
    `insert into audit_log (action, target, created_at)
     select 'platform.key.rotated', 'old', now() - interval '400 days' from generate_series(1, 2500)`,
  )
  await settings.set({ audit_retention_days: 365 })
  t.same(await jobs.runNow('delete-old-audit-entries'), { removed: 2_500 })
})

t.test('jobs that delete old rows keep no other jobs waiting, however many rows there are', async (t) => {
  const held = Promise.withResolvers<number>()
  let running = 0
  const get = () => {
    running += 1
    return held.promise
  }
  const names = ['one', 'two']
  for (const job of names)
    defineRetention(
      { db, jobs, settings: { get } as unknown as Settings },
      { job, cron: '0 0 1 1 *', setting: 'audit_retention_days', table: 'audit_log', time: 'created_at' },
    )
  jobs.define('usual', async () => undefined)
  for (const job of names) await jobs.add(job)
  jobs.start()
  t.teardown(() => held.resolve(0))
  t.ok(await poll(() => running > 0))
  await jobs.add('usual')
  const waits = async () => (await jobs.queue.summary()).some(({ name }) => name === 'usual')
  t.ok(await poll(async () => !(await waits())), 'it has run')
})
