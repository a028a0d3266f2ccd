import { mkdirSync } from 'node:fs'
import { relative } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BlobFolders } from './folders.ts'
import { BlobPaths } from './paths.ts'

const keyIn = (folder: string) => folder + '0'.repeat(28)

/** Folders of blobs, and which folders were synced. */
const testFolders = (t: Parameters<typeof testFolder>[0]) => {
  const paths = new BlobPaths(testFolder(t))
  mkdirSync(paths.blobs)
  const synced: string[] = []
  const failing = new Set<string>()
  const folders = () =>
    new BlobFolders(paths, async (folder) => {
      const name = relative(paths.blobs, folder)
      synced.push(name)
      if (failing.delete(name)) throw new Error('EIO')
    })
  return { paths, synced, failing, folders }
}

for (const name of ['', 'aa'])
  t.test(`R06: a folder whose parent "${name}" could not be synced is not durable because it exists`, async (t) => {
    const { synced, failing, folders } = testFolders(t)
    const blobFolders = folders()
    failing.add(name)
    await t.rejects(blobFolders.ensure(keyIn('aabb')), { message: 'EIO' })
    t.equal(synced.filter((folder) => folder === name).length, 1)
    await blobFolders.ensure(keyIn('aabb'))
    t.equal(synced.filter((folder) => folder === name).length, 2)
    synced.length = 0
    await blobFolders.ensure(keyIn('aabb'))
    t.strictSame(synced, [], 'then it is')
  })

t.test('folders that another process made are synced, once for all in the same parent', async (t) => {
  const { paths, synced, folders } = testFolders(t)
  for (const folder of ['aa/11', 'aa/22', 'aa/33', 'bb/11']) mkdirSync(`${paths.blobs}/${folder}`, { recursive: true })
  const blobFolders = folders()
  for (const folder of ['aa11', 'aa22', 'aa33', 'bb11']) await blobFolders.ensure(keyIn(folder))
  t.strictSame(synced, ['', 'aa', 'bb'])
  await blobFolders.ensure(keyIn('aa44'))
  t.strictSame(synced, ['', 'aa', 'bb', 'aa'], 'a new one')
})

t.test('uploads that need the same new folder share its syncs', async (t) => {
  const { synced, folders } = testFolders(t)
  const blobFolders = folders()
  await Promise.all(Array.from({ length: 5 }, () => blobFolders.ensure(keyIn('aabb'))))
  t.strictSame(synced, ['', 'aa'])
})
