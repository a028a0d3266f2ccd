import { relative } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BackupFolder } from './backup-folder.ts'

const key = `aabb${'0'.repeat(28)}`
const content = Buffer.from('content')
const blob = {
  size: content.length,
  read: async (into: Buffer, position: number) => content.copy(into, 0, position),
  release: () => undefined,
}

t.test('a backup syncs the folders of blobs that an interrupted one has left', async (t) => {
  const root = testFolder(t)
  let [synced, failing]: [string[], boolean] = [[], true]
  /** Each backup is that of another process. */
  const backUp = async (second: number) => {
    synced = []
    const store = new BackupFolder(root, async (folder) => {
      synced.push(relative(root, folder))
      if (failing) throw new Error('EIO')
    })
    const snapshot = await store.begin(new Date(Date.UTC(2026, 0, 1, 0, 0, second)))
    if (!(await store.hasBlob(key, blob.size))) await store.storeBlob(key, blob, () => true)
    await store.finish(snapshot, {})
  }
  await t.rejects(backUp(1), { message: 'EIO' })
  await t.rejects(backUp(2), { message: 'EIO' })
  failing = false
  await backUp(3)
  t.strictSame(synced, ['blobs/aa/bb', 'blobs/aa', 'blobs', ''])
  await backUp(4)
  t.strictSame(synced, [], 'what a complete backup has stored is durable')
})
