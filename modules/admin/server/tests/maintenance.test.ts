import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { smallDisk } from '../../../../tests/support/disks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { localBlobs } from '../../../platform/index.ts'
import type { BackupPage, Health } from '../../contract.ts'

const app = await testApp(t)
const { config, db, jobs, settings } = app.coffer.platform
const admin = await newAdmin(app)
const start = (job: string) => admin.client.post<{ code: string }>(`/api/admin/maintenance/${job}`, {})
const health = async () => (await admin.client.get<Health>('/api/admin/health')).body
const outcomeOf = async (id: string) => (await health()).data.find((check) => check.id === id)?.outcome

t.test(
  'maintenance: a check of files and a backup are started by an administrator, and the health says how they ended',
  async (t) => {
    t.same([await outcomeOf('backup'), await outcomeOf('fsck')], ['none', 'none'])
    t.match(await start('backup'), { status: 409, body: { code: 'no-backup-target' } })
    t.equal((await start('mail')).status, 404)
    t.equal((await start('fsck')).status, 202)
    await jobs.settled('fsck')
    t.equal(await outcomeOf('fsck'), 'ok')

    await settings.set({ backup_folder: join(testFolder(t), 'backups') })
    const backups = async () =>
      (await db.query("select 1 from audit_log where action = 'storage.backup.completed'")).length
    for (const made of [1, 2]) {
      t.equal((await start('backup')).status, 202)
      await jobs.settled('backup')
      t.equal(await backups(), made, 'the interval of scheduled ones does not matter')
    }
    t.equal(await outcomeOf('backup'), config.blobUrl === localBlobs ? 'sameDisk' : 'ok')
    const disk = smallDisk(t, 24)
    if (disk) {
      await settings.set({ backup_folder: disk })
      await start('backup')
      await jobs.settled('backup')
      t.equal(await outcomeOf('backup'), 'ok', 'on another disk')
    }
    t.same((await health()).meta.active, [])
  },
)

t.test('a mail server that does not answer in time is slow, and down when its last check has failed', async (t) => {
  await settings.set({ mail_url: 'smtp://127.0.0.1:1' })
  t.teardown(() => settings.set({ mail_url: '' }))
  const { mailer } = app.coffer.platform
  const opened = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(mailer), 'current') as PropertyDescriptor
  t.teardown(() => Object.defineProperty(mailer, 'current', opened))
  let fail = (_error: Error): void => undefined
  const verify = () => new Promise<void>((_, reject) => (fail = reject))
  Object.defineProperty(mailer, 'current', { value: async () => ({ verify }), configurable: true })
  t.equal(await outcomeOf('mail'), 'slow')
  fail(new Error('ETIMEDOUT'))
  t.equal(await outcomeOf('mail'), 'down', 'its packets are dropped')
})

t.test('administrators are told of a check that stays red, and again each week', async (t) => {
  const told = async () =>
    (await db.query(`select 1 from notifications where template = 'healthFailed' and user_id = $1`, [admin.id])).length
  const run = () => jobs.runNow('alert-of-health')
  t.same(await run(), { told: [] })
  const { id } = await signUp(app)
  await db.query('update usage set used_bytes = used_bytes + 1 where user_id = $1', [id])
  await jobs.runNow('fsck')
  t.same(await run(), { told: [] }, 'it may be red for a moment')
  for (const expected of [['fsck'], []]) t.same(await run(), { told: expected })
  t.equal(await told(), 1)
  const toldAt = (days: number) =>
    settings.set({ health_alerts: JSON.stringify({ fsck: Date.now() + days * 86_400_000 }) })
  await toldAt(-7)
  const { set } = settings
  settings.set = () => Promise.reject(new Error('not recorded'))
  await t.rejects(run(), /not recorded/).finally(() => Object.assign(settings, { set }))
  t.equal(await told(), 1, 'no administrator is told twice')
  t.same(await run(), { told: ['fsck'] })
  t.equal(await told(), 2)
  await toldAt(30)
  t.same(await run(), { told: ['fsck'] }, 'the clock was ahead')
  await db.query('update usage set used_bytes = used_bytes - 1 where user_id = $1', [id])
  await jobs.runNow('fsck')
  t.same(await run(), { told: [] })
  t.equal(await settings.get('health_alerts'), '')
})

t.test('maintenance: no job is started when the audit log cannot name it', async (t) => {
  await db.query("alter table audit_log add constraint rejected check (action <> 'admin.job.started') not valid")
  t.teardown(() => db.query('alter table audit_log drop constraint rejected'))
  t.equal((await start('fsck')).status, 500)
  t.same(await db.query("select 1 from jobs.jobs where task_identifier = 'fsck'"), [])
})

t.test('maintenance: what waits or runs is shown, and is not started twice', async (t) => {
  await jobs.add('fsck', {}, { delayMs: 3_600_000 })
  t.same((await health()).meta.active, ['fsck'])
  t.equal((await start('fsck')).status, 202)
  t.equal((await db.query("select 1 from jobs.jobs where task_identifier = 'fsck'")).length, 1)
})

t.test('maintenance: backups are listed with their state; the newest is verified when it is asked for', async (t) => {
  const list = async () => (await admin.client.get<BackupPage>('/api/admin/backups')).body
  await settings.set({ backup_folder: '' })
  t.match((await list()).meta, { place: null, next_at: null, running: false })
  t.match(await start('check-backup'), { status: 409, body: { code: 'no-backup-target' } })

  const folder = join(testFolder(t), 'backups')
  await settings.set({ backup_folder: folder, backup_interval_hours: 24 })
  const due = Date.parse((await list()).meta.next_at ?? '') - Date.now()
  t.ok(due > 0 && due <= 3_600_000, 'without one, the next is made within the hour')
  await start('backup')
  await jobs.settled('backup')
  const [made] = (await list()).data
  t.match(made, { state: 'stored', place: folder, files: 0, missing: 0, reason: null })
  const hours = (Date.parse((await list()).meta.next_at ?? '') - Date.now()) / 3_600_000
  t.ok(hours > 23 && hours < 25, `then in ${hours} hours`)

  const verify = async () => {
    t.equal((await start('check-backup')).status, 202)
    await jobs.settled('check-backup')
    return (await list()).data[0]
  }
  t.match(await verify(), { id: made?.id, state: 'verified' })
  const snapshot = join(folder, 'snapshots', made?.id ?? '')
  const table = readdirSync(snapshot).find((name) => name.endsWith('.gz')) ?? ''
  writeFileSync(join(snapshot, table), 'changed')
  t.match(await verify(), { id: made?.id, state: 'torn' })
  rmSync(snapshot, { recursive: true })
  t.notOk(
    (await list()).data.some(({ id }) => id === made?.id),
    'one that is gone is not listed',
  )

  writeFileSync(join(folder, '..', 'file'), '')
  await settings.set({ backup_folder: join(folder, '..', 'file', 'backups') })
  await start('backup')
  await jobs.settled('backup')
  t.match((await list()).data[0], { id: null, state: 'failed', reason: String })
})

t.test('maintenance: what waits for another long job is not late, so that the instance stays ready', async (t) => {
  await db.query('delete from jobs._private_jobs')
  await settings.set({ backup_folder: join(testFolder(t), 'backups') })
  await db.transaction(async (tx) => {
    // The check of consistency waits for this.
    await tx.query('lock table blobs in access exclusive mode')
    t.equal((await start('fsck')).status, 202)
    await poll(
      () => jobs.queue.summary(),
      (all) => all.some(({ name, running }) => name === 'fsck' && running === 1),
    )
    t.equal((await start('check-backup')).status, 202)
    const late = await db.query(
      `update jobs._private_jobs set run_at = now() - interval '1 hour' where key = 'check-backup-now' returning 1`,
    )
    t.equal(late.length, 1)
    t.equal(await jobs.queue.overdueSeconds(), 0)
  })
  await jobs.settled('fsck')
  await jobs.settled('check-backup')
})
