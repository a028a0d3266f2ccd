import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { backupBlob } from '../../../../tests/support/backup-blob.ts'
import { fillDisk, smallDisk } from '../../../../tests/support/disks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { storeUses } from '../store-uses.ts'
import { BackupFolder } from './backup-folder.ts'
import { openSnapshot } from './backup-store.ts'
import { FolderSpace } from './folder-space.ts'

const { key, content, blob } = backupBlob

t.test('a backup syncs the folders of blobs that an interrupted one has left', async (t) => {
  const root = testFolder(t)
  let [synced, failing]: [string[], boolean] = [[], true]
  /** Each backup runs in a process of its own. */
  const backUp = async (second: number) => {
    synced = []
    const store = new BackupFolder(root, null, async (folder) => {
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

t.test('a backup that cannot be read is neither missing nor torn', async (t) => {
  const root = testFolder(t)
  const store = new BackupFolder(root)
  const snapshot = await store.begin(new Date())
  await store.finish(snapshot, {})
  const { snapshot: stored } = await openSnapshot(store)
  const folder = join(root, 'snapshots')
  /** A file name that is too long gives an error of the file system, also for root. */
  const unreadable = new BackupFolder(join(root, 'x'.repeat(300)))
  await t.rejects(unreadable.snapshots(), { message: /cannot be read \(ENAMETOOLONG\)$/, cause: Error })
  await t.rejects(unreadable.hasBlob(key, 1), { message: /ENAMETOOLONG/ })
  await t.rejects(stored.size('x'.repeat(300)), { message: /ENAMETOOLONG/ })
  await t.rejects(openSnapshot(unreadable, snapshot.id), { message: /ENAMETOOLONG/, cause: Error })
  writeFileSync(join(root, 'file'), '')
  t.strictSame(await new BackupFolder(join(root, 'file')).snapshots(), [], 'no folder')
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  t.teardown(() => isRoot && process.seteuid?.(0))
  try {
    if (!isRoot) chmodSync(folder, 0)
    await t.rejects(openSnapshot(store), { message: /cannot be read \(EACCES\)$/ })
  } finally {
    if (isRoot) process.seteuid?.(0)
    else chmodSync(folder, 0o700)
  }
})

t.test('files that others have put into the folders of blobs are ignored', async (t) => {
  const root = testFolder(t)
  const store = new BackupFolder(root)
  const later = `ffbb${'0'.repeat(28)}`
  for (const each of [key, later]) await store.storeBlob(each, blob, () => true)
  const blobs = join(root, 'blobs')
  for (const folder of ['', 'aa', 'aa/bb']) writeFileSync(join(blobs, folder, '.DS_Store'), '')
  for (const folder of ['@eaDir', 'aa/@eaDir', 'aa/bb/@eaDir']) {
    mkdirSync(join(blobs, folder))
    writeFileSync(join(blobs, folder, 'x'), '')
  }
  const draft = join(blobs, 'aa', 'bb', `${key}.partial`)
  writeFileSync(draft, '')
  const found: string[] = []
  for await (const each of store.blobKeys()) found.push(each)
  t.strictSame(found, [key, later])
  t.notOk(existsSync(draft), 'the draft of an interrupted copy goes')
})

t.test(
  'what root writes belongs to the owner of the folder, and in a new one to the owner of DATA_DIR',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const uid = 65_534
    const uses = storeUses((await testApp(t)).coffer.platform.db)
    const [dataDir, given] = [testFolder(t), join(testFolder(t), 'given')]
    mkdirSync(given)
    for (const folder of [dataDir, given]) chownSync(folder, uid, uid)
    for (const root of [given, join(testFolder(t), 'new', 'folder')]) {
      const store = new BackupFolder(root, dataDir)
      await store.claim('installation', uses)
      const snapshot = await store.begin(new Date())
      await snapshot.write('tables/users', Readable.from([content]))
      await store.storeBlob(key, blob, () => true)
      await store.finish(snapshot, {})
      const entries = readdirSync(root, { recursive: true, encoding: 'utf8' })
      t.equal(entries.length, 11)
      const foreign = ['', ...entries].filter((name) => lstatSync(join(root, name)).uid !== uid)
      t.strictSame(foreign, [])
      t.equal(lstatSync(join(root, '..')).uid, root === given ? 0 : uid)
    }
  },
)

t.test('a disk that is full when a folder, a draft or the manifest is written is reported as such', async (t) => {
  const disk = smallDisk(t, 1, 10)
  if (!disk) return void t.comment('only root may mount a disk')
  const store = new BackupFolder(disk)
  const snapshot = await store.begin(new Date())
  fillDisk(disk)
  const full = { message: /^no room for the backup/ }
  const manifest = { text: 'x'.repeat(100_000) }
  await t.rejects(store.finish(snapshot, manifest), full)
  for (let n = 0; statfsSync(disk).ffree > 0; n++) writeFileSync(join(disk, `${n}`), '')
  const room = { readSpace: async () => null }
  Object.assign(store, { space: new FolderSpace(disk, null, room) })
  await t.rejects(
    store.storeBlob(key, blob, () => true),
    full,
  )
  await t.rejects(store.begin(new Date()), full)
})
