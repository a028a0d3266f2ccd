import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { limitedBlobs } from '../../../../tests/support/limited-blobs.ts'
import { type BackupStore, BlobError, localBlobs, openBackupStore, openBlobStore } from '../../../platform/index.ts'
import { restoreBlob } from './restore-blob.ts'

const mebibyte = 1 << 20
const noRoom = /^no room on the disk of .*: free space there, then restore again$/

t.test('restore leaves the reserve of the disk', async (t) => {
  const blobs = await limitedBlobs(t, 6, 1)
  const line = { key: blobs.newKey(), size: 7, sha256: '00' }
  await t.rejects(restoreBlob(await openBackupStore(testFolder(t)), blobs, line), { message: noRoom })
  t.strictSame(await keysOf(blobs.staged()), [])
})

t.test('restore: blobs that are written at the same time leave the reserve together', async (t) => {
  const blobs = await limitedBlobs(t, 6 * mebibyte, 2)
  const readBlob = async function* () {
    for (let piece = 0; piece < 4; piece++) yield Buffer.alloc(mebibyte)
  }
  const store = { readBlob } as unknown as BackupStore
  const lines = Array.from({ length: 2 }, () => ({ key: blobs.newKey(), size: 4 * mebibyte, sha256: '00' }))
  const restored = await Promise.allSettled(lines.map((line) => restoreBlob(store, blobs, line)))
  const reasons = restored.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))
  t.ok(reasons.length > 0)
  for (const reason of reasons) t.match(reason, noRoom)
  t.strictSame(await keysOf(blobs.staged()), [], 'what was written of it is deleted')
})

t.test('restore: a store that becomes full at the end of a blob is named', async (t) => {
  const blobs = await openBlobStore(testFolder(t), localBlobs)
  t.teardown(() => blobs.close())
  blobs.commit = () => Promise.reject(new BlobError('full', undefined, 'no room in the bucket files: free space there'))
  const store = { readBlob: async function* () {} } as unknown as BackupStore
  const restored = restoreBlob(store, blobs, { key: blobs.newKey(), size: 0, sha256: '00' })
  await t.rejects(restored, { message: 'no room in the bucket files: free space there, then restore again' })
})
