import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { heicTile } from '../../../../tests/support/heic-files.ts'
import { maliciousImages, watchPictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

t.test('thumbnails: all sizes of a picture, with EXIF orientation applied and metadata removed', async (t) => {
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
  t.equal(await storage.api.thumbnails.makeAllPending(), 1)
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
  t.same(await platform.db.query('select width, height, thumbnail_status from blobs'), [
    { width: 400, height: 1_000, thumbnail_status: 'ready' },
  ])
})

t.test('thumbnails: a URL from before a replacement is not cached with the new content', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const { body } = await upload(me, 'a.png', await picture(50, 40).png().toBuffer())
  const cacheControl = async (urls: string[]) => {
    const answers = await Promise.all(urls.map((url) => get(me, url)))
    return answers.map((answer) => `${answer.status} ${answer.headers.get('cache-control')}`)
  }
  const urlOf = async () => {
    const { data } = await storage.api.browse.item(me, body.data?.id as string)
    return (data.attributes.thumbnail as Record<string, string>).xs as string
  }
  await storage.api.thumbnails.makeAllPending()
  const former = await urlOf()
  await upload(me, 'a.png', await picture(60, 40).png().toBuffer(), { on_conflict: 'replace' })
  await storage.api.thumbnails.makeAllPending()
  t.same(await cacheControl([former, await urlOf()]), [
    '200 private, no-cache',
    '200 private, max-age=31536000, immutable',
  ])
})

t.test('thumbnails: only the owner sees thumbnails of trashed items, whose content stays unavailable', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  t.teardown(() => storage.stop())
  const [me, other] = [await person(), await person()]
  const answer = await upload(me, 'a.png', await picture(50, 40).png().toBuffer(), { path: '/f/a.png' })
  const { id, attributes } = answer.body.data as NonNullable<typeof answer.body.data>
  await storage.api.thumbnails.makeAllPending()
  await storage.api.trash.remove(me, { items: [{ id: attributes.parent_id as string, type: 'folder' }] })
  t.equal((await get(me, `/thumbnail/xs/${id}`)).status, 200)
  t.equal((await get(other, `/thumbnail/xs/${id}`)).status, 404)
  t.equal((await get(me, attributes.file_url as string)).status, 404)
})

t.test('thumbnails: decodes every supported format and no other', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)
    await upload(me, `a.${format}`, await picture(50, 40)[format]().toBuffer())
  await upload(me, 'directory at its end.tif', await picture(90, 60).tiff({ compression: 'none' }).toBuffer())
  await upload(me, 'a.heic', heicTile)
  await upload(me, 'a.hif', Buffer.from(heicTile.toString('latin1').replace('heic', 'mif1'), 'latin1'))
  await upload(me, 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  t.equal(await storage.api.thumbnails.makeAllPending(), 9)
  const rows = await platform.db.query<{ media_type: string; thumbnail_status: string }>(
    'select media_type, thumbnail_status from blobs',
  )
  const states = Object.fromEntries(rows.map((row) => [row.media_type, row.thumbnail_status]))
  t.same(states, {
    'image/jpeg': 'ready',
    'image/png': 'ready',
    'image/webp': 'ready',
    'image/gif': 'ready',
    'image/avif': 'ready',
    'image/heic': 'ready',
    'image/heif': 'ready',
    'image/tiff': 'ready',
    'image/svg+xml': 'none',
  })
})

t.test(
  'D26: EXIF is part of the details, coordinates are for the owner only, thumbnails contain neither',
  async (t) => {
    const { upload, person, get, storage, platform } = await testUploads(t)
    t.teardown(() => storage.stop())
    const me = await person()
    const photo = await picture(600, 400)
      .withExif({
        IFD0: { Make: 'Leica', Model: 'Q2' },
        IFD2: { ISOSpeedRatings: '200' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 15/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const id = (await upload(me, 'photo.jpg', photo)).body.data?.id as string
    t.notOk((await storage.api.browse.item(me, id)).data.relationships.exif, 'not read yet')
    await storage.api.thumbnails.makeAllPending()
    const facts = { camera: 'Leica', model: 'Q2', iso: 200, width: 600, height: 400 }
    const mine = (await storage.api.browse.item(me, id)).data.relationships.exif
    t.match(mine, { data: { id, type: 'exif', attributes: { ...facts, latitude: 48.5, longitude: -9.25 } } })
    const visitor = { ...me, actor: { userId: null, key: 'share:x' }, permission: 'visitor' as const }
    const member = { ...me, actor: { userId: (await person()).ownerId, key: 'user:y' }, permission: 'editor' as const }
    for (const other of [visitor, member]) {
      const theirs = (await storage.api.browse.item(other, id, { favorites: false })).data.relationships
      t.match(theirs.exif, { data: { attributes: { ...facts, latitude: null, longitude: null } } })
      t.notOk(theirs.creator)
    }
    for (const size of ['xs', 'sm', 'lg', 'xl']) {
      const bytes = Buffer.from(await (await get(me, `/thumbnail/${size}/${id}`)).arrayBuffer())
      t.notOk((await sharp(bytes).metadata()).exif, size)
    }
    await platform.db.query('delete from items where id = $1', [id])
    await platform.db.query('delete from blobs')
    t.same(await platform.db.query('select 1 from exif'), [], 'gone with the bytes')
  },
)

t.test('thumbnails: requested pictures are processed first', async (t) => {
  const { upload, person, call, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const [me, other] = [await person(), await person()]
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const bytes = await picture(20 + n, 20)
      .png()
      .toBuffer()
    ids.push((await upload(me, `${n}.png`, bytes)).body.data?.id as string)
  }
  const order = async () =>
    (
      await platform.db.query<{ name: string }>(
        `select i.name from blobs b join items i on i.blob_id = b.id where b.thumbnail_status = 'pending'
         order by b.thumbnails_wanted_at desc nulls last, b.created_at desc`,
      )
    ).map(({ name }) => name[0])
  t.same(await order(), ['4', '3', '2', '1', '0'], 'the newest first')
  t.equal((await call(other, 'POST', '/api/thumbnails', { ids })).status, 404, 'not theirs to ask')
  t.same(await order(), ['4', '3', '2', '1', '0'])
  const wanted = await call(me, 'POST', '/api/thumbnails', { ids: [ids[1], ids[2], crypto.randomUUID()] })
  t.match(wanted.body.data, [{ thumbnail: null, thumbnail_pending: true }, { thumbnail_pending: true }])
  t.same(await order(), ['2', '1', '4', '3', '0'])
  t.equal((await get(me, `/thumbnail/sm/${ids[0]}`)).status, 404, 'a picture that is missed')
  await eventually(t, order, ['0', '2', '1', '4', '3'])
  await storage.api.thumbnails.makeAllPending()
  const made = await call(me, 'POST', '/api/thumbnails', { ids: [ids[0]] })
  t.match(made.body.data, [{ id: ids[0], thumbnail: { xs: /^\/thumbnail\// }, thumbnail_pending: false }])
  const inside = { ...me, root: (await storage.api.folders.create(me, { name: 'elsewhere', parent_id: null })).id }
  await t.rejects(
    storage.api.thumbnails.prioritizeItems(inside, ids),
    { status: 404 } as unknown as Error,
    'outside of its root',
  )
})

t.test('A34: files that break decoders are stored without a thumbnail and do no harm', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const whole = await picture(3_000, 2_000).png().toBuffer()
  const worker = watchPictureProcesses()
  for (const [name, bytes] of maliciousImages(whole)) {
    const answer = await upload(me, name, bytes)
    t.equal(answer.status, 201, name)
  }
  await storage.api.thumbnails.makeAllPending()
  const rows = await platform.db.query<{ name: string; thumbnail_status: string }>(
    'select i.name, b.thumbnail_status from items i join blobs b on b.id = i.blob_id',
  )
  const states = Object.fromEntries(rows.map((row) => [row.name, row.thumbnail_status]))
  // The first of many frames or pages is a picture like any other.
  for (const name of ['frames.gif', 'pages.tiff']) t.equal(states[name], 'ready', name)
  const broken = ['flood.png', 'strip.png', 'cut.png', 'noise.jpg', 'flood.tiff', 'phone.heic', 'flood.heic']
  for (const name of broken) t.equal(states[name], 'failed', name)
  t.equal(states['zip.png'], 'none')
  t.equal(rows.filter((row) => row.thumbnail_status === 'pending').length, 0)
  const good = await upload(me, 'good.png', whole)
  await storage.api.thumbnails.makeAllPending()
  t.equal((await get(me, `/thumbnail/lg/${good.body.data?.id}`)).status, 200)
  const peak = worker.stop()
  t.ok(peak > 0 && peak <= 512 << 20, `the worker's memory: ${peak >> 20} MiB at most`)
})
