import t from 'tap'
import type { Entry } from 'yauzl'
import { testExtractions } from '../../../../tests/support/extractions.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { buildZip } from '../../../../tests/support/zip-builder.ts'
import { rateLimits } from '../../server/rate-limits.ts'
import { archiveItemOf } from './archive-entry.ts'
import { BlobWindow } from './blob-window.ts'
import { measureArchive } from './measure-archive.ts'

const limits = new Map<string, number>()
/** Folders that accounts may still create. */
const foldersLeft = new Map<string, number>()
const test = await testExtractions(t, {
  canUpload: async (ownerId) => ({ allowed: true, limit: limits.get(ownerId) ?? null }),
  canCreateFolder: async (ownerId) => {
    const left = foldersLeft.get(ownerId) ?? Number.POSITIVE_INFINITY
    foldersLeft.set(ownerId, left - 1)
    return { allowed: left > 0 }
  },
})
const { extract, begin, archive, ended, below, atRoot, usage, db } = test

t.test('a full quota is found before anything is stored', async (t) => {
  const me = await test.person()
  const bytes = buildZip([
    { name: 'a.txt', content: 'x'.repeat(20_000), method: 8 },
    { name: 'b.txt', content: 'y'.repeat(20_000), method: 8 },
  ])
  limits.set(me.ownerId, bytes.length + 39_999)
  t.match(await extract(me, bytes), { state: 'failed', error: 'quota-exceeded', to_id: null, done: 0 })
  t.same(await atRoot(me), ['archive.zip'])
  t.same(await usage(me), { used: bytes.length, reserved: 0 })
  limits.set(me.ownerId, bytes.length * 2 + 40_000)
  test.storage.api.uploads.permissionsChanged(me.ownerId)
  t.match(await extract(me, bytes, 'second.zip'), { state: 'done', done: 2 })
  t.same(await usage(me), { used: bytes.length * 2 + 40_000, reserved: 0 })
})

t.test('an import that fills the quota keeps what it has, and another one brings the rest', async (t) => {
  const me = await test.person()
  const content = 'x'.repeat(300_000)
  const bytes = buildZip([
    { name: 'manifest.json', content: '{"format":"coffer-export","version":1}' },
    ...['a', 'b', 'c'].map((name) => ({ name: `files/${name}.txt`, content, method: 8 })),
  ])
  const allow = (bytes: number) => {
    limits.set(me.ownerId, bytes)
    test.storage.api.uploads.permissionsChanged(me.ownerId)
  }
  allow(bytes.length + 700_000)
  const id = await archive(me, bytes)
  const imported = async () => {
    const { body } = await test.call(me, 'POST', '/api/import', { item_id: id })
    return ended(me, body.data.id)
  }
  t.match(await imported(), { state: 'failed', error: 'quota-exceeded' })
  t.same(await atRoot(me), ['a.txt', 'archive.zip', 'b.txt'])
  allow(bytes.length + 900_000)
  t.match(await imported(), { state: 'done', imported: { files: 1, present: 2 } })
  t.same(await usage(me), { used: bytes.length + 900_000, reserved: 0 })
})

t.test(
  'A28: an archive of a member reserves nothing of the owner’s quota, and fails where it has no room',
  async (t) => {
    const [owner, member] = [await test.person(), await test.person()]
    const { api } = test.storage
    api.grants.register('test', {
      isValid: async () => true,
      authorizeChunk: async (scope, chunk) => ({ scope, chunk }),
      failureReasons: {},
    })
    await db.query('create table begun (reserved bigint)')
    await db.query(`create function notes_begin() returns trigger language plpgsql as $$ begin
    insert into begun select reserved_bytes from usage where user_id = new.owner_id; return new; end $$`)
    await db.query(
      'create trigger notes after update of prepared on operations for each row execute function notes_begin()',
    )
    t.teardown(() => db.query('drop function notes_begin() cascade'))
    const folder = await api.folders.create(owner, { name: 'Team' })
    const bytes = buildZip([{ name: 'a.txt', content: 'x'.repeat(300_000), method: 8 }])
    const zip = await archive(owner, bytes, 'a.zip', { parent_id: folder.id })
    const scope = {
      ...member,
      ownerId: owner.ownerId,
      root: folder.id,
      permission: 'editor',
      grant: { kind: 'test' },
    } as const
    const extracted = async () => ended(member, (await api.extractions.extract(scope, zip)).id)
    limits.set(owner.ownerId, bytes.length + 299_999)
    api.uploads.permissionsChanged(owner.ownerId)
    t.match(await extracted(), { state: 'failed', error: 'quota-exceeded', to_id: null })
    limits.set(owner.ownerId, bytes.length + 300_000)
    api.uploads.permissionsChanged(owner.ownerId)
    t.match(await extracted(), { state: 'done', done: 1 })
    t.same(await db.query('select reserved from begun'), [{ reserved: 0 }])
    t.same(await usage(owner), { used: bytes.length + 300_000, reserved: 0 })
  },
)

t.test('file types and sizes that uploads reject are left out', async (t) => {
  const me = await test.person()
  const { settings } = test.platform
  await settings.set({ mimetypes_blacklist: ['php', 'image/png'], upload_limit: 1 })
  t.teardown(() => settings.set({ mimetypes_blacklist: [], upload_limit: 0 }))
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const done = await extract(
    me,
    buildZip([
      { name: 'shell.php.txt', content: 'x' },
      { name: 'picture.txt', content: png },
      { name: 'large.bin', content: Buffer.alloc(1_000_001), method: 8 },
      { name: 'kept.txt', content: 'kept' },
    ]),
  )
  t.equal(done.state, 'done')
  t.same(
    new Map(done.left_out.map(({ reason, names }) => [reason, names])),
    new Map([
      ['file-type-not-allowed', ['shell.php.txt', 'picture.txt']],
      ['too-large', ['large.bin']],
    ]),
  )
  t.same([...(await below(done.to_id)).keys()], ['kept.txt'])
  t.equal((await usage(me)).reserved, 0)
})

t.test('D105: folders that only paths name are counted by the limit of a day, each once', async (t) => {
  const me = await test.person()
  const { extractedItemsPerAccount: limit } = rateLimits
  const nested = buildZip([{ name: 'a/b/1' }, { name: 'c/' }, { name: 'a/b/2' }, { name: 'a/b/' }, { name: 'c/d/3' }])
  await test.platform.limiter.consume(limit, [me.ownerId], { by: limit.limit - 7 })
  t.match(await extract(me, nested), { state: 'done', done: 5 })
  await t.rejects(test.platform.limiter.consume(limit, [me.ownerId]), { code: 'too-many-attempts' })

  const other = await test.person()
  await test.platform.limiter.consume(limit, [other.ownerId], { by: limit.limit - 6 })
  t.match(await extract(other, nested), { state: 'failed', error: 'too-many-attempts', to_id: null })
  t.same(await atRoot(other), ['archive.zip'])
})

t.test('an account that is restricted meanwhile gets no more folders', async (t) => {
  const me = await test.person()
  // Asked for by the call, for the new folder and for `a`.
  foldersLeft.set(me.ownerId, 3)
  const done = await extract(me, buildZip([{ name: 'a/' }, { name: 'b/' }, { name: 'c/' }]))
  t.match(done, { state: 'failed', error: 'create-folder-restricted', done: 0, undoable: true })
  t.same([...(await below(done.to_id)).keys()], ['a/'])
})

t.test(
  'an archive that is deleted while it waits is not extracted; one whose disk is away goes on waiting',
  async (t) => {
    const me = await test.person()
    const lock = await test.platform.locks.tryAcquire(`extractions/${me.ownerId}`)
    const { id } = (await begin(me, await archive(me, buildZip([{ name: 'a.txt', content: 'a' }])))).body.data
    const [blob] = await db.query<{ key: string }>(
      'select b.key from items i join blobs b on b.id = i.blob_id where i.owner_id = $1',
      [me.ownerId],
    )
    await test.platform.blobs.unlink(blob?.key ?? '')
    lock?.release()
    await test.platform.jobs.runNow('extract-archives')
    await poll(async () => {
      const rows = await db.query(`select 1 from operations where id = $1 and state = 'running' and attempts = 1`, [id])
      return rows.length > 0
    })
    await db.query(
      `with gone as (delete from items where owner_id = $1 returning blob_id)
     delete from blobs where id in (select blob_id from gone)`,
      [me.ownerId],
    )
    t.match(await ended(me, id), { state: 'failed', error: 'blob-missing', to_id: null, undoable: false })
  },
)

t.test('measuring ends when its process stops', async (t) => {
  const bytes = buildZip([{ name: 'a.txt', content: 'a' }])
  const read = async (into: Buffer, position: number) => bytes.copy(into, 0, position)
  const source = new BlobWindow({ size: bytes.length, read, release: () => undefined }, bytes.length)
  const itemOf = (entry: Entry) => archiveItemOf(entry, { depth: 1, maxFileBytes: null, blacklist: [] })
  t.match(await measureArchive(source, itemOf, new AbortController().signal), { items: 1, bytes: 1, unlisted: 0 })
  await t.rejects(measureArchive(source, itemOf, AbortSignal.abort()), { name: 'AbortError' })
})
