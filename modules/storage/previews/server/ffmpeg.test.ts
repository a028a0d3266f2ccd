import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { tinyVideo } from '../../../../tests/support/tiny-files.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { markFilmsSql } from './film-marking.ts'

/** A folder with a program named ffmpeg that writes a JPEG only if it is called with the options that keep it safe. */
const fakeFfmpeg = async (t: Parameters<typeof testFolder>[0]): Promise<string> => {
  const folder = testFolder(t)
  const frame = join(folder, 'frame.jpg')
  const colored = { create: { width: 320, height: 180, channels: 3, background: '#204080' } } as const
  writeFileSync(frame, await sharp(colored).jpeg().toBuffer())
  const expected = '*"-protocol_whitelist file"*"-f matroska -i file:"*'
  const script = `#!/bin/sh\ncase "$*" in ${expected}) exec cat ${frame};; *) exit 1;; esac\n`
  writeFileSync(join(folder, 'ffmpeg'), script, { mode: 0o755 })
  return folder
}

/** Storage of a server that finds its programs in `path`. */
const uploadsWithPath = async (
  t: Parameters<typeof testUploads>[0],
  path: string,
  beside?: Parameters<typeof testUploads>[2],
) => {
  const before = process.env.PATH
  process.env.PATH = path
  try {
    return await testUploads(t, {}, beside)
  } finally {
    process.env.PATH = before
  }
}

t.test(
  'films: without ffmpeg they have no thumbnail and nothing waits; with it stored ones get theirs too',
  async (t) => {
    const without = await uploadsWithPath(t, testFolder(t))
    const me = await without.person()
    const first = await without.upload(me, 'a.webm', tinyVideo())
    t.match(first.body.data?.attributes, { kind: 'video', thumbnail: null, thumbnail_pending: false })
    t.equal(await without.storage.api.thumbnails.makeAllPending(), 0)
    await without.storage.stop()

    const folder = await fakeFfmpeg(t)
    t.equal(findFfmpeg(`/nowhere:${folder}`), join(folder, 'ffmpeg'))
    const { upload, storage, platform } = await uploadsWithPath(t, `${folder}:${process.env.PATH}`, without)
    t.teardown(() => storage.stop())
    t.same(await platform.jobs.runNow('mark-films'), { marked: 1 })
    const second = await upload(me, 'b.webm', tinyVideo())
    t.match(second.body.data?.attributes, { thumbnail_pending: true })
    t.equal(await storage.api.thumbnails.makeAllPending(), 2)
    for (const id of [first.body.data?.id, second.body.data?.id]) {
      const { attributes } = (await storage.api.browse.item(me, id as string)).data
      t.match(attributes.thumbnail, { lg: /^\/thumbnail\/lg\// })
    }
  },
)

t.test(
  'films of an earlier time: they are marked in batches, and a failure does not hold up other files',
  async (t) => {
    const { upload, person, storage, platform } = await uploadsWithPath(t, await fakeFfmpeg(t))
    t.teardown(() => storage.stop())
    const { db, jobs } = platform
    await db.query(`insert into blobs (key, size, sha256, crc32, media_type)
    select 'film ' || n, 1, '', 0, case when n % 2 = 0 then 'video/webm' else 'video/mp4' end from generate_series(1, 2300) n`)
    const failWhere = (condition: string) => `begin
    if (select ${condition} from changed) then raise exception 'statement timeout' using errcode = '57014'; end if;
    return null; end`
    const fail = (condition: string) =>
      db.query(`create or replace function too_slow() returns trigger language plpgsql as $$${failWhere(condition)}$$`)
    await fail("bool_or(media_type like 'video/%')")
    await db.query(`create trigger too_slow after update on blobs referencing new table as changed
    for each statement execute function too_slow()`)
    const colored = { create: { width: 60, height: 40, channels: 3, background: '#204080' } } as const
    await upload(await person(), 'a.png', await sharp(colored).png().toBuffer())
    t.equal(await storage.api.thumbnails.makeAllPending(), 1)
    const ready = await db.query(`select 1 from blobs where thumbnail_status = 'ready'`)
    t.equal(ready.length, 1)
    await t.rejects(jobs.runNow('mark-films'), { code: '57014' })
    await fail('count(*) > 1000')
    t.same(await jobs.runNow('mark-films'), { marked: 2_300 })
    t.same(await jobs.runNow('mark-films'), { marked: 0 })
  },
)

t.test('films of an earlier time: the next ones are read from an index', async (t) => {
  const { platform } = await testStorage(t)
  t.match(await planOf(platform.db, markFilmsSql), /Index Scan using blobs_films_without_thumbnails_index/)
})

t.test('media previews: ffmpeg ends with the server, and with the process that started it', async (t) => {
  const folder = testFolder(t)
  const pidFile = join(folder, 'pid')
  writeFileSync(
    join(folder, 'ffmpeg'),
    `#!/bin/sh\necho $$ > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; exec sleep 600\n`,
    {
      mode: 0o755,
    },
  )
  const { upload, person, get, storage } = await uploadsWithPath(t, `${folder}:${process.env.PATH}`)
  const me = await person()
  const id = (await upload(me, 'a.webm', tinyVideo())).body.data?.id
  t.match(await (await get(me, `/thumbnail/media/${id}/state`)).json(), { data: { state: 'pending', progress: null } })
  await poll(() => existsSync(pidFile))
  const pid = readFileSync(pidFile, 'utf8').trim()
  t.ok(existsSync(`/proc/${pid}`))
  await storage.stop()
  await poll(() => !existsSync(`/proc/${pid}`))
})
