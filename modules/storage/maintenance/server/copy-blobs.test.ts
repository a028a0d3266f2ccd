import { randomBytes } from 'node:crypto'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { limitedBlobs } from '../../../../tests/support/limited-blobs.ts'
import { BlobError, localBlobs, openBlobStore } from '../../../platform/index.ts'
import { copyBlobs } from './copy-blobs.ts'
import { hasSameBlobContent } from './has-same-blob-content.ts'

t.test('blobs move: a damaged blob that an earlier use of the target has left is copied again', async (t) => {
  const { upload, person, platform } = await testUploads(t)
  const { db, blobs: source } = platform
  const me = await person()
  for (const name of ['a.bin', 'b.bin']) await upload(me, name, randomBytes(1_000))
  const folder = testFolder(t)
  const target = await openBlobStore(folder, localBlobs)
  t.teardown(() => target.close())
  const copy = ({ verifyPresent }: { verifyPresent: boolean }) => copyBlobs(db, { source, target, verifyPresent })
  t.match(await copy({ verifyPresent: true }), { blobs: 2, present: 0, copied: 2 })
  const [row] = await db.query<{ key: string; sha256: string }>(
    `select key, encode(sha256, 'hex') as sha256 from blobs order by key`,
  )
  const { key, sha256 } = row as { key: string; sha256: string }
  await target.put(key, randomBytes(1_000))
  t.match(await copy({ verifyPresent: true }), { blobs: 2, present: 1, copied: 1, failed: [] })
  const reopened = await openBlobStore(folder, localBlobs)
  t.teardown(() => reopened.close())
  t.ok(await hasSameBlobContent(reopened, key, 1_000, sha256))
  t.match(await copy({ verifyPresent: false }), { blobs: 2, present: 2 })
})

t.test('blobs move: small blobs leave the reserve of the target’s disk too', async (t) => {
  const { upload, person, platform } = await testUploads(t)
  await upload(await person(), 'a.bin', randomBytes(1_000))
  const target = await limitedBlobs(t, 999, 1)
  const full = copyBlobs(platform.db, { source: platform.blobs, target, verifyPresent: true })
  await t.rejects(full, { message: /^no room on the disk of / })
})

t.test('blobs move: large blobs that are copied at the same time leave the reserve together', async (t) => {
  const { upload, person, platform } = await testUploads(t)
  const me = await person()
  for (const name of ['a.bin', 'b.bin']) await upload(me, name, randomBytes(4 << 20))
  const target = await limitedBlobs(t, 6 << 20, 2)
  const full = copyBlobs(platform.db, { source: platform.blobs, target, verifyPresent: true })
  await t.rejects(full, { message: /^no room on the disk of / })
})

t.test('blobs move: small blobs need no room on the disk that a bucket stages large ones on', async (t) => {
  const { upload, person, platform } = await testUploads(t)
  await upload(await person(), 'a.bin', randomBytes(1_000))
  const target = await openBlobStore(testFolder(t), localBlobs)
  t.teardown(() => target.close())
  target.ensureRoom = async (_bytes, { staged = true } = {}) => {
    if (staged) throw new BlobError('full')
  }
  t.match(await copyBlobs(platform.db, { source: platform.blobs, target, verifyPresent: true }), { copied: 1 })
})
