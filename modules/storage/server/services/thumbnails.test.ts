import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

/** A PNG that claims any size; its pixels are zeros, which pack to nothing. */
const hugePng = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(20 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

t.test('sizes of a picture, turned the right way, without its metadata', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const [me, other] = [await person(), await person()]
  const photo = await picture(1_000, 400)
    .withExif({ IFD0: { Orientation: '6', Copyright: 'CANARY' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const answer = await upload(me, 'photo.jpg', photo)
  t.match(answer.body, { data: { attributes: { kind: 'image', thumbnail: null, thumbnail_pending: true } } })
  const id = answer.body.data?.id as string
  t.equal((await get(me, `/thumbnail/xs/${id}`)).status, 404, 'not made yet')
  t.equal(await storage.api.thumbnails.work(), 1)
  const listed = await storage.api.browse.item(me, id)
  const thumbnail = listed.data.attributes.thumbnail as Record<string, string>
  const wanted = { xs: 120, sm: 240, lg: 400, xl: 400 }
  for (const [size, width] of Object.entries(wanted)) {
    const file = await get(me, thumbnail[size] as string)
    t.match(Object.fromEntries(file.headers), {
      'content-type': 'image/webp',
      'cache-control': /private, max-age=31536000/,
    })
    const facts = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    t.equal(facts.width, width, size)
    t.equal(facts.height, width * 2.5)
    t.notOk(facts.exif)
  }
  const etag = (await get(me, thumbnail.xs as string)).headers.get('etag') as string
  t.equal((await get(me, thumbnail.xs as string, { 'if-none-match': etag })).status, 304)
  t.equal((await get(other, thumbnail.xs as string)).status, 404)
  t.equal((await get(null, thumbnail.xs as string)).status, 401)
  t.same(await platform.db.query('select width, height, thumbnails from blobs'), [
    { width: 400, height: 1_000, thumbnails: 'ready' },
  ])
})

t.test('every format on the list, and none that is not', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)
    await upload(me, `a.${format}`, await picture(50, 40)[format]().toBuffer())
  await upload(me, 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  t.equal(await storage.api.thumbnails.work(), 5)
  const rows = await platform.db.query<{ media_type: string; thumbnails: string }>(
    'select media_type, thumbnails from blobs',
  )
  const states = Object.fromEntries(rows.map((row) => [row.media_type, row.thumbnails]))
  t.same(states, {
    'image/jpeg': 'ready',
    'image/png': 'ready',
    'image/webp': 'ready',
    'image/gif': 'ready',
    'image/avif': 'ready',
    'image/tiff': 'none',
    'image/svg+xml': 'none',
  })
})

t.test('A34: what breaks decoders is stored, has no preview, and hurts nobody', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const whole = await picture(3_000, 2_000).png().toBuffer()
  const bombs: [string, Buffer][] = [
    ['flood.png', hugePng(50_000, 50_000)],
    ['strip.png', hugePng(1, 1_000_000_000)],
    ['cut.png', whole.subarray(0, whole.length >> 1)],
    ['noise.jpg', Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(5_000)])],
  ]
  for (const [name, bytes] of bombs) t.equal((await upload(me, name, bytes)).status, 201, name)
  t.equal(await storage.api.thumbnails.work(), bombs.length)
  const [row] = await platform.db.query<{ n: number }>(`select count(*) as n from blobs where thumbnails = 'failed'`)
  t.equal(row?.n, bombs.length)
  const good = await upload(me, 'good.png', whole)
  await storage.api.thumbnails.work()
  t.equal((await get(me, `/thumbnail/lg/${good.body.data?.id}`)).status, 200)
})
