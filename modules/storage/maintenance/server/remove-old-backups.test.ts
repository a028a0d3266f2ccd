import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { backupBlob } from '../../../../tests/support/backup-blob.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BackupFullError, openBackupStore } from '../../../platform/index.ts'
import { writeSnapshot } from './remove-old-backups.ts'

const { key, blob } = backupBlob

/** A backup that stores a blob and then finds no room. `left` tells what is in the folder. */
const fullBackup = async (t: Test) => {
  const folder = testFolder(t)
  const store = await openBackupStore(folder)
  const snapshot = await store.begin(new Date())
  const lock = { held: true, isHeld: () => lock.held }
  const run = (beforeFull: () => void) =>
    writeSnapshot(store, snapshot, lock, async () => {
      await store.storeBlob(key, blob, () => true)
      beforeFull()
      throw new BackupFullError('no room')
    })
  const left = async () => [await store.hasBlob(key, blob.size), readdirSync(join(folder, 'snapshots')).length]
  return { store, lock, run, left }
}

t.test('a backup without room removes what it began', async (t) => {
  const { run, left } = await fullBackup(t)
  await t.rejects(
    run(() => undefined),
    { message: 'no room' },
  )
  t.strictSame(await left(), [false, 0])
})

t.test('a backup that has lost its lock removes nothing: another one may have begun', async (t) => {
  const { lock, run, left } = await fullBackup(t)
  const full = run(() => {
    lock.held = false
  })
  await t.rejects(full, { message: 'no room' })
  t.strictSame(await left(), [true, 1])
})

t.test('a backup whose blobs cannot be removed tells of the room, and stays interrupted', async (t) => {
  const { store, run, left } = await fullBackup(t)
  const full = run(() => {
    store.removeBlob = () => Promise.reject(new Error('EIO'))
  })
  await t.rejects(full, { message: 'no room' })
  t.strictSame(await left(), [true, 1])
})
