import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { backupLock } from '../modules/storage/maintenance/server/backup-manifest.ts'
import { signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli, countLines } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../tests/support/shares.ts'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const blobsOf = (folder: string) =>
  filesBelow(join(folder, 'blobs'))
    .map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))
    .sort()
/** As a new PostgreSQL is, before any migration. */
const withoutSchema = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.end()
}
const tree = `select i.id, i.parent_id, i.name, encode(b.sha256, 'hex') as sha256 from items i
  left join blobs b on b.id = i.blob_id order by i.id`

t.test('R11: a backup during uploads is restored elsewhere, with the same tree and the same bytes', async (t) => {
  const app = await testApp(t)
  const { db, settings } = app.coffer.platform
  const [folder, dataDir] = [testFolder(t), testFolder(t)]
  const password = 'four unrelated words'
  const jane = await signUp(app, { email: 'jane@example.org', password })
  const inside = await makeFolder(jane, 'Photos')
  for (const size of [10, 2_000_000]) await putFile(jane, `${size}.bin`, randomBytes(size), inside)
  const share = await makeShare(jane, { id: inside, type: 'folder' })
  await settings.set({ openid_client_secret: 'very secret' })
  const made = () => app.coffer.storage.api.maintenance.backup(folder)

  let isDone = false
  const uploads = (async () => {
    for (let n = 0; !isDone || n < 5; n++) await putFile(jane, `during-${n}.bin`, randomBytes(5_000))
  })()
  const first = await made()
  isDone = true
  await uploads
  t.match(first, { damaged: [], copied: first.blobs })
  const before = await db.query(tree)
  const second = await made()
  t.equal(second.copied, second.blobs - first.blobs, 'only new blobs are copied')
  t.same(blobsOf(folder), blobsOf(app.dataDir))
  t.match(await cli({}, 'backup', folder, '--verify'), { code: 0, out: /verified backup/ })

  const target = await testDatabase(t)
  await withoutSchema(target.url)
  const env = { DATA_DIR: dataDir, DATABASE_URL: target.url }
  const restored = await cli(env, 'restore', folder, '--json')
  t.equal(restored.code, 0, restored.err)
  t.match(JSON.parse(restored.out), { id: second.id, blobs: second.blobs, damaged: [] })
  t.same(blobsOf(dataDir), blobsOf(app.dataDir))
  const elsewhere = await testApp(t, { dataDir, db: target, installed: false })
  t.same(await elsewhere.coffer.platform.db.query(tree), before)
  t.equal(await elsewhere.coffer.platform.settings.get('openid_client_secret'), 'very secret', 'with its key')
  t.equal((await elsewhere.coffer.storage.api.fsck.run({ deep: true, grace: 0 })).findings.length, 0)
  const again = await signIn(elsewhere, { email: jane.email, name: 'Jane', password })
  t.match((await again.client.get(`/api/sharing/folders/all/${share.token}`)).status, 200)
  await putFile(again, 'after.bin', 'x')
  const refilled = await cli(env, 'restore', folder)
  t.match(refilled, { code: 1, err: /holds accounts/ }, 'never over existing data')
  t.equal(countLines(refilled.err), 1)
})

t.test('a damaged or incomplete backup is named, and not restored', async (t) => {
  const app = await testApp(t)
  const [folder, dataDir] = [testFolder(t), testFolder(t)]
  const jane = await signUp(app)
  await putFile(jane, 'a.bin', randomBytes(1_000))
  const { maintenance } = app.coffer.storage.api
  const { id } = await maintenance.backup(folder)
  const env = { DATA_DIR: dataDir, DATABASE_URL: (await testDatabase(t)).url }
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(path, bytes)
  }
  const [blob] = filesBelow(join(folder, 'blobs')) as [string]
  const snapshot = join(folder, 'snapshots', id)
  for (const [path, named] of [
    [blob, blob.split('/').at(-1) as string],
    [join(snapshot, 'tables', 'items.copy.gz'), 'tables/items.copy.gz'],
    [join(snapshot, 'manifest.json'), 'manifest'],
  ] as const) {
    flip(path)
    for (const command of [
      ['restore', folder],
      ['backup', folder, '--verify'],
    ]) {
      const outcome = await cli(env, ...command)
      t.match(outcome, { code: 1, err: new RegExp(named) }, `${command[0]} names ${named}`)
    }
    flip(path)
  }
  t.notOk(existsSync(join(dataDir, 'blobs')), 'nothing was written')
  rmSync(join(snapshot, 'manifest.json'))
  t.match(await cli(env, 'restore', folder), { code: 1, err: /incomplete/ }, 'torn')
  t.match(await cli(env, 'restore', testFolder(t)), { code: 1, err: /no complete backup/ })

  rmSync(filesBelow(join(app.dataDir, 'blobs'))[0] as string)
  t.match(await maintenance.backup(testFolder(t)), { damaged: [/^[0-9a-f]{32}$/] }, 'a missing blob is named')
  const own = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  t.match(await cli(own, 'fsck', '--deep'), { code: 1, out: /^missing-blob [0-9a-f]{32}$/m })
  t.match(await cli(own, 'doctor'), { code: 1, out: /missing-blob [0-9a-f]{32}/ }, 'doctor names what the check found')
})

t.test('blobs that are deleted during a backup stay until its end', async (t) => {
  const app = await testApp(t)
  const jane = await signUp(app)
  const { id } = await putFile(jane, 'a.bin', 'x')
  const { platform, storage } = app.coffer
  const lock = await platform.locks.tryAcquire(backupLock)
  await jane.client.post('/api/remove', { items: [{ id, type: 'file', force_delete: true }] })
  t.equal(await storage.api.garbageCollector.unlinkDeleted(), 0)
  t.equal(filesBelow(join(app.dataDir, 'blobs')).length, 1)
  lock?.release()
  await eventually(
    t,
    async () => {
      await storage.api.garbageCollector.unlinkDeleted()
      return filesBelow(join(app.dataDir, 'blobs')).length
    },
    0,
  )
})

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
      platform.db.query(
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
    t.equal(await run(), 'failed')
    t.equal(await run(), 'failed')
    const alerts = async () =>
      (await platform.db.query(`select 1 from notifications where template = 'backupFailed'`)).length
    await eventually(t, alerts, 1)
    const health = (await app.coffer.admin.health.read()).data.find(({ id }) => id === 'backup')
    t.match(health, { state: 'error', outcome: 'failed', values: { folder: file } })
  },
)

t.test(
  'a backup that takes longer than an hour is no failure, and one made by hand is none of the schedule',
  async (t) => {
    const app = await testApp(t)
    const { platform, storage, admin } = app.coffer
    const [folder, stick] = [testFolder(t), testFolder(t)]
    await platform.settings.set({ backup_folder: folder })
    const lock = await platform.locks.tryAcquire(backupLock)
    t.equal(await platform.jobs.runNow('backup'), 'not due')
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
  const restored = await cli({ DATA_DIR: dataDir, DATABASE_URL: target.url }, 'restore', folder)
  t.match(restored, { code: 0, out: /Scheduled backups are off/ }, restored.err)
  const clone = await testApp(t, { dataDir, db: target, installed: false })
  t.equal(await clone.coffer.platform.jobs.runNow('backup'), 'off')
})

t.test('restore writes content of another length again', async (t) => {
  const app = await testApp(t)
  const [folder, dataDir, target] = [testFolder(t), testFolder(t), await testDatabase(t)]
  const jane = await signUp(app)
  await putFile(jane, 'a.bin', randomBytes(1_000))
  await app.coffer.storage.api.maintenance.backup(folder)
  cpSync(join(app.dataDir, 'blobs'), join(dataDir, 'blobs'), { recursive: true })
  writeFileSync(filesBelow(join(dataDir, 'blobs'))[0] as string, 'torn')
  await withoutSchema(target.url)
  const restored = await cli({ DATA_DIR: dataDir, DATABASE_URL: target.url }, 'restore', folder)
  t.equal(restored.code, 0, restored.err)
  t.same(blobsOf(dataDir), blobsOf(app.dataDir))
})
