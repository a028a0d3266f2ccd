import t from 'tap'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BlobError, localBlobs, openBackupStore, openBlobStore } from '../../../platform/index.ts'
import { restoreBlob } from './restore-blob.ts'

t.test('restore leaves the reserve of the disk', async (t) => {
  const blobs = await openBlobStore(testFolder(t), localBlobs)
  t.teardown(() => blobs.close())
  blobs.ensureRoom = () => Promise.reject(new BlobError('full'))
  const line = { key: blobs.newKey(), size: 7, sha256: '00' }
  const restored = restoreBlob(await openBackupStore(testFolder(t)), blobs, line)
  await t.rejects(restored, { message: /^no room for the files/ })
  t.strictSame(await keysOf(blobs.staged()), [])
})
