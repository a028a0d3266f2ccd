import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { testDatabase } from '../../../tests/support/database.ts'
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
