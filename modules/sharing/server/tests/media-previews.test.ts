import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { tinyAudio } from '../../../../tests/support/tiny-files.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, config } = app.coffer.platform

/** A sound whose preview is ready. */
const soundWithPreview = async () => {
  const sound = await putFile(owner, 'tone.wav', tinyAudio())
  const [blob] = await db.query<{ key: string }>(
    'select b.key from blobs b join items i on i.blob_id = b.id where i.id = $1',
    [sound.id],
  )
  const key = blob?.key as string
  const folder = join(config.dataDir, 'thumbnails', 'media', key.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${key}.mp4`), 'the preview')
  return sound
}

t.test('previews of films and sounds: only for links without downloads, whose limit they would bypass', async (t) => {
  const sound = await soundWithPreview()
  const { token } = await makeShare(owner, sound, { max_downloads: 1 })
  const statuses = async (query = `?share=${token}`, by = anonymous(app)) => {
    const url = `/thumbnail/media/${sound.id}`
    return [(await by.fetch(`${url}/state${query}`)).status, (await by.fetch(url + query)).status]
  }
  t.same(await statuses(), [404, 404], 'a limit that is not used up')
  await (await anonymous(app).fetch(`/file/${sound.id}/tone.wav?share=${token}`)).arrayBuffer()
  t.same(await statuses(), [404, 404])
  await owner.client.patch(`/api/share/${token}`, { download: false })
  t.same(await statuses(), [200, 200])
  t.same(await statuses('', owner.client), [200, 200])
})

t.test('preview of a table in the viewer: says how many of its columns it shows', async (t) => {
  const columns = Array.from({ length: 60 }, (_none, index) => `c${index}`).join()
  const table = await putFile(owner, 'wide.csv', `${columns}\n${columns}\n`)
  const { token } = await makeShare(owner, table, { download: false })
  const { body } = await anonymous(app).get<{ data: { text: object } }>(`/api/sharing/preview/${table.id}/${token}`)
  t.match(body.data.text, { form: 'table', columns: { shown: 50, total: 60 } })
})

t.test('card of a link: without its picture where there is none, and an error where that cannot be read', async (t) => {
  const { token } = await makeShare(
    owner,
    await putFile(
      owner,
      'photo.png',
      await sharp({ create: { width: 90, height: 60, channels: 3, background: '#345' } })
        .png()
        .toBuffer(),
    ),
  )
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const statusOf = async () => (await anonymous(app).fetch(`/share/${token}/card.png`)).status
  t.equal(await statusOf(), 200)
  const thumbnails = globSync('thumbnails/??/??/*.webp', { cwd: config.dataDir }).map((path) =>
    join(config.dataDir, path),
  )
  t.ok(thumbnails.length > 0)
  for (const path of thumbnails) {
    rmSync(path)
    mkdirSync(path)
  }
  t.equal(await statusOf(), 500)
  for (const path of thumbnails) rmSync(path, { recursive: true })
  t.equal(await statusOf(), 200)
})
