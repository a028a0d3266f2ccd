import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { watchPictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { flacWith, m4aWith, mp3With, oggWith } from '../../../../tests/support/tiny-recordings.ts'

const cover = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e3c' } })
    .jpeg({ quality: 40 })
    .toBuffer()

t.test('covers: audio files get a thumbnail of their embedded cover', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const bytes = await cover(200)
  const made = { 'a.mp3': mp3With(bytes), 'b.flac': flacWith(bytes), 'c.m4a': m4aWith(bytes), 'd.ogg': oggWith(bytes) }
  for (const [name, file] of Object.entries(made)) {
    const { body } = await upload(me, name, file)
    t.match(body, { data: { attributes: { kind: 'audio', thumbnail_pending: true } } }, name)
    t.equal(await storage.api.thumbnails.makeAllPending(), 1)
    const { thumbnail } = (await storage.api.browse.item(me, body.data?.id as string)).data.attributes
    if (!thumbnail) {
      t.fail(`${name} has no cover`)
      continue
    }
    const answer = await get(me, thumbnail.xl)
    t.match(await sharp(Buffer.from(await answer.arrayBuffer())).metadata(), { format: 'webp', width: 200 }, name)
  }
  const [sizes] = await platform.db.query('select count(*)::int as n from blobs where width is not null')
  t.same(sizes, { n: 0 }, 'a recording has no width of its own')
})

t.test('A34: a broken or oversized cover only leaves the recording without a thumbnail', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const bytes = await cover(200)
  const bomb = await cover(16_000, 9_000)
  const files = {
    'none.mp3': mp3With(Buffer.alloc(0)),
    'no picture.mp3': mp3With(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    'claims 200 MB.mp3': mp3With(bytes, 200 << 20),
    'cut.flac': flacWith(bytes).subarray(0, 500),
    'cut.m4a': m4aWith(bytes).subarray(0, 400),
    'cut.ogg': oggWith(bytes).subarray(0, 300),
    'bomb.mp3': mp3With(bomb),
  }
  for (const [name, file] of Object.entries(files)) await upload(me, name, file)
  const watch = watchPictureProcesses()
  const count = await storage.api.thumbnails.makeAllPending()
  t.equal(count, Object.keys(files).length)
  t.ok(watch.stop() <= 512 << 20)
  const rows = await platform.db.query<{ thumbnail_status: string }>('select thumbnail_status from blobs')
  t.same(new Set(rows.map((row) => row.thumbnail_status)), new Set(['failed']))
  const good = await upload(me, 'good.mp3', mp3With(bytes))
  await storage.api.thumbnails.makeAllPending()
  const { attributes } = (await storage.api.browse.item(me, good.body.data?.id as string)).data
  t.ok(attributes.thumbnail, 'the next one has its own')
})
