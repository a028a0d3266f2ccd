import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { tinyAudio, tinyVideo } from '../../../../tests/support/tiny-files.ts'
import { BlobError } from '../../../platform/index.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { MediaPreviews, type MediaPreviewsDeps } from './media-previews.ts'

const hasFfmpeg = findFfmpeg() !== null
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

t.test('media previews: a film and a sound are encoded again when they are asked for', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const [me, other] = [await person(), await person()]
  const mediaFolder = join(platform.config.dataDir, 'thumbnails', 'media')
  for (const [name, bytes, type] of [
    ['clip.webm', tinyVideo(), 'video/mp4'],
    ['tone.wav', tinyAudio(), 'audio/mp4'],
  ] as const) {
    const id = (await upload(me, name, bytes)).body.data?.id
    const [path, state] = [`/thumbnail/media/${id}`, `/thumbnail/media/${id}/state`]
    t.equal((await get(me, path)).status, 404, 'not before it was asked for')
    t.equal((await get(other, state)).status, 404, 'not theirs')
    const stateOf = async () => (await (await get(me, state)).json()).data.state
    if (!hasFfmpeg) {
      t.equal(await stateOf(), 'unavailable')
      continue
    }
    t.equal(await stateOf(), 'pending')
    await eventually(t, stateOf, 'ready')
    const whole = await get(me, path)
    t.match(Object.fromEntries(whole.headers), { 'content-type': type, 'accept-ranges': 'bytes' })
    const encoded = Buffer.from(await whole.arrayBuffer())
    t.equal(encoded.toString('latin1', 4, 8), 'ftyp')
    t.ok(encoded.indexOf('moov') < encoded.indexOf('mdat'), 'the index comes first')
    t.notOk(encoded.includes(bytes.subarray(bytes.length >> 1).subarray(0, 200)))
    const part = await get(me, path, { range: 'bytes=100-199' })
    t.equal(part.status, 206)
    t.match(Object.fromEntries(part.headers), { 'content-range': `bytes 100-199/${encoded.length}` })
    t.strictSame(Buffer.from(await part.arrayBuffer()), encoded.subarray(100, 200))
    const outside = { range: `bytes=${encoded.length}-` }
    t.equal((await get(me, path, outside)).status, 416)
    const etag = whole.headers.get('etag') as string
    t.equal(
      (await get(me, path, { ...outside, 'if-none-match': etag })).status,
      304,
      'a fresh copy comes before the range',
    )
    const head = await get(me, path, { range: 'bytes=100-199' }, 'HEAD')
    t.equal(head.status, 200, 'HEAD has no ranges')
    t.equal(head.headers.get('content-length'), String(encoded.length))
    t.equal((await get(me, path, { 'if-none-match': etag })).status, 304)
    t.equal((await get(other, path)).status, 404)
  }
  const text = await upload(me, 'a.txt', Buffer.from('text'))
  t.match(await (await get(me, `/thumbnail/media/${text.body.data?.id}/state`)).json(), {
    data: { state: 'unavailable' },
  })
  if (!hasFfmpeg) return
  t.equal(filesIn(mediaFolder).length, 2)
  const [unused = ''] = readdirSync(mediaFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mp4'),
  )
  const longAgo = new Date(Date.now() - 31 * 86_400_000)
  utimesSync(join(mediaFolder, unused), longAgo, longAgo)
  await platform.jobs.runNow('cleanup-media-previews')
  t.equal(filesIn(mediaFolder).length, 1, 'one that was not opened for a month is removed')
  await platform.db.query('delete from items')
  await platform.db.query(
    'with gone as (delete from blobs returning key) insert into blob_deletions select key from gone',
  )
  await storage.api.garbageCollector.unlinkDeleted()
  t.strictSame(filesIn(mediaFolder), [], 'removed with the content')
})

t.test('media previews: hostile files are unavailable', async (t) => {
  const { upload, person, get, storage } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const film = tinyVideo()
  // A sound by its first bytes, a playlist after them.
  const playlist = Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
    Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  ])
  for (const [name, bytes] of [
    ['cut.webm', film.subarray(0, 400)],
    ['playlist.mp3', playlist],
  ] as const) {
    const id = (await upload(me, name, bytes)).body.data?.id
    const stateOf = async () => (await (await get(me, `/thumbnail/media/${id}/state`)).json()).data.state
    await eventually(t, stateOf, 'unavailable')
    t.equal((await get(me, `/thumbnail/media/${id}`)).status, 404)
  }
})

t.test('media previews: without room or content they are unavailable, and tried again after a pause', async (t) => {
  const attempts: string[] = []
  const blobs = {
    ensureRoom: async () => {
      attempts.push('room')
      if (attempts.length === 1) throw new BlobError('full')
    },
    localFile: async () => {
      throw new BlobError('missing')
    },
  }
  const warnings: unknown[] = []
  const previews = new MediaPreviews({
    db: {} as MediaPreviewsDeps['db'],
    blobs: blobs as unknown as MediaPreviewsDeps['blobs'],
    files: { find: async () => null } as unknown as MediaPreviewsDeps['files'],
    log: { warn: (line: unknown) => warnings.push(line) } as unknown as MediaPreviewsDeps['log'],
    ffmpeg: '/never/started',
  })
  t.teardown(() => previews.stop())
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const stateOf = async () => (await previews.state({ key: 'a film', mediaType: 'video/mp4' }, { start: true })).state
  for (const tries of [1, 2]) {
    t.equal(await stateOf(), 'pending')
    await eventually(t, stateOf, 'unavailable')
    for (let poll = 0; poll < 5; poll += 1) t.equal(await stateOf(), 'unavailable')
    t.same([attempts.length, warnings.length], [tries, 1], 'polls do not begin again')
    now += 6 * 60_000
  }
})

t.test('media previews: where their folder cannot be read there is none, which is no error', async (t) => {
  const { upload, person, get, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const id = (await upload(me, 'clip.webm', tinyVideo())).body.data?.id
  const folder = join(platform.config.dataDir, 'thumbnails', 'media')
  mkdirSync(join(folder, '..'), { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  // A file in place of the folder: what is below cannot be read, and is not missing either (ENOTDIR).
  writeFileSync(folder, '')
  t.equal((await get(me, `/thumbnail/media/${id}`)).status, 404)
  const state = await get(me, `/thumbnail/media/${id}/state`)
  t.equal(state.status, 200)
  t.equal((await state.json()).data.state, 'unavailable')
})
