import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { tinyPdf } from '../../../../tests/support/tiny-files.ts'
import { DocumentPages } from './document-pages.ts'
import type { DecodedPicture, PictureRequest } from './protocol.ts'
import { ThumbnailFiles } from './thumbnail-files.ts'

interface Worker {
  run(request: PictureRequest): Promise<DecodedPicture | null>
}

/** Runs `before` when the worker has opened its source. */
const hold = (owner: object, copy: string, before: () => Promise<unknown>) => {
  const worker = Reflect.get(owner, 'worker') as Worker
  const run = worker.run.bind(worker)
  worker.run = async (request) => {
    copyFileSync(request.source, copy)
    await before()
    return run({ ...request, source: copy })
  }
}

const namesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

t.test('thumbnails: what is finished after its content was purged is removed', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  await upload(me, 'letter.pdf', tinyPdf(['Dear reader', 'Second page']))
  const { db, blobs, config } = platform
  const [row] = (await db.query<{ key: string }>('select key from blobs')) as [{ key: string }]
  const copy = join(testFolder(t), 'copy.pdf')
  const purge = async () => {
    await db.query('delete from items')
    await db.query('with gone as (delete from blobs returning key) insert into blob_deletions select key from gone')
    await storage.api.garbageCollector.unlinkDeleted()
  }
  const thumbnails = join(config.dataDir, 'thumbnails')
  const files = new ThumbnailFiles(config.dataDir)
  const pages = new DocumentPages(db, blobs, files)
  t.teardown(() => pages.stop())
  t.ok(await pages.read(row.key, 2))
  hold(storage.api.thumbnails, copy, async () => {
    await purge()
    t.strictSame(namesBelow(thumbnails), [])
  })
  t.equal(await storage.api.thumbnails.makeAllPending(), 1)
  t.strictSame(namesBelow(thumbnails), [])

  await upload(me, 'other.pdf', tinyPdf(['Dear reader', 'Second page']))
  const [{ key }] = (await db.query<{ key: string }>('select key from blobs')) as [{ key: string }]
  hold(pages, copy, async () => {
    await purge()
    await files.preparePage(key, 2)
  })
  t.equal(await pages.read(key, 2), null)
  t.strictSame(namesBelow(thumbnails), [], 'the same for a page')
})

t.test('thumbnails: files without content are removed each week', async (t) => {
  const { upload, person, storage, platform } = await testUploads(t)
  t.teardown(() => storage.stop())
  const me = await person()
  await upload(me, 'letter.pdf', tinyPdf(['Dear reader']))
  await storage.api.thumbnails.makeAllPending()
  const root = join(platform.config.dataDir, 'thumbnails')
  const kept = namesBelow(root)
  const stray = `abcd${'0'.repeat(28)}`
  mkdirSync(join(root, 'ab', 'cd', `${stray}-pages`), { recursive: true })
  mkdirSync(join(root, 'media', 'ab'), { recursive: true })
  writeFileSync(join(root, 'media', 'ab', 'film.mp4'), 'a cache of its own')
  for (const name of [`${stray}-sm.webp`, `${stray}-xl.webp.part`, join(`${stray}-pages`, '2.webp')])
    writeFileSync(join(root, 'ab', 'cd', name), 'stray')
  t.equal(await platform.jobs.runNow('cleanup-thumbnails'), 1)
  t.strictSame(namesBelow(root).toSorted(), [...kept, 'film.mp4'].toSorted())
})
