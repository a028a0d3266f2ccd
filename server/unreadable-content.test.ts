import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { filesBelow } from '../tests/support/backups.ts'
import { testFolder } from '../tests/support/folders.ts'
import { putFile } from '../tests/support/shares.ts'

t.test('a blob that its disk cannot read is named, and does not end the backup of the others', async (t) => {
  const app = await testApp(t)
  const { platform, storage } = app.coffer
  const folder = testFolder(t)
  const jane = await signUp(app)
  for (const name of ['a.bin', 'b.bin', 'c.bin']) await putFile(jane, name, randomBytes(1_000))
  const keys = (await platform.db.query<{ key: string }>('select key from blobs order by key')).map(({ key }) => key)
  const { blobs } = platform
  const open = blobs.open.bind(blobs)
  const eio = () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  blobs.open = async (key, range) => {
    if (key === keys[0]) return eio()
    const blob = await open(key, range)
    return key === keys[1] ? { size: blob.size, read: eio, release: () => blob.release() } : blob
  }
  const damaged = async () => {
    const report = await storage.api.maintenance.backup(folder)
    return [report.copied, report.damaged.toSorted()]
  }
  t.same(await damaged(), [1, [keys[0], keys[1]]])
  t.equal(filesBelow(join(folder, 'blobs')).length, 1, 'and no part of them')
  blobs.open = open
  t.same(await damaged(), [2, []], 'the next one has them')
})

t.test('a blob of a backup that cannot be read is written again; the check goes on after a failure', async (t) => {
  const app = await testApp(t)
  const { platform } = app.coffer
  const folder = testFolder(t)
  const jane = await signUp(app)
  for (const name of ['a.bin', 'b.bin', 'c.bin']) await putFile(jane, name, randomBytes(1_000))
  await platform.settings.set({ backup_folder: folder })
  await platform.jobs.runNow('backup')
  const checkBackup = () => platform.jobs.runNow('check-backup')
  const [first, second, third] = filesBelow(join(folder, 'blobs')).sort() as [string, string, string]
  const bytes = readFileSync(second)
  const replace = (path: string, target: string) => {
    rmSync(path)
    symlinkSync(target, path)
  }
  // Its first page is never mapped: reading it is EIO.
  replace(second, '/proc/self/mem')
  t.same(await checkBackup(), { blobs: 3, damaged: 0 })
  t.same(readFileSync(second), bytes, 'written again')

  const keyOf = (path: string) => path.split('/').at(-1) as string
  const state = async () =>
    (
      await platform.db.query<{ state: { after: string; damaged: { key: string }[] } }>(
        `select state from maintenance_progress where name = 'backup'`,
      )
    )[0]?.state
  const known = keyOf(first)
  rmSync(first)
  replace(third, third)
  const store = platform.blobs.open.bind(platform.blobs)
  platform.blobs.open = (key, range) =>
    key === known ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) : store(key, range)
  await t.rejects(checkBackup(), { code: 'ELOOP' })
  t.match(await state(), { after: keyOf(second), damaged: [{ key: known }] }, 'what was read is kept')
  rmSync(third)
  platform.blobs.open = store
  t.same(await checkBackup(), { blobs: 1, damaged: 0 })
  t.match(await state(), { after: '', damaged: [] })
})
