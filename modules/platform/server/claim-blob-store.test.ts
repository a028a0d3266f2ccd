import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createAccount, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { testFolder } from '../../../tests/support/folders.ts'
import { uploadFile } from '../../../tests/support/uploader.ts'
import { LocalBlobStore } from './blobs/index.ts'
import { MovingBlobStore } from './blobs/moving-blob-store.ts'
import { claimBlobStore, readInstallationId } from './claim-blob-store.ts'

// Each app begins with its local store.
process.env.TEST_S3_URL = ''

t.test('files on the local disk belong to one database', async (t) => {
  const first = await testApp(t)
  const { platform } = first.coffer
  const mark = join(first.dataDir, 'blobs', 'coffer-installation')
  await signUp(first)
  const key = platform.blobs.newKey()
  await platform.blobs.put(key, Buffer.from('ours'))
  t.notOk(existsSync(mark), 'as after an upgrade from a version without marks')

  const other = await testApp(t, { dataDir: first.dataDir, db: await testDatabase(t) })
  const claim = () => claimBlobStore(other.coffer.platform)
  await t.rejects(
    claim(),
    /belong to another database.*DATABASE_URL/,
    'an empty database never takes files without a mark',
  )
  await claimBlobStore(platform)
  await claimBlobStore(platform)
  t.equal(readFileSync(mark, 'utf8').trim(), await readInstallationId(platform.db))
  await t.rejects(claim(), /belong to another database/, 'nor those of another one')
  await signUp(other)
  await t.rejects(claim(), /belong to another database/, 'nor does one with accounts')
  await other.close()
  t.match(await platform.blobs.stat(key), { size: 4 })

  await platform.blobs.unlink(key)
  const next = await testApp(t, { dataDir: first.dataDir, db: await testDatabase(t) })
  await claimBlobStore(next.coffer.platform)
  t.equal(readFileSync(mark, 'utf8').trim(), await readInstallationId(next.coffer.platform.db), 'no files: taken over')
})

t.test('a database with files is not served from an empty folder', async (t) => {
  const first = await testApp(t)
  const { platform } = first.coffer
  const { token } = await createAccount(first)
  await claimBlobStore(platform)
  const target = { url: () => first.url, headers: { authorization: `Bearer ${token}` } }
  await uploadFile(target, { name: 'file.txt', bytes: Buffer.from('content'), chunk: 1 << 20 })
  await claimBlobStore(platform)

  // The disk of the files is not mounted: the folder has no mark, a mark from before there was a disk, or another
  // installation's.
  const { coffer, dataDir } = await testApp(t, { db: first.db })
  const id = await readInstallationId(platform.db)
  const mark = join(dataDir, 'blobs', 'coffer-installation')
  const rejected = () => t.rejects(claimBlobStore(coffer.platform), /is empty, but the database has files: mount/)
  await rejected()
  t.notOk(existsSync(mark))
  for (const owner of [id, randomUUID()]) {
    writeFileSync(mark, `${owner}\n`)
    await rejected()
    t.equal(readFileSync(mark, 'utf8').trim(), owner)
  }
  const moving = new MovingBlobStore(coffer.platform.blobs, platform.blobs)
  await claimBlobStore({ ...platform, blobs: moving })
  t.equal(readFileSync(mark, 'utf8').trim(), id, 'one of the two stores of a move may be empty')
  const lost = new MovingBlobStore(coffer.platform.blobs, coffer.platform.blobs)
  await t.rejects(claimBlobStore({ ...platform, blobs: lost }), /is empty/)
  const elsewhere = new LocalBlobStore(testFolder(t))
  t.teardown(() => elsewhere.close())
  await claimBlobStore(coffer.platform, elsewhere)
  t.pass('a store that files will be moved to may be empty')
  writeFileSync(join(dataDir, 'blobs', 'coffer-empty'), `${id}\n`)
  await claimBlobStore(coffer.platform)
})

t.test('the folders of the local store are on one disk', async (t) => {
  const dataDir = testFolder(t)
  const memory = '/dev/shm'
  if (!existsSync(memory) || statSync(memory).dev === statSync(dataDir).dev) {
    t.comment('there is no second disk')
    return
  }
  const other = mkdtempSync(join(memory, 'coffer-test-'))
  t.teardown(() => rmSync(other, { recursive: true }))
  symlinkSync(other, join(dataDir, 'blobs'))
  const apart = new LocalBlobStore(dataDir)
  t.teardown(() => apart.close())
  await t.rejects(apart.claim('some-id'), /must be on one disk.*DATA_DIR/)
  t.strictSame(readdirSync(join(dataDir, 'staging')), [], 'the attempt leaves nothing')
  t.strictSame(readdirSync(other), [])
})
