import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { blobsOfBackup } from '../tests/support/backups.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { putFile } from '../tests/support/shares.ts'

t.test('old backups are removed with their blobs, and with files that an interrupted backup left', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const folder = testFolder(t)
  const jane = await signUp(app)
  const made = (keep?: number) => app.coffer.storage.api.maintenance.backup(folder, keep)
  const countBlobs = async () => (await db.query('select 1 from blobs')).length
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, n) => putFile(jane, `${n}.bin`, randomBytes(1_000 + n))),
  )
  await made()
  const remove = (ids: string[]) =>
    jane.client.post('/api/remove', { items: ids.map((id) => ({ id, type: 'file', force_delete: true })) })
  const idsOf = (from: number, to: number) => files.slice(from, to).map(({ id }) => id)
  await remove(idsOf(0, 4))
  await eventually(t, countBlobs, 8)
  const second = await made()
  await remove(idsOf(4, 8))
  await eventually(t, countBlobs, 4)

  // As after kill -9 while a blob was written whose file is gone permanently since then.
  const draft = join(folder, 'blobs', 'ab', 'cd', `${'abcd'.padEnd(32, '0')}.partial`)
  mkdirSync(dirname(draft), { recursive: true })
  writeFileSync(draft, 'half')
  const third = await made(2)
  t.same(readdirSync(join(folder, 'snapshots')).sort(), [second.id, third.id], 'the two newest are kept')
  t.equal(blobsOfBackup(folder).length, 8, 'with the blobs of both, and nothing else')
  await made(1)
  const left = await db.query<{ sha256: string }>(`select encode(sha256, 'hex') as sha256 from blobs order by 1`)
  t.same(
    blobsOfBackup(folder),
    left.map(({ sha256 }) => sha256),
  )
})

t.test('a damaged backup among the kept ones costs no other, and the backup does not fail', async (t) => {
  const app = await testApp(t)
  const folder = testFolder(t)
  const jane = await signUp(app)
  await putFile(jane, 'kept.bin', randomBytes(1_000))
  const made = (keep?: number) => app.coffer.storage.api.maintenance.backup(folder, keep)
  const snapshots = () => readdirSync(join(folder, 'snapshots')).sort()
  const first = await made()
  const torn = await made()
  const list = readdirSync(join(folder, 'snapshots', torn.id)).find((name) => name.startsWith('blobs'))
  writeFileSync(join(folder, 'snapshots', torn.id, list as string), 'torn')
  const third = await made(2)
  t.match(third.notRemoved, new RegExp(torn.id))
  t.same(snapshots(), [first.id, torn.id, third.id], 'two that can be read')
  t.equal(blobsOfBackup(folder).length, 1)
  const fourth = await made(2)
  t.equal(fourth.notRemoved, null)
  t.same(snapshots(), [third.id, fourth.id])
})
