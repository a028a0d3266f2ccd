import t from 'tap'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { waitsForLock } from '../../../../../tests/support/locks.ts'
import { errorWithStatus } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { CompletedCopy } from '../../../operations/server/copy.ts'
import type { Scope } from '../scope.ts'

t.test(
  'versions: are stored on replace, count towards usage, can be restored, and are purged with their file',
  async (t) => {
    const { upload, get, person, bytesOf, usage, platform, storage } = await testUploads(t)
    const { versions, trash, garbageCollector, fsck } = storage.api
    const me = await person()
    const replace = (text: string) => upload(me, 'a.txt', Buffer.from(text), { on_conflict: 'replace' })
    const first = await replace('one')
    await replace('two!')
    const now = await replace('three')
    const id = now.body.data?.id as string
    t.equal(id, first.body.data?.id)
    t.equal((await usage(me)).used, 12)
    await replace('three')
    const list = await versions.list(me, id)
    t.same(
      list.map(({ attributes }) => attributes.size),
      [4, 3],
      'uploading the same content adds no version',
    )
    t.equal((await usage(me)).used, 12)
    const [two, one] = list as [(typeof list)[0], (typeof list)[0]]
    const sent = await get(me, one.attributes.file_url)
    t.equal(await sent.text(), 'one')
    t.match(sent.headers.get('content-disposition'), /a\.txt/)
    t.equal((await get(me, one.attributes.file_url, { range: 'bytes=1-' })).status, 206)
    t.equal(
      (await get(me, one.attributes.file_url, { 'if-none-match': sent.headers.get('etag') as string })).status,
      304,
    )
    await versions.restore(me, id, one.id)
    t.equal((await bytesOf(me, now)).toString(), 'one')
    t.same(
      (await versions.list(me, id)).map(({ attributes }) => attributes.size),
      [5, 4],
      'the current content became a version',
    )
    t.equal((await usage(me)).used, 12)
    const other = await person()
    for (const call of [
      () => versions.list(other, id),
      () => versions.restore(other, id, two.id),
      () => versions.remove(other, id, two.id),
      () => versions.file(other, id, two.id),
    ])
      await t.rejects(call as () => Promise<void>, errorWithStatus(404))
    await versions.remove(me, id, two.id)
    t.equal((await usage(me)).used, 8)
    await t.rejects(versions.remove(me, id, two.id), { code: 'version-not-found' })
    t.same(await wrongCounters(platform.db), [])
    await trash.remove(me, { items: [{ id, type: 'file' }] })
    await t.rejects(versions.list(me, id), errorWithStatus(404))
    await trash.dump(me)
    t.equal((await usage(me)).used, 0)
    await garbageCollector.run({ grace: 0 })
    t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
  },
)

t.test('versions: respect the maximum number and the retention days', async (t) => {
  const { upload, person, usage, platform, storage } = await testUploads(t)
  const { versions, fsck, garbageCollector } = storage.api
  const { db, settings } = platform
  const me = await person()
  const replace = (text: string) => upload(me, 'a.txt', Buffer.from(text), { on_conflict: 'replace' })
  await settings.set({ versions_max: 2 })
  let id = ''
  for (const text of ['a', 'bb', 'ccc', 'dddd', 'eeeee']) id = (await replace(text)).body.data?.id as string
  t.same(
    (await versions.list(me, id)).map(({ attributes }) => attributes.size),
    [4, 3],
  )
  t.equal((await usage(me)).used, 12)
  t.same(await versions.purge(), { removed: 0 })
  await db.query(`update item_versions set replaced_at = now() - interval '31 days' where size = 3`)
  t.same(await versions.purge(), { removed: 1 })
  t.equal((await usage(me)).used, 9)
  await settings.set({ versions_retention_days: 0 })
  await replace('ffffff')
  t.same(
    (await versions.list(me, id)).map(({ attributes }) => attributes.size),
    [4],
    'none is added',
  )
  t.equal((await usage(me)).used, 10)
  t.same(await versions.purge(), { removed: 1 })
  t.same(await wrongCounters(db), [])
  await garbageCollector.run({ grace: 0 })
  t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test('versions: an account whose old versions cannot be deleted does not stop the others', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { db } = platform
  const people = [await person(), await person(), await person()].sort((a, b) => (a.ownerId < b.ownerId ? -1 : 1))
  for (const one of people)
    for (const text of ['old', 'new']) await upload(one, 'a.txt', Buffer.from(text), { on_conflict: 'replace' })
  await db.query(`update item_versions set replaced_at = now() - interval '31 days'`)
  const broken = people[0]?.ownerId
  await db.query(`create function keep() returns trigger language plpgsql as
    $$ begin if old.owner_id = '${broken}' then raise 'broken'; end if; return old; end $$`)
  await db.query('create trigger keep before delete on item_versions for each row execute function keep()')
  await t.rejects(storage.api.versions.purge(), /broken/)
  t.same(await db.query('select owner_id from item_versions'), [{ owner_id: broken }])
  await db.query('drop function keep cascade')
  t.same(await storage.api.versions.purge(), { removed: 1 })
})

t.test('versions: a copy keeps its content when versions and the original are removed', async (t) => {
  const { upload, person, bytesOf, platform, storage } = await testUploads(t)
  const { versions, copies, trash, garbageCollector, fsck } = storage.api
  const me = await person()
  const file = await upload(me, 'a.txt', Buffer.from('shared'))
  const id = file.body.data?.id as string
  const made = await copies.copy(me, { items: [{ id, type: 'file' }] }, null)
  const [copy] = (made as CompletedCopy).items
  await upload(me, 'a.txt', Buffer.from('other'), { on_conflict: 'replace' })
  const [version] = await versions.list(me, id)
  await versions.remove(me, id, version?.id as string)
  await trash.remove(me, { items: [{ id, type: 'file', force_delete: true }] })
  await garbageCollector.unlinkDeleted()
  t.equal(
    (
      await bytesOf(me, {
        ...file,
        body: { data: { ...file.body.data, ...copyOf(copy?.id as string) } },
      } as typeof file)
    ).toString(),
    'shared',
  )
  t.same(await wrongCounters(platform.db), [])
  await garbageCollector.run({ grace: 0 })
  t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
})

/** A file in a folder whose content was replaced: ids of both, and of the file's former version. */
const replacedFile = async ({ upload, storage }: Awaited<ReturnType<typeof testUploads>>, me: Scope) => {
  const { folders, versions } = storage.api
  const { id: folder } = await folders.create(me, { name: 'folder', parent_id: null })
  const fields = { on_conflict: 'replace', parent_id: folder }
  await upload(me, 'a.txt', Buffer.from('one'), fields)
  const { body } = await upload(me, 'a.txt', Buffer.from('two!'), fields)
  const id = body.data?.id as string
  const [version] = (await versions.list(me, id)).map(({ id }) => id) as [string]
  return { folder, id, version }
}

t.test('versions: a version that is restored while its folder is purged leaves no bytes and no blob', async (t) => {
  const test = await testUploads(t)
  const { person, usage, platform, storage } = test
  const { versions, trash, garbageCollector, fsck } = storage.api
  const { db } = platform
  const me = await person()
  const { folder, id, version } = await replacedFile(test, me)
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = db.transaction(async (tx) => {
    await tx.query('select 1 from item_versions where id = $1 for update', [version])
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const restoring = versions.restore(me, id, version)
  await waitsForLock(db)
  const purging = trash.remove(me, { items: [{ id: folder, type: 'folder', force_delete: true }] })
  await waitsForLock(db, 2)
  release.resolve()
  await Promise.all([blocking, restoring, purging])
  t.equal((await usage(me)).used, 0)
  t.same(await wrongCounters(db), [])
  await garbageCollector.run({ grace: 0 })
  t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test('versions: one is deleted while a file is moved over its file, which would push it out', async (t) => {
  const test = await testUploads(t)
  const { upload, person, usage, platform, storage } = test
  const { versions, relocation, garbageCollector, fsck } = storage.api
  const { db } = platform
  const me = await person()
  const { folder, id, version } = await replacedFile(test, me)
  const { body } = await upload(me, 'a.tmp', Buffer.from('three'))
  const temporary = { id: body.data?.id as string, type: 'file' as const }
  const place = { to: folder, name: 'a.txt', versions: 1, checkReplaced: async () => {}, onReplaced: async () => {} }
  let both: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.query('select 1 from blobs where id = (select blob_id from item_versions where id = $1) for update', [
      version,
    ])
    const removing = versions.remove(me, id, version)
    await waitsForLock(db)
    both = Promise.all([removing, relocation.relocate(me, temporary, place)])
    await waitsForLock(db, 2)
  })
  await both
  t.equal((await usage(me)).used, 9)
  t.same(await wrongCounters(db), [])
  await garbageCollector.run({ grace: 0 })
  t.same((await fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test('versions: 404 when the folder is trashed before the version is restored', async (t) => {
  const test = await testUploads(t)
  const { person, platform, storage } = test
  const { versions, trash } = storage.api
  const me = await person()
  const { folder, id, version } = await replacedFile(test, me)
  const lockPermission = async () => {
    await trash.remove(me, { items: [{ id: folder, type: 'folder' }] })
  }
  await t.rejects(versions.restore({ ...me, lockPermission }, id, version), { code: 'item-not-found' })
  t.same(await platform.db.query('select id from item_versions'), [{ id: version }], 'nothing was swapped')
})

const copyOf = (id: string) => ({ id, attributes: { file_url: `/file/${id}/a.txt` } })
