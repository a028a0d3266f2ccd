import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Scope } from '../../index.ts'

const quota = (limit: number) => ({ canUpload: async () => ({ allowed: true, limit }) })

const foldersOf = (test: Awaited<ReturnType<typeof testUploads>>, { ownerId }: Scope) =>
  test.platform.db
    .query<{ name: string }>('select name from items where owner_id = $1 and is_folder order by name', [ownerId])
    .then((rows) => rows.map(({ name }) => name))

t.test('a rejected file leaves no folder of its path, in one chunk or in several', async (t) => {
  const test = await testUploads(t, quota(2_000_000))
  const { chunk, upload, person, platform } = test
  await platform.settings.set({ mimetypes_blacklist: ['application/zip'] })
  const me = await person()
  const path = (name: string) => ({ path: `/New/Inner/${name}` })
  const bytes = randomBytes(1_500_000)
  t.match(await upload(me, 'fits.bin', bytes, {}, 400_000), { status: 201 })
  const wrongSum = { ...path('a.bin'), sha256: '0'.repeat(64) }
  t.match(await upload(me, 'small.bin', randomBytes(600_000), path('small.bin')), { status: 423 })
  t.match(await upload(me, 'large.bin', bytes, path('large.bin'), 400_000), { status: 423 })
  t.match(await upload(me, 'a.bin', Buffer.from('abc'), wrongSum), { status: 422, body: { code: 'checksum-mismatch' } })
  const zip = Buffer.from('504b0304140000000000', 'hex')
  t.match(await upload(me, 'b.bin', zip, path('b.bin')), { status: 422, body: { code: 'file-type-not-allowed' } })

  // The reservation is removed, so that the exceeded quota is detected when the file is created.
  const id = randomUUID()
  const open = { name: 'c.bin', upload_id: id, total_size: 300_000, ...path('c.bin') }
  t.match(await chunk(me, { ...open, offset: 0, is_last_chunk: false }, randomBytes(200_000)), { status: 200 })
  await platform.db.query('update upload_sessions set reserved_bytes = 0 where id = $1', [id])
  await platform.db.query('update usage set reserved_bytes = 0, used_bytes = 1999000 where user_id = $1', [me.ownerId])
  t.match(await chunk(me, { ...open, offset: 200_000, is_last_chunk: true }, randomBytes(100_000)), { status: 423 })
  t.same(await foldersOf(test, me), [])
})

t.test('parallel files create the folders of their path once, although the first is rejected', async (t) => {
  const test = await testUploads(t, quota(60_000))
  const { upload, person, platform } = test
  for (let round = 0; round < 5; round += 1) {
    const me = await person()
    const sizes = [70_000, 80_000, ...Array.from({ length: 14 }, () => 1_000)]
    const answers = await Promise.all(
      sizes.map((size, n) => upload(me, `${n}.bin`, randomBytes(size), { path: `/New/Inner ${n % 2}/${n}.bin` })),
    )
    t.same(
      answers.map(({ status }) => status),
      sizes.map((size) => (size > 60_000 ? 423 : 201)),
    )
    t.same(await foldersOf(test, me), ['Inner 0', 'Inner 1', 'New'])
  }
  t.same(await wrongCounters(platform.db), [])
})

t.test('a folder that is trashed during uploads into it is created again', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  const me = await person()
  await upload(me, '1.bin', Buffer.from('one'), { path: '/New/1.bin' })
  const [first] = (await storage.api.browse.folder(me, 'all', {})).data
  await storage.api.trash.remove(me, { items: [{ id: first?.data.id as string, type: 'folder' }] })
  const answers = await Promise.all(
    [2, 3, 4].map((n) => upload(me, `${n}.bin`, Buffer.from(`number ${n}`), { path: `/New/${n}.bin` })),
  )
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201],
  )
  const live = (await storage.api.browse.folder(me, 'all', {})).data
  t.same(
    live.map(({ data }) => [data.attributes.name, data.attributes.items]),
    [['New', 3]],
  )
  t.same(await wrongCounters(platform.db), [])
})

t.test('path: parallel files create its folders once', async (t) => {
  const { upload, person, platform } = await testUploads(t)
  const me = await person()
  const paths = Array.from({ length: 60 }, (_none, n) => `/Fotos/${n % 3}/Über/${n}.txt`)
  const answers = await Promise.all(paths.map((path, n) => upload(me, `${n}.txt`, Buffer.from(`${n}`), { path })))
  t.ok(answers.every(({ status }) => status === 201))
  const folders = await platform.db.query<{ n: number }>('select count(*) as n from items where is_folder')
  t.equal(folders[0]?.n, 7)
  t.same(await wrongCounters(platform.db), [])
})

t.test('on_conflict: keep, replace, skip', async (t) => {
  const { upload, bytesOf, person, platform, usage } = await testUploads(t)
  const me = await person()
  const first = await upload(me, 'a.tar.gz', Buffer.from('one'))
  const plain = await upload(me, 'a.tar.gz', Buffer.from('two'))
  t.match(plain, { status: 201, body: { data: { attributes: { name: 'a.tar (1).gz' } } } }, 'default: both are kept')
  const kept = await upload(me, 'a.tar.gz', Buffer.from('three'), { on_conflict: 'keep' })
  t.match(kept, { status: 201, body: { data: { attributes: { name: 'a.tar (2).gz' } } } })
  const skipped = await upload(me, 'a.tar.gz', Buffer.from('four'), { on_conflict: 'skip' })
  t.match(skipped, { status: 201, body: { data: { id: first.body.data?.id } } })
  const replaced = await upload(me, 'a.tar.gz', Buffer.from('fifth'), { on_conflict: 'replace' })
  t.match(replaced, { status: 201, body: { data: { id: first.body.data?.id, attributes: { size: 5 } } } })
  t.equal((await bytesOf(me, replaced)).toString(), 'fifth')
  t.equal((await bytesOf(me, plain)).toString(), 'two')
  t.same(await usage(me), { used: 3 + 5 + 5 + 3, reserved: 0 }, 'the replaced file is a version')
  t.same(await platform.db.query('select size from item_versions'), [{ size: 3 }])
  t.same(await wrongCounters(platform.db), [])
})
