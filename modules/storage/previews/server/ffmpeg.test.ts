import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { tinyVideo } from '../../../../tests/support/tiny-files.ts'
import { findFfmpeg } from './ffmpeg.ts'

/** A folder with a program that writes a JPEG, called like ffmpeg, if its options are the ones that keep it safe. */
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
    const { upload, storage } = await uploadsWithPath(t, `${folder}:${process.env.PATH}`, without)
    t.teardown(() => storage.stop())
    const second = await upload(me, 'b.webm', tinyVideo())
    t.match(second.body.data?.attributes, { thumbnail_pending: true })
    t.equal(await storage.api.thumbnails.makeAllPending(), 2)
    for (const id of [first.body.data?.id, second.body.data?.id]) {
      const { attributes } = (await storage.api.browse.item(me, id as string)).data
      t.match(attributes.thumbnail, { lg: /^\/thumbnail\/lg\// })
    }
  },
)

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
