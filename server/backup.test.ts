import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { localBlobs, openBlobStore, readInstallationId } from '../modules/platform/index.ts'
import { backupLock } from '../modules/storage/maintenance/server/backup-manifest.ts'
import { confirmPassword, signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { blobsOfApp, blobsOfBackup, commandEnv, filesBelow, withoutSchema } from '../tests/support/backups.ts'
import { keysOf } from '../tests/support/blob-keys.ts'
import { cli, countLines } from '../tests/support/cli.ts'
import { Client } from '../tests/support/client.ts'
import { runCommandInProcess } from '../tests/support/command.ts'
import { testDatabase } from '../tests/support/database.ts'
import { smallDisk } from '../tests/support/disks.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../tests/support/shares.ts'

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
  await putFile(jane, 'letter.txt', Buffer.from('a pelican brief'), inside)
  await app.coffer.storage.api.contentIndex.indexAll()
  const share = await makeShare(jane, { id: inside, type: 'folder' })
  await settings.set({ openid_client_secret: 'very secret' })
  await confirmPassword(jane)
  const program = await jane.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'script' })
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
  t.same(blobsOfBackup(folder), await blobsOfApp(app))
  t.equal(existsSync(join(folder, 'snapshots', second.id, 'tables', 'blob_texts.copy.gz')), false)
  t.match(await cli({}, 'backup', folder, '--verify'), { code: 0, out: /verified backup/ })

  const target = await testDatabase(t)
  await withoutSchema(target.url)
  const env = await commandEnv(dataDir, target.url)
  const restored = await cli(env, 'restore', folder, '--json')
  t.equal(restored.code, 0, restored.err)
  t.match(JSON.parse(restored.out), { id: second.id, blobs: second.blobs, damaged: [] })
  t.match(JSON.parse(restored.out).variables, { missing: ['TRUSTED_PROXIES'], added: [] })
  const elsewhere = await testApp(t, { dataDir, db: target, installed: false })
  t.same(await elsewhere.coffer.platform.db.query(tree), before)
  t.same(await blobsOfApp(elsewhere), await blobsOfApp(app))
  const at = (client: Client) =>
    new Client(elsewhere.url).withCookies([...client.cookies].map(([name, value]) => ({ name, value })))
  t.equal((await jane.client.get('/api/user')).status, 200)
  t.equal((await at(jane.client).get('/api/user')).status, 401, 'A53: sessions may have been ended since the backup')
  const script = new Client(elsewhere.url).withToken(program.body.plainTextToken)
  t.equal((await script.get('/api/user')).status, 200)
  const newest = 'select action, target, details from audit_log order by id desc limit 1'
  t.match(await elsewhere.coffer.platform.db.query(newest), [
    { action: 'storage.backup.restored', target: second.id, details: { blobs: second.blobs, damaged: 0 } },
  ])
  t.equal(await elsewhere.coffer.platform.settings.get('openid_client_secret'), 'very secret', 'with its key')
  t.equal((await elsewhere.coffer.storage.api.fsck.run({ deep: true, grace: 0 })).findings.length, 0)
  const again = await signIn(elsewhere, { email: jane.email, name: 'Jane', password })
  t.match((await again.client.get(`/api/sharing/folders/all/${share.token}`)).status, 200)
  await elsewhere.coffer.storage.api.contentIndex.indexAll()
  t.match((await again.client.get('/api/search?content=pelican')).body, { meta: { total: 1 } }, 'texts are read again')
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
  const env = await commandEnv(dataDir, (await testDatabase(t)).url)
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
    for (const args of [
      ['restore', folder],
      ['backup', folder, '--verify'],
    ]) {
      const outcome = await runCommandInProcess(env, ...args)
      t.match(outcome, { code: 1, err: new RegExp(named) }, `${args[0]} names ${named}`)
    }
    flip(path)
  }
  t.notOk(existsSync(join(dataDir, 'blobs')), 'nothing was written')
  rmSync(join(snapshot, 'manifest.json'))
  t.match(await runCommandInProcess(env, 'restore', folder), { code: 1, err: /incomplete/ }, 'torn')
  t.match(await runCommandInProcess(env, 'restore', testFolder(t)), { code: 1, err: /no complete backup/ })

  const { blobs } = app.coffer.platform
  await blobs.unlink((await keysOf(blobs.blobs()))[0] as string)
  t.match(await maintenance.backup(testFolder(t)), { damaged: [/^[0-9a-f]{32}$/] }, 'a missing blob is named')
  const own = await commandEnv(app.dataDir, app.db.url)
  for (const name of ['fsck', 'doctor'])
    t.match(await runCommandInProcess(own, name), { code: 1, err: /is empty, but the database has files/ }, name)
  writeFileSync(join(app.dataDir, 'blobs', 'coffer-empty'), await readInstallationId(app.coffer.platform.db))
  t.match(await runCommandInProcess(own, 'fsck', '--deep'), { code: 1, out: /^missing-blob [0-9a-f]{32}$/m })
  t.match(
    await runCommandInProcess(own, 'doctor'),
    { code: 1, out: /missing-blob [0-9a-f]{32}/ },
    'doctor names what the check found',
  )
})

t.test('blobs that are deleted during a backup stay until its end', async (t) => {
  const app = await testApp(t)
  const jane = await signUp(app)
  const { id } = await putFile(jane, 'a.bin', 'x')
  const { platform, storage } = app.coffer
  const lock = await platform.locks.tryAcquire(backupLock)
  await jane.client.post('/api/remove', { items: [{ id, type: 'file', force_delete: true }] })
  t.equal(await storage.api.garbageCollector.unlinkDeleted(), 0)
  t.equal((await keysOf(platform.blobs.blobs())).length, 1)
  const gc = await runCommandInProcess({ DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }, 'gc')
  t.match(gc, {
    code: 0,
    out: /"unlinked":0,"waiting":1/,
    err: /^1 deleted files are left: .* when a backup that runs has ended/,
  })
  lock?.release()
  await eventually(
    t,
    async () => {
      await storage.api.garbageCollector.unlinkDeleted()
      return (await keysOf(platform.blobs.blobs())).length
    },
    0,
  )
})

t.test('a backup with a damaged blob is restored without it when that is asked for', async (t) => {
  const app = await testApp(t)
  const [folder, dataDir, target] = [testFolder(t), testFolder(t), await testDatabase(t)]
  const jane = await signUp(app)
  for (const name of ['a.bin', 'b.bin', 'c.bin']) await putFile(jane, name, randomBytes(1_000))
  await app.coffer.storage.api.maintenance.backup(folder)
  const paths = filesBelow(join(folder, 'blobs')).sort()
  const [damaged = ''] = paths.splice(1, 1)
  writeFileSync(damaged, randomBytes(1_000))
  const key = damaged.split('/').at(-1) as string
  await withoutSchema(target.url)
  const env = await commandEnv(dataDir, target.url)
  t.match(await runCommandInProcess(env, 'restore', folder), { code: 1, err: new RegExp(`1 blobs .*: ${key}`) })
  const restored = await runCommandInProcess(env, 'restore', folder, '--without-damaged', '--json')
  t.match(restored, { code: 1, err: new RegExp(`complete, but without 1 .*: ${key}`) })
  t.match(JSON.parse(restored.out), { blobs: 3, damaged: [key] })
  const clone = await testApp(t, { dataDir, db: target, installed: false })
  t.same(
    (await keysOf(clone.coffer.platform.blobs.blobs())).sort(),
    paths.map((path) => path.split('/').at(-1)),
  )
  t.match(await clone.coffer.storage.api.maintenance.lastCheck(), { findings: 1, named: new RegExp(key) })
  const newest = `select details from audit_log where action = 'storage.backup.restored'`
  t.match(await clone.coffer.platform.db.query(newest), [{ details: { blobs: 3, damaged: 1 } }])

  await app.close()
  const other = await testDatabase(t)
  await withoutSchema(other.url)
  const former = await commandEnv(app.dataDir, other.url)
  t.match(await runCommandInProcess(former, 'restore', folder, '--without-damaged', '--take-over'), {
    code: 0,
    err: '',
  })
  const successor = await testApp(t, { dataDir: app.dataDir, db: other, installed: false })
  const { db } = successor.coffer.platform
  t.same(await db.query('select key from blobs where content_fault is not null'), [], 'its store has the content')
})

t.test('a backup without room ends, removes its own files, and leaves the earlier backups', async (t) => {
  const disk = smallDisk(t, 24)
  if (!disk) return void t.comment('only root may mount a disk')
  const app = await testApp(t)
  const jane = await signUp(app)
  await putFile(jane, 'first.bin', randomBytes(1_000))
  const { maintenance } = app.coffer.storage.api
  const { id } = await maintenance.backup(disk)
  const earlier = filesBelow(disk)
  for (let n = 0; n < 8; n++) await putFile(jane, `${n}.bin`, randomBytes(4_000_000))
  await t.rejects(maintenance.backup(disk), { message: /^no room for the backup on the disk of / })
  t.strictSame(filesBelow(disk), earlier)
  t.match(await cli({}, 'backup', disk, '--verify'), { code: 0, out: new RegExp(id) })
  t.strictSame(readdirSync(join(disk, 'snapshots')), [id])
})

t.test(
  'restore writes content of another length, or other content, again, and names variables that are missing',
  async (t) => {
    const app = await testApp(t)
    const [folder, dataDir, target] = [testFolder(t), testFolder(t), await testDatabase(t)]
    const jane = await signUp(app)
    for (const name of ['a.bin', 'b.bin']) await putFile(jane, name, randomBytes(1_000))
    await app.coffer.storage.api.maintenance.backup(folder)
    const [torn, damaged] = (await keysOf(app.coffer.platform.blobs.blobs())) as [string, string]
    const env = await commandEnv(dataDir, target.url)
    const store = await openBlobStore(dataDir, env.BLOB_URL ?? localBlobs)
    await store.put(torn, Buffer.from('torn'))
    await store.put(damaged, randomBytes(1_000))
    store.close()
    await withoutSchema(target.url)
    const restored = await cli(env, 'restore', folder)
    t.equal(restored.code, 0, restored.err)
    t.match(restored.out, /not set here.*TRUSTED_PROXIES/)
    const clone = await testApp(t, { dataDir, db: target, installed: false })
    t.same(await blobsOfApp(clone), await blobsOfApp(app))
  },
)

t.test('restore writes nothing where the former installation kept its database or files elsewhere', async (t) => {
  const app = await testApp(t)
  const [folder, dataDir] = [testFolder(t), join(testFolder(t), 'data')]
  t.match(await cli(await commandEnv(app.dataDir, app.db.url), 'backup', folder), { code: 0 })
  const outcome = await cli({ DATA_DIR: dataDir }, 'restore', '--take-over', folder)
  t.match(outcome, { code: 1, err: /had DATABASE_URL.*--without-variables/ })
  t.equal(countLines(outcome.err), 1)
  t.notOk(existsSync(join(dataDir, 'postgres')), 'no embedded database')
})
