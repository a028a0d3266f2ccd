import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { pictureProcesses } from '../../../../tests/support/malicious-images.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { tinyPdf, tinyPhoto } from '../../../../tests/support/tiny-files.ts'
import { ProcessEndedError } from '../../../platform/index.ts'
import { DocumentPages } from './document-pages.ts'
import { MediaFiles } from './media-files.ts'
import { MediaPreviews, type MediaPreviewsDeps } from './media-previews.ts'
import { ThumbnailFiles } from './thumbnail-files.ts'

interface Worker {
  run(request: object): Promise<object | null>
}

const workerOf = (owner: object) => Reflect.get(owner, 'worker') as Worker

/** Makes each attempt of the worker end with its process. Returns the number of attempts. */
const endEach = (owner: object): (() => number) => {
  let attempts = 0
  workerOf(owner).run = async () => {
    attempts += 1
    throw new ProcessEndedError('ended')
  }
  return () => attempts
}

t.test('thumbnails: a killed picture process is no verdict about the picture, three are', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  const { thumbnails } = storage.api
  const states = async () =>
    (await platform.db.query<{ state: string }>('select thumbnail_status as state from blobs order by created_at')).map(
      ({ state }) => state,
    )
  const workLater = () => {
    ;(Reflect.get(Reflect.get(thumbnails, 'postponed'), 'waiting') as Map<string, unknown>).clear()
    return thumbnails.makeAllPending()
  }
  await upload(me, 'first.jpg', await tinyPhoto(1))
  await thumbnails.makeAllPending()
  await upload(me, 'second.jpg', await tinyPhoto(2))
  const worker = workerOf(thumbnails)
  const run = worker.run.bind(worker)
  const [pid = 0] = pictureProcesses(process.pid)
  process.kill(pid, 'SIGSTOP')
  worker.run = async (request) => {
    const made = run(request)
    await setImmediate()
    process.kill(pid, 'SIGKILL')
    return made
  }
  await thumbnails.makeAllPending()
  t.same(await states(), ['ready', 'pending'])
  worker.run = run
  await workLater()
  t.same(await states(), ['ready', 'ready'])

  await upload(me, 'third.jpg', await tinyPhoto(3))
  const attempts = endEach(thumbnails)
  for (const state of ['pending', 'pending', 'failed']) {
    await workLater()
    t.same(await states(), ['ready', 'ready', state])
  }
  t.equal(attempts(), 3)
})

t.test('pages: a page whose process ended is drawn later, three times at most', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  await upload(await person(), 'letter.pdf', tinyPdf(['Dear reader', 'Second page']))
  const { db, blobs, config } = platform
  const [{ key }] = (await db.query<{ key: string }>('select key from blobs')) as [{ key: string }]
  const pages = new DocumentPages(db, blobs, new ThumbnailFiles(config.dataDir))
  t.teardown(() => pages.stop())
  const worker = workerOf(pages)
  const run = worker.run.bind(worker)
  endEach(pages)
  t.equal(await pages.read(key, 2), null)
  worker.run = run
  t.ok(await pages.read(key, 2))
  const attempts = endEach(pages)
  for (let n = 0; n < 4; n += 1) t.equal(await pages.read(key, 3), null)
  t.equal(attempts(), 3)
})

t.test('media previews: one whose process ended is made later, three times at most', async (t) => {
  const folder = testFolder(t)
  const source = join(folder, 'film')
  writeFileSync(source, 'a film')
  const previews = new MediaPreviews({
    db: {} as MediaPreviewsDeps['db'],
    blobs: {
      ensureRoom: async () => undefined,
      localFile: async () => ({ path: source, release: () => undefined }),
    } as unknown as MediaPreviewsDeps['blobs'],
    files: new MediaFiles(folder),
    log: { warn: () => undefined } as unknown as MediaPreviewsDeps['log'],
    ffmpeg: '/never/started',
  })
  t.teardown(() => previews.stop())
  let now = performance.now()
  t.intercept(performance, 'now', { value: () => now })
  const attempts = endEach(previews)
  const stateOf = async () => (await previews.state({ key: 'afilm', mediaType: 'video/mp4' }, { start: true })).state
  for (const count of [1, 2, 3, 3]) {
    await stateOf()
    await eventually(t, stateOf, 'unavailable')
    t.equal(attempts(), count)
    now += 6 * 60_000
  }
  t.notOk(existsSync(join(folder, 'thumbnails', 'media', 'af', 'afilm.part')))
})
