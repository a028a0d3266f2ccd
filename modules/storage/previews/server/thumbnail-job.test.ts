import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { pdfOf, pdfStream } from '../../../../tests/support/tiny-files.ts'
import { BlobError } from '../../../platform/index.ts'
import { PostponedBlobs } from './postponed-blobs.ts'

const picture = (n: number) => sharp({ create: { width: 60 + n, height: 40, channels: 3, background: '#345' } }).png()

t.test('thumbnails: a second turn of the job does not wait for the first, and misses nothing', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  for (let n = 0; n < 4; n++) await upload(me, `${n}.png`, await picture(n).toBuffer())
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const localFile = platform.blobs.localFile.bind(platform.blobs)
  platform.blobs.localFile = async (key) => {
    await held
    return localFile(key)
  }
  platform.jobs.start()
  const turns = [platform.jobs.runNow('make-thumbnails'), platform.jobs.runNow('make-thumbnails')]
  await Promise.race(turns)
  const left = await platform.db.query("select 1 from blobs where thumbnail_status = 'pending'")
  t.equal(left.length, 4, 'one turn has ended while the other makes its first thumbnail')
  release()
  await Promise.all(turns)
  await eventually(
    t,
    async () => (await platform.db.query("select 1 from blobs where thumbnail_status <> 'ready'")).length,
    0,
  )
})

t.test('thumbnails: a file that there is no room for does not hold up the files behind it', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  for (const name of ['old.png', 'large.png']) await upload(me, name, await picture(name.length).toBuffer())
  const of = (status: string) =>
    platform.db.query<{ key: string }>('select key from blobs where thumbnail_status = $1 order by created_at', [
      status,
    ])
  const [older, newest] = await of('pending')
  const { blobs } = platform
  const localFile = blobs.localFile.bind(blobs)
  const asked: string[] = []
  blobs.localFile = (key) => {
    asked.push(key)
    return key === newest?.key ? Promise.reject(new BlobError('full')) : localFile(key)
  }
  await storage.api.thumbnails.makeAllPending()
  t.same(await of('ready'), [older])
  t.same(asked, [newest?.key, older?.key])
  await platform.db.query('update blobs set thumbnails_wanted_at = now()')
  await storage.api.thumbnails.makeAllPending()
  t.same(await of('pending'), [newest], 'it waits')
  t.equal(asked.length, 2, 'and is not tried again at once')
  const blobError = new BlobError('unhealthy')
  blobs.localFile = () => Promise.reject(blobError)
  await upload(me, 'other.png', await picture(1).toBuffer())
  await t.rejects(storage.api.thumbnails.makeAllPending(), blobError, 'a store that fails ends the turn')
})

t.test('thumbnails: a file that cannot be stored or read does not hold up the files behind it', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const box = '[-2147483647 -2147483647 2147483647 2147483647]'
  const huge = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R >>`,
    pdfStream('', ''),
  ])
  const names = ['good.png', 'unreadable.png', 'huge.pdf', 'strange.png']
  for (const [n, name] of names.entries())
    await upload(me, name, name === 'huge.pdf' ? huge : await picture(n).toBuffer())
  await platform.db.query('alter table blobs add constraint no_such_width check (width <> 63)')
  const [unreadable] = await platform.db.query<{ key: string }>(
    `select b.key from blobs b join items i on i.blob_id = b.id where i.name = 'unreadable.png'`,
  )
  const { blobs } = platform
  const localFile = blobs.localFile.bind(blobs)
  blobs.localFile = (key) =>
    key === unreadable?.key ? Promise.reject(Object.assign(new Error('i/o'), { code: 'EIO' })) : localFile(key)
  t.equal(await storage.api.thumbnails.makeAllPending(), 4)
  const rows = await platform.db.query<{ name: string; status: string; width: number | null }>(
    'select i.name, b.thumbnail_status as status, b.width from items i join blobs b on b.id = i.blob_id',
  )
  t.same(Object.fromEntries(rows.map(({ name, status, width }) => [name, [status, width]])), {
    'good.png': ['ready', 60],
    'unreadable.png': ['pending', null],
    'huge.pdf': ['ready', null],
    'strange.png': ['failed', null],
  })
})

t.test('thumbnails: on a full disk all wait, and nothing is written', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  for (const n of [1, 2]) await upload(me, `${n}.png`, await picture(n).toBuffer())
  const states = async () =>
    (await platform.db.query<{ state: string }>('select thumbnail_status as state from blobs')).map(
      ({ state }) => state,
    )
  const { blobs } = platform
  const worker = Reflect.get(storage.api.thumbnails, 'worker') as { run: () => Promise<unknown> }
  const full = () => Promise.reject(new BlobError('full'))
  const [ensureRoom, run] = [blobs.ensureRoom.bind(blobs), worker.run.bind(worker)]
  blobs.ensureRoom = full
  t.equal(await storage.api.thumbnails.makeAllPending(), 0)
  const folder = join(platform.config.dataDir, 'thumbnails')
  t.throws(() => readdirSync(folder), { code: 'ENOENT' })
  blobs.ensureRoom = ensureRoom
  worker.run = full
  t.equal(await storage.api.thumbnails.makeAllPending(), 0, 'the disk ran full meanwhile')
  t.same(await states(), ['pending', 'pending'])
  worker.run = run
  t.equal(await storage.api.thumbnails.makeAllPending(), 2)
  t.same(await states(), ['ready', 'ready'])
})

t.test('thumbnails: any number of files may be too large for the disk', async (t) => {
  const postponed = new PostponedBlobs()
  for (let n = 0; n < 30; n++) t.ok(postponed.add(`large ${n}`, { isOfBlob: true }))
  const failed = Array.from({ length: 21 }, (_, n) => postponed.add(`failed ${n}`, { isOfBlob: false }))
  t.same([failed.lastIndexOf(true), failed.indexOf(false)], [19, 20], 'then the cause is not in the files')
  t.equal(postponed.ids().length, 50)
})

t.test(
  'thumbnails: lost files of thumbnails are made again when somebody asks',
  { skip: localStoreOnly },
  async (t) => {
    const { upload, person, storage, get, platform } = await testUploads(t)
    t.teardown(() => storage.stop())
    const me = await person()
    const id = (await upload(me, 'photo.png', await picture(0).toBuffer())).body.data?.id as string
    await storage.api.thumbnails.makeAllPending()
    t.equal((await get(me, `/thumbnail/xs/${id}`)).status, 200)
    rmSync(join(platform.config.dataDir, 'thumbnails'), { recursive: true })
    t.equal((await get(me, `/thumbnail/xs/${id}`)).status, 404)
    await poll(
      async () => (await platform.db.query("select 1 from blobs where thumbnail_status = 'pending'")).length === 1,
    )
    await storage.api.thumbnails.makeAllPending()
    t.equal((await get(me, `/thumbnail/xs/${id}`)).status, 200)
  },
)
