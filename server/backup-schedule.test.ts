import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { claimBlobStore, localBlobs } from '../modules/platform/index.ts'
import { backupLock } from '../modules/storage/maintenance/server/backup-manifest.ts'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { falsifyAuditLog } from '../tests/support/audit-log.ts'
import { commandEnv, withoutSchema } from '../tests/support/backups.ts'
import { keysOf } from '../tests/support/blob-keys.ts'
import { cli, countLines } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { putFile } from '../tests/support/shares.ts'

t.test(
  'scheduled backups: made when due, old ones removed, a failure is reported to administrators once',
  async (t) => {
    const app = await testApp(t)
    const { platform, users } = app.coffer
    const folder = testFolder(t)
    const jane = await signUp(app)
    await users.adminCommands.setRole(jane.email, 'admin')
    const run = () => platform.jobs.runNow('backup')
    t.equal(await run(), 'off')
    await platform.settings.set({ backup_folder: folder, backup_keep: 1 })
    t.equal(await run(), 'completed')
    t.equal(await run(), 'not due')
    const [first] = readdirSync(join(folder, 'snapshots'))
    const later = () =>
      falsifyAuditLog(
        platform.db,
        `update audit_log set created_at = created_at - interval '25 hours' where action like 'storage.backup%'`,
      )
    await later()
    t.equal(await run(), 'completed')
    t.equal(readdirSync(join(folder, 'snapshots')).length, 1)
    t.not(readdirSync(join(folder, 'snapshots'))[0], first)

    const file = join(testFolder(t), 'file')
    writeFileSync(file, '')
    await platform.settings.set({ backup_folder: file })
    await later()
    for (let n = 0; n < 2; n++) t.match(await run(), { failed: String })
    const alerts = async () =>
      (await platform.db.query(`select 1 from notifications where template = 'backupFailed'`)).length
    await eventually(t, alerts, 1)
    const health = (await app.coffer.admin.health.read()).data.find(({ id }) => id === 'backup')
    t.match(health, { state: 'error', outcome: 'failed', values: { folder: file } })
  },
)

t.test('scheduled backups go on after the clock was ahead, and the newest is the last that was made', async (t) => {
  const app = await testApp(t)
  const { platform, storage, admin } = app.coffer
  const folder = testFolder(t)
  const snapshots = () => readdirSync(join(folder, 'snapshots')).sort()
  await platform.settings.set({ backup_folder: folder, backup_keep: 2 })
  t.equal(await platform.jobs.runNow('backup'), 'completed')
  // As if the clock had been thirty years ahead.
  const [made = ''] = snapshots()
  const ahead = made.replace(/^\d{4}/, (year) => String(Number(year) + 30))
  renameSync(join(folder, 'snapshots', made), join(folder, 'snapshots', ahead))
  await falsifyAuditLog(
    platform.db,
    "update audit_log set created_at = created_at + interval '30 years' where action like 'storage.backup%'",
  )
  const health = async () => (await admin.health.read()).data.find(({ id }) => id === 'backup')
  t.match(await health(), { outcome: 'late' })
  t.equal(await platform.jobs.runNow('backup'), 'completed')
  t.match(await health(), { outcome: platform.config.blobUrl === localBlobs ? 'sameDisk' : 'ok' })
  t.equal(await platform.jobs.runNow('backup'), 'not due')
  const { id } = await storage.api.maintenance.backup(folder, 2)
  const [before, last, ...more] = snapshots()
  t.strictSame([last, more], [id, []], 'the last one is the newest')
  t.ok(String(before) > ahead, 'the one of the wrong clock was the oldest')
})

t.test('the retention of the audit log keeps the last backup of each target, and the last check', async (t) => {
  const app = await testApp(t)
  const { platform, storage } = app.coffer
  const { jobs, settings, db } = platform
  const { history } = storage.api.maintenance
  const [folder, stick] = [testFolder(t), testFolder(t)]
  await settings.set({ backup_folder: folder, backup_interval_hours: 1_440, audit_retention_days: 30 })
  await falsifyAuditLog(db, 'delete from audit_log')
  t.equal(await jobs.runNow('backup'), 'completed')
  const { id } = await storage.api.maintenance.backup(folder)
  await storage.api.maintenance.backup(stick)
  for (let n = 0; n < 2; n++) await jobs.runNow('fsck')
  await falsifyAuditLog(db, "update audit_log set created_at = now() - interval '40 days'")
  t.same(await jobs.runNow('delete-old-audit-entries'), { removed: 2 }, 'the first backup and the first check')
  t.equal(await jobs.runNow('backup'), 'not due')
  t.match(await history.lastBackupTo(folder), { id })
  t.match(await history.backups(), { last: { folder: stick }, success: { folder: stick } })
  t.match(await history.fsck(), { findings: Number })
})

t.test(
  'a backup that takes longer than an hour is no failure, and one made by hand is none of the schedule',
  async (t) => {
    const app = await testApp(t)
    const { platform, storage, admin } = app.coffer
    const [folder, stick] = [testFolder(t), testFolder(t)]
    await platform.settings.set({ backup_folder: folder })
    const lock = await platform.locks.tryAcquire(backupLock)
    t.equal(await platform.jobs.runNow('backup'), 'busy')
    await t.rejects(storage.api.maintenance.backup(stick), /another backup is running/)
    t.match(await storage.api.maintenance.history.backups(), { last: null })
    lock?.release()
    await eventually(t, async () => (await storage.api.maintenance.backup(stick).catch(() => null)) !== null, true)
    const health = (await admin.health.read()).data.find(({ id }) => id === 'backup')
    t.match(health, { outcome: 'none' })
    t.equal(await platform.jobs.runNow('backup'), 'completed')
    t.equal(await platform.jobs.runNow('backup'), 'not due')
  },
)

t.test(
  'a folder of backups whose disk is not mounted is not filled, and backups by hand are on another disk',
  async (t) => {
    const { platform, storage, admin } = (await testApp(t)).coffer
    const folder = join(testFolder(t), 'disk')
    const backUp = () => storage.api.maintenance.backup(folder)
    await backUp()
    const health = (await admin.health.read()).data.find(({ id }) => id === 'backup')
    t.match(health, { outcome: platform.config.blobUrl === localBlobs ? 'sameDisk' : 'ok' })
    renameSync(folder, `${folder}-unmounted`)
    await t.rejects(backUp(), /had backups, but has none: mount the disk/)
    t.notOk(existsSync(folder))
    mkdirSync(folder)
    await t.rejects(backUp(), /mount the disk/)
    writeFileSync(join(folder, 'coffer-backups'), '')
    await backUp()
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-unmounted`, folder)
    await backUp()
  },
)

t.test('a target belongs to one installation; one that is restored makes no scheduled backups', async (t) => {
  const [app, other] = [await testApp(t), await testApp(t)]
  const folder = testFolder(t)
  const jane = await signUp(app)
  await putFile(jane, 'a.bin', 'x')
  await app.coffer.platform.settings.set({ backup_folder: folder })
  const { id } = await app.coffer.storage.api.maintenance.backup(folder)
  mkdirSync(join(folder, 'snapshots', '20990101T000000000Z.partial'))
  await t.rejects(other.coffer.storage.api.maintenance.backup(folder, 1), /holds the backups of another installation/)
  t.same(
    readdirSync(join(folder, 'snapshots')).sort(),
    [id, '20990101T000000000Z.partial'].sort(),
    'nothing is removed',
  )

  const [target, dataDir] = [await testDatabase(t), testFolder(t)]
  await withoutSchema(target.url)
  const restored = await cli(await commandEnv(dataDir, target.url), 'restore', folder)
  t.match(restored, { code: 0, out: /Set another target .*delete the file coffer-backups there first/ }, restored.err)
  const clone = await testApp(t, { dataDir, db: target, installed: false })
  t.strictSame(
    (await clone.coffer.storage.api.maintenance.list()).backups,
    [],
    'its own restore is none of its backups',
  )
  t.equal(await clone.coffer.platform.jobs.runNow('backup'), 'off')
  t.equal(await clone.coffer.platform.settings.get('mails_paused'), true, 'a copy sends no emails')
  await t.rejects(clone.coffer.storage.api.maintenance.backup(folder), /holds the backups of another installation/)

  const next = await testDatabase(t)
  await withoutSchema(next.url)
  const env = await commandEnv(testFolder(t), next.url)
  const successor = await cli(env, 'restore', folder, '--take-over')
  t.match(successor, { code: 0, out: /Set their target again/ }, successor.err)
  const { coffer } = await testApp(t, { dataDir: env.DATA_DIR, db: next, installed: false })
  t.not((await coffer.storage.api.maintenance.backup(folder)).id, id, 'in place of the former one')
  t.equal(await coffer.platform.settings.get('mails_paused'), false)
  await t.rejects(app.coffer.storage.api.maintenance.backup(folder), /another copy of this installation/)

  rmSync(join(folder, 'coffer-backups'))
  await clone.coffer.storage.api.maintenance.backup(folder)
})

t.test('a restored installation uses the files of the former one only when it takes over', async (t) => {
  const app = await testApp(t)
  const { platform, storage } = app.coffer
  const jane = await signUp(app)
  await claimBlobStore(platform)
  await putFile(jane, 'a.bin', 'x')
  const folder = testFolder(t)
  await storage.api.maintenance.backup(folder)
  const later = await putFile(jane, 'later.bin', 'later')
  const keys = (await keysOf(platform.blobs.blobs())).sort()
  await app.close()

  const target = await testDatabase(t)
  await withoutSchema(target.url)
  // The files of the former installation: its bucket, or its folder.
  const env = await commandEnv(app.dataDir, target.url)
  const rejected = await cli(env, 'restore', folder)
  t.match(rejected, { code: 1, err: /belong.*another.*restore --take-over/ })
  t.equal(countLines(rejected.err), 1)
  const done = await cli(env, 'restore', folder, '--take-over')
  t.equal(done.code, 0, done.err)
  const next = await testApp(t, { dataDir: app.dataDir, db: target, installed: false })
  await claimBlobStore(next.coffer.platform)
  t.same((await keysOf(next.coffer.platform.blobs.blobs())).sort(), keys, later.id)
})
