import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../tests/support/shares.ts'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const flipByte = (path: string) => {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(path, bytes)
}

t.test('a flipped byte in a stored file is found by the continuous check, and stays known', async (t) => {
  const app = await testApp(t)
  const { platform, users, admin, storage } = app.coffer
  const jane = await signUp(app)
  for (const name of ['a.bin', 'b.bin']) await putFile(jane, name, randomBytes(1_000))
  await users.adminCommands.setRole(jane.email, 'admin')
  const checkContent = () => platform.jobs.runNow('check-content')
  const health = async () => (await admin.health.read()).data.find(({ id }) => id === 'fsck')
  await storage.api.maintenance.check({})
  t.same(await checkContent(), { blobs: 2, damaged: 0 })
  t.match(await health(), { state: 'ok' })
  const [path] = filesBelow(join(app.dataDir, 'blobs')) as [string]
  flipByte(path)
  t.same(await checkContent(), { blobs: 2, damaged: 1 })
  const named = `sha-mismatch ${path.split('/').at(-1)}`
  t.match(await health(), { state: 'error', values: { count: 1, named } })
  await storage.api.maintenance.check({})
  t.match(await health(), { state: 'error', values: { count: 1, named } }, 'the weekly check reads no content')
  await checkContent()
  const alerts = async () =>
    (await platform.db.query(`select 1 from notifications where template = 'contentDamaged'`)).length
  await eventually(t, alerts, 1)
  flipByte(path)
  await checkContent()
  t.match(await health(), { state: 'ok' }, 'it was read again without a difference')
  flipByte(path)
  await storage.api.maintenance.check({ deep: true })
  await storage.api.maintenance.check({})
  t.match(await health(), { state: 'error', values: { count: 1, named } }, 'what fsck --deep found stays known too')
})

t.test(
  'damaged content that a check has found is not sent, until it was read again without a difference',
  async (t) => {
    const app = await testApp(t)
    const { platform, storage } = app.coffer
    const jane = await signUp(app)
    const folder = await makeFolder(jane, 'Folder')
    const { id } = await putFile(jane, 'a.bin', randomBytes(200_000), folder)
    await putFile(jane, 'a.bin', randomBytes(200_000), folder, { on_conflict: 'replace' })
    const { token } = await makeShare(jane, { id: folder, type: 'folder' })
    type Versions = { data: { data: { attributes: { file_url: string } } }[] }
    const versions = await jane.client.get<Versions>(`/api/items/${id}/versions`)
    const urls = [
      `/file/${id}`,
      `/file/${id}?share=${token}`,
      versions.body.data[0]?.data.attributes.file_url as string,
      `/api/zip?items=${folder}|folder`,
    ]
    const outcomes = async (headers: Record<string, string> = {}) => {
      const answers = urls.map(async (url) => {
        const answer = await jane.client.fetch(url, { headers })
        const bytes = await answer.arrayBuffer()
        return answer.ok ? 'sent' : `${answer.status} ${JSON.parse(Buffer.from(bytes).toString()).code}`
      })
      return Promise.all(answers)
    }
    const paths = filesBelow(join(app.dataDir, 'blobs'))
    const damaged = Array(4).fill('500 integrity')
    const intact = Array(4).fill('sent')
    paths.forEach(flipByte)
    await platform.jobs.runNow('check-content')
    t.same(await outcomes(), damaged)
    t.same(await outcomes({ range: 'bytes=0-9' }), damaged)
    t.equal((await jane.client.fetch(`/file/${id}`, { method: 'HEAD' })).status, 500)
    await storage.api.maintenance.check({})
    // Metadata is cached for a second.
    await eventually(t, outcomes, damaged, 'a check that reads no content changes nothing')
    paths.forEach(flipByte)
    await platform.jobs.runNow('check-content')
    await eventually(t, outcomes, intact)
    paths.forEach(flipByte)
    await storage.api.maintenance.check({ deep: true })
    await eventually(t, outcomes, damaged, 'also what fsck --deep has found')
  },
)

t.test('a file that was repaired is sent again and no longer reported after the next check of any kind', async (t) => {
  const app = await testApp(t)
  const { platform, users, admin, storage } = app.coffer
  const [jane, boss] = [await signUp(app), await signUp(app)]
  const { id } = await putFile(jane, 'a.bin', randomBytes(200_000))
  await users.adminCommands.setRole(boss.email, 'admin')
  const [path] = filesBelow(join(app.dataDir, 'blobs')) as [string]
  const bytes = readFileSync(path)
  const status = async () => {
    const answer = await jane.client.fetch(`/file/${id}`)
    await answer.arrayBuffer()
    return answer.status
  }
  const state = async () => (await admin.health.read()).data.find(({ id }) => id === 'fsck')?.state
  const checkContent = () => platform.jobs.runNow('check-content')
  const alerts = async () =>
    (await platform.db.query(`select 1 from notifications where template = 'contentDamaged'`)).length
  const truncate = () => writeFileSync(path, bytes.subarray(1))

  truncate()
  await storage.api.maintenance.check({})
  t.equal(await state(), 'error')
  await eventually(t, status, 500)
  await eventually(t, alerts, 1, 'also what a complete check finds first notifies administrators')
  await checkContent()
  await storage.api.maintenance.check({})
  t.equal(await alerts(), 1, 'once')
  writeFileSync(path, bytes)
  await storage.api.maintenance.check({})
  t.equal(await state(), 'ok')
  await eventually(t, status, 200, 'a check that reads no other content has read it')

  truncate()
  await storage.api.maintenance.check({})
  // Not by its file: the store may have it open.
  await platform.blobs.unlink(path.split('/').at(-1) as string)
  await storage.api.maintenance.check({})
  t.equal(await state(), 'error')
  writeFileSync(path, bytes)
  await platform.db.query(`insert into maintenance_progress values ('content', '{"after": "zz"}')
    on conflict (name) do update set state = maintenance_progress.state || excluded.state`)
  t.same(await checkContent(), { blobs: 0, damaged: 0 }, 'read wherever the pass is')
  t.equal(await state(), 'ok')
  await eventually(t, status, 200)
})

t.test('damage that a download finds is recorded, and notifies administrators', async (t) => {
  const app = await testApp(t)
  const { platform, users, admin } = app.coffer
  const [jane, boss] = [await signUp(app), await signUp(app)]
  const small = await putFile(jane, 'a.bin', randomBytes(1_000))
  const large = await putFile(jane, 'b.bin', randomBytes(200_000))
  await users.adminCommands.setRole(boss.email, 'admin')
  const alerts = async () =>
    (await platform.db.query(`select 1 from notifications where template = 'contentDamaged'`)).length
  const damaged = async () => (await admin.health.read()).data.find(({ id }) => id === 'fsck')?.values?.count
  for (const [at, { id, size }] of [
    { id: small.id, size: 1_000 },
    { id: large.id, size: 200_000 },
  ].entries()) {
    const path = filesBelow(join(app.dataDir, 'blobs')).find((path) => statSync(path).size === size) as string
    if (at === 0) flipByte(path)
    else writeFileSync(path, readFileSync(path).subarray(1))
    t.equal((await jane.client.fetch(`/file/${id}`)).status, 500)
    await eventually(t, damaged, at + 1)
    await eventually(t, alerts, 1, 'the first at once, others with the next check')
  }
  await platform.jobs.runNow('check-content')
  await eventually(t, alerts, 2)
})

t.test('the continuous check goes on where it ended', async (t) => {
  const app = await testApp(t)
  const { platform } = app.coffer
  const jane = await signUp(app)
  for (let n = 0; n < 3; n++) await putFile(jane, `${n}.bin`, randomBytes(1_000))
  const keys = (await platform.db.query<{ key: string }>('select key from blobs order by key')).map(({ key }) => key)
  await platform.db.query('insert into maintenance_progress values ($1, $2)', [
    'content',
    JSON.stringify({ after: keys[0], bytesPerRun: 1_500, damaged: [] }),
  ])
  const state = async () =>
    (await platform.db.query<{ state: { after: string } }>('select state from maintenance_progress'))[0]?.state.after
  t.match(await platform.jobs.runNow('check-content'), { blobs: 2 })
  t.equal(await state(), '', 'the next pass begins at the first one')
  await platform.db.query(
    `update maintenance_progress set state = jsonb_build_object('after', $1::text, 'bytesPerRun', 500)`,
    [keys[0]],
  )
  t.match(await platform.jobs.runNow('check-content'), { blobs: 1 })
  t.equal(await state(), keys[1])
})

t.test('damage in the content of a backup is found, written again where it can be, and reported', async (t) => {
  const app = await testApp(t)
  const { platform, users, admin } = app.coffer
  const folder = testFolder(t)
  const jane = await signUp(app)
  for (const name of ['a.bin', 'b.bin']) await putFile(jane, name, randomBytes(1_000))
  await users.adminCommands.setRole(jane.email, 'admin')
  await platform.settings.set({ backup_folder: folder })
  await platform.jobs.runNow('backup')
  const checkBackup = () => platform.jobs.runNow('check-backup')
  const lock = await platform.locks.tryAcquire('storage.backup-check')
  t.equal(await checkBackup(), 'busy', 'one at a time')
  t.match(platform.jobs.failureOf('check-backup', 'busy'), /is running/)
  lock?.release()
  t.same(await checkBackup(), { blobs: 2, damaged: 0 })
  const [first, second] = filesBelow(join(folder, 'blobs')).sort() as [string, string]
  const stored = (path: string) =>
    filesBelow(join(app.dataDir, 'blobs')).find((one) => one.endsWith(path.split('/').at(-1) as string)) as string
  flipByte(first)
  flipByte(second)
  // Not by its file: the store may have it open.
  await platform.blobs.unlink(second.split('/').at(-1) as string)
  t.same(await checkBackup(), { blobs: 2, damaged: 1 })
  t.same(readFileSync(first), readFileSync(stored(first)), 'written again')
  const health = async () => (await admin.health.read()).data.find(({ id }) => id === 'backup')
  t.match(await health(), { state: 'error', outcome: 'damaged', values: { count: 1 } })
  const alerts = () => platform.db.query(`select params from notifications where template = 'backupDamaged'`)
  await eventually(t, async () => (await alerts()).length, 1)
  t.match(await alerts(), [{ params: { count: 2, repaired: 1 } }])
  flipByte(second)
  t.same(await checkBackup(), { blobs: 2, damaged: 0 })
  t.not((await health())?.state, 'error', 'a folder on the same disk is a warning')

  flipByte(join(folder, 'snapshots', readdirSync(join(folder, 'snapshots'))[0] as string, 'tables', 'items.copy.gz'))
  await platform.db.query(`update maintenance_progress set state = state - 'snapshot' where name = 'backup'`)
  await checkBackup()
  t.match(await health(), { state: 'error', outcome: 'torn' }, 'a changed byte, in the same length')
})

t.test('a backup without some content notifies administrators', async (t) => {
  const app = await testApp(t)
  const { platform, users } = app.coffer
  const jane = await signUp(app)
  await putFile(jane, 'a.bin', randomBytes(1_000))
  await users.adminCommands.setRole(jane.email, 'admin')
  const [path] = filesBelow(join(app.dataDir, 'blobs')) as [string]
  await platform.blobs.unlink(path.split('/').at(-1) as string)
  await platform.settings.set({ backup_folder: testFolder(t) })
  t.equal(await platform.jobs.runNow('backup'), 'completed')
  const alerts = async () =>
    (await platform.db.query(`select 1 from notifications where template = 'contentDamaged'`)).length
  await eventually(t, alerts, 1)
})

t.test('a file that is missing in the store is reported when somebody asks for it', async (t) => {
  const app = await testApp(t)
  const { platform, users, admin, storage } = app.coffer
  const [jane, boss] = [await signUp(app), await signUp(app)]
  const { id } = await putFile(jane, 'a.bin', randomBytes(200_000))
  await users.adminCommands.setRole(boss.email, 'admin')
  await storage.api.maintenance.check({})
  const [path] = filesBelow(join(app.dataDir, 'blobs')) as [string]
  const bytes = readFileSync(path)
  await platform.blobs.unlink(path.split('/').at(-1) as string)
  t.match(await jane.client.get(`/file/${id}`), { body: { code: 'blob-missing' } })
  const state = async () => (await admin.health.read()).data.find(({ id }) => id === 'fsck')?.state
  await eventually(t, state, 'error')
  t.match(await jane.client.get(`/file/${id}`), { body: { code: 'blob-missing' } })
  const jobs = `select 1 from jobs.jobs where task_identifier = 'check-blob'`
  await eventually(t, () => platform.db.query(jobs), [], 'what is known is not checked again')
  writeFileSync(path, bytes)
  await storage.api.maintenance.check({})
  t.equal(await state(), 'ok')
})
