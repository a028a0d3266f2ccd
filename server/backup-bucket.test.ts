import { randomBytes } from 'node:crypto'
import t from 'tap'
import { type BackupLocation, parseBackupUrl } from '../modules/platform/server/backup/backup-url.ts'
import { BucketFiles } from '../modules/platform/server/backup/bucket-files.ts'
import { withVerifiedBackup } from '../modules/storage/index.ts'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { commandEnv } from '../tests/support/backups.ts'
import { newBucket } from '../tests/support/buckets.ts'
import { cli, countLines } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { testObjectStore } from '../tests/support/object-store.ts'
import { eventually, poll } from '../tests/support/poll.ts'
import { putFile } from '../tests/support/shares.ts'
import { uploadFile } from '../tests/support/uploader.ts'

const ceph = await testObjectStore(t)
const tree = `select i.id, i.parent_id, i.name, encode(b.sha256, 'hex') as sha256 from items i
  left join blobs b on b.id = i.blob_id order by i.id`
const secret = /signs/

if (ceph) {
  const bucketIn = async (folder: string) => {
    const url = (await newBucket(ceph.url)).replace('?', `/${folder}?`)
    const files = new BucketFiles(parseBackupUrl(url) as BackupLocation)
    t.teardown(() => files.close())
    const paths = async (below: string) => {
      const found: string[] = []
      for await (const { path } of files.list(below)) found.push(path)
      return found
    }
    return { url, files, paths }
  }
  const write = (files: BucketFiles, path: string, content: Buffer) =>
    files.write(
      path,
      (async function* () {
        yield content
      })(),
    )

  t.test('R11: a backup in an object store is restored elsewhere; later ones copy only what is new', async (t) => {
    const app = await testApp(t)
    const { db } = app.coffer.platform
    const { url, paths } = await bucketIn('installations/one')
    const jane = await signUp(app)
    const headers = {
      cookie: jane.client.cookieHeader(),
      'x-xsrf-token': decodeURIComponent(jane.client.cookies.get('XSRF-TOKEN') ?? ''),
    }
    for (const [name, size] of [
      ['empty', 0],
      ['small', 1_000],
      ['part', 8 << 20],
      ['large', 20_000_000],
    ] as const)
      if (size > 0)
        await uploadFile({ url: () => app.url, headers }, { name, bytes: randomBytes(size), chunk: 4 << 20 })
    const made = (keep?: number) => app.coffer.storage.api.maintenance.backup(url, keep)
    const first = await made()
    t.match(first, {
      blobs: 3,
      copied: 3,
      damaged: [],
      folder: /^s3:\/\/127\.0\.0\.1:\d+\/coffer-.*\/installations\/one$/,
    })
    t.notMatch(JSON.stringify(first), secret)
    const added = await putFile(jane, 'later.bin', randomBytes(5_000))
    const second = await made()
    t.match(second, { blobs: 4, copied: 1, copied_bytes: 5_000 }, 'only new blobs are copied')
    t.match(await cli({}, 'backup', url, '--verify'), { code: 0, out: new RegExp(`verified backup ${second.id}`) })

    const before = await db.query(tree)
    const target = await testDatabase(t)
    const env = await commandEnv(testFolder(t), target.url)
    const restored = await cli(env, 'restore', url, '--json')
    t.equal(restored.code, 0, restored.err)
    const elsewhere = await testApp(t, { dataDir: env.DATA_DIR, db: target, installed: false })
    t.same(await elsewhere.coffer.platform.db.query(tree), before)
    t.equal((await elsewhere.coffer.storage.api.fsck.run({ deep: true, grace: 0 })).findings.length, 0)

    await jane.client.post('/api/remove', { items: [{ id: added.id, type: 'file', force_delete: true }] })
    await eventually(t, async () => (await db.query('select 1 from blobs')).length, 3)
    const third = await made(1)
    t.same(await app.coffer.storage.api.maintenance.backupDamage(), { torn: null, damaged: 0 })
    t.equal((await paths('blobs/')).length, 3, 'blobs of removed backups are removed')
    t.ok(
      (await paths('snapshots/')).every((path) => path.startsWith(`snapshots/${third.id}/`)),
      'older ones are removed',
    )
    t.notOk((await paths('snapshots/')).some((path) => path.endsWith('/partial')))
  })

  t.test('a torn, damaged or interrupted backup in an object store is named, and not restored', async (t) => {
    const app = await testApp(t)
    const { maintenance } = app.coffer.storage.api
    const { platform } = app.coffer
    const { url, files, paths } = await bucketIn('backups')
    const jane = await signUp(app)
    await putFile(jane, 'a.bin', randomBytes(1_000))
    await platform.settings.set({ backup_url: url })
    t.equal(await platform.jobs.runNow('backup'), 'completed')
    const [manifest] = (await paths('snapshots/')).filter((path) => path.endsWith('manifest.json')) as [string]
    const folder = manifest.replace('manifest.json', '')
    const [blob] = (await paths('blobs/')) as [string]
    // On a busy machine a check may take longer than the health page waits for it.
    const health = () =>
      poll(
        async () => (await app.coffer.admin.health.read()).data.find(({ id }) => id === 'backup'),
        (found) => found?.outcome !== 'unknown',
      )
    t.match(await health(), { outcome: 'ok', values: { folder: /^s3:\/\/127/ } })
    t.notMatch(JSON.stringify(await health()), secret)

    for (const [path, named, isTorn] of [
      [blob, blob.split('/').at(-1) as string, false],
      [`${folder}tables/items.copy.gz`, 'tables/items.copy.gz', true],
      [manifest, 'manifest', true],
    ] as const) {
      const content = Buffer.concat(await Array.fromAsync(files.read(path)))
      const flipped = Buffer.from(content)
      flipped.writeUInt8(flipped.readUInt8(flipped.length >> 1) ^ 1, flipped.length >> 1)
      const changes = [() => write(files, path, flipped), () => files.remove(path)]
      for (const change of changes) {
        await change()
        const used = withVerifiedBackup(url, undefined, async () => t.fail('it is used'))
        await t.rejects(used, new RegExp(named), `${named} is named`)
      }
      if (isTorn) t.match(await health(), { outcome: 'torn', state: 'error', values: { id: folder.split('/')[1] } })
      if (path === manifest) {
        const env = await commandEnv(testFolder(t), (await testDatabase(t)).url)
        const outcome = await cli(env, 'restore', url)
        t.match(outcome, { code: 1, err: /incomplete/ }, 'a torn one is not restored')
        t.equal(countLines(outcome.err), 1)
      }
      await write(files, path, content)
    }
    t.match(await health(), { outcome: 'ok' })

    await write(files, 'snapshots/20200101T000000000Z/partial', Buffer.alloc(0))
    await write(files, 'snapshots/20200101T000000000Z/tables/items.copy.gz', Buffer.from('cut'))
    t.match(await health(), { outcome: 'ok' }, 'an interrupted one is not torn')
    await maintenance.backup(url)
    t.notOk(
      (await paths('snapshots/')).some((path) => path.includes('20200101')),
      'the next one removes it',
    )
  })

  t.test('an object store that cannot be used fails the backup with its reason, without secrets', async (t) => {
    const app = await testApp(t)
    const { settings, jobs, db } = app.coffer.platform
    const { maintenance } = app.coffer.storage.api
    const { url } = await bucketIn('backups')
    const used = await newBucket(ceph.url)
    const files = new BucketFiles(parseBackupUrl(used) as BackupLocation)
    await write(files, 'coffer-installation', Buffer.from('theirs'))
    files.close()
    await t.rejects(maintenance.backup(used), /holds the files of an installation/)
    await settings.set({ backup_url: url.replace('signs', 'wrong') })
    t.match(await jobs.runNow('backup'), { failed: /cannot be used/ })
    const { last } = await maintenance.history.backups()
    t.match(last, { failure: /cannot be used: SignatureDoesNotMatch/, folder: /^s3:\/\/127/ })
    const log = await db.query(`select details from audit_log where action like 'storage.backup%'`)
    t.notMatch(JSON.stringify(log), /signs|wrong/)
    t.match(await cli({}, 'backup', 's3://nowhere'), { code: 2, err: /s3:\/\/KEY:SECRET@host/ })
  })
}
