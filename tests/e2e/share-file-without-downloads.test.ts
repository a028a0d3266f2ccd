import t from 'tap'
import { findFfmpeg } from '../../modules/storage/previews/index.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { poll } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from '../support/tiny-files.ts'
import { mp3With } from '../support/tiny-recordings.ts'

const hasFfmpeg = findFfmpeg() !== null
const { app, browser } = await pagesTest(t)
// The job of thumbnails would settle a preview that a test has marked as pending.
await app.coffer.platform.jobs.stop()
const owner = await signUp(app, { name: 'Jane Cooper' })

t.test('file page without downloads: text as its first pages; films and sounds as a smaller preview', async (t) => {
  const text = await makeShare(owner, await putFile(owner, 'notes.txt', 'first page'), { download: false })
  const page = await anonymous(app).fetch(`/share/${text.token}/file`, { headers: { accept: 'text/html' } })
  t.match(await page.text(), 'first page')
  const player = await browser.visit(`${app.url}/share/${text.token}/file`, { width: 390 })
  let requests: string[] = []
  player.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const [name, bytes, element] of [
    ['interview.wav', tinyAudio(), 'audio'],
    ['holiday.webm', tinyVideo(), 'video'],
  ] as const) {
    const { token } = await makeShare(owner, await putFile(owner, name, bytes), { download: false })
    await app.coffer.storage.api.thumbnails.makeAllPending()
    requests = []
    await player.goto(`${app.url}/share/${token}/file`)
    const media = player.locator(element)
    if (hasFfmpeg) {
      await media.waitFor()
      await player.waitForLoadState('networkidle')
      t.ok(
        requests.some((path) => /^\/thumbnail\/media\/[^/]+$/.test(path)),
        'the preview is fetched',
      )
      await picture(player, `share-file-${element}-preview`)
    } else {
      // A film has a frame where ffmpeg is installed only.
      await player.getByText('This kind of file can’t be previewed.').waitFor()
      t.equal(await media.count(), 0)
    }
    t.strictSame(
      requests.filter((path) => path.startsWith('/file/')),
      [],
    )
    t.strictSame(await axeFaults(player), [])
  }
})

t.test('folder without downloads: the viewer plays the preview of a film', async (t) => {
  const folder = await makeFolder(owner, 'Films')
  await putFile(owner, 'sea.webm', tinyVideo(), folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { download: false })
  const page = await browser.visit(`${app.url}/share/${token}/files`)
  await page.getByRole('link', { name: 'sea.webm' }).click()
  const dialog = page.getByRole('dialog')
  if (hasFfmpeg) t.match(await dialog.locator('video').getAttribute('src'), /^\/thumbnail\/media\//)
  else await dialog.getByText('This kind of file can’t be previewed.').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('file page without downloads: a preview that is made is announced, and shown when it is there', async (t) => {
  const file = await putFile(owner, 'later.pdf', tinyPdf(['Later']))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, file, { download: false })
  const set = (status: string) =>
    app.coffer.platform.db.query(
      'update blobs set thumbnail_status = $2 from items where items.blob_id = blobs.id and items.id = $1',
      [file.id, status],
    )
  await set('pending')
  const plain = await browser.visit(`${app.url}/share/${token}/file`, { scripts: false })
  await plain.getByText('Reload this page to see whether it is ready.').waitFor()
  const page = await browser.visit(`${app.url}/share/${token}/file`)
  await page.getByRole('status').getByText('Preparing preview…').waitFor()
  t.equal(await page.getByText('can’t be previewed').count(), 0)
  await set('ready')
  await page.getByRole('img', { name: 'Preview of later.pdf' }).waitFor()
})

t.test(
  'file page without downloads: a preview that is never made is asked for ten times, then on request',
  async (t) => {
    const file = await putFile(owner, 'never.pdf', tinyPdf(['Never']))
    await app.coffer.storage.api.thumbnails.makeAllPending()
    const { token } = await makeShare(owner, file, { download: false })
    const set = (status: string) =>
      app.coffer.platform.db.query(
        'update blobs set thumbnail_status = $2 from items where items.blob_id = blobs.id and items.id = $1',
        [file.id, status],
      )
    await set('pending')
    const page = await browser.visit(`${app.url}/share/${token}/authenticate`)
    await page.clock.install()
    await page.goto(`${app.url}/share/${token}/file`)
    await page.getByRole('status').getByText('Preparing preview…').waitFor()
    let [reloads, answers] = [0, 0]
    page.on('request', (request) => {
      if (request.url().includes('pageContext.json')) reloads += 1
    })
    page.on('requestfinished', (request) => {
      if (request.url().includes('pageContext.json')) answers += 1
    })
    const late = page.getByText('longer than usual')
    for (let step = 0; step < 60 && !(await late.isVisible()); step += 1) {
      await page.clock.runFor(10_000)
      // The clock is that of their timeout, too.
      await poll(() => answers === reloads)
    }
    await late.waitFor()
    await page.clock.runFor(600_000)
    t.ok(reloads <= 10, `${reloads} reloads`)
    await set('ready')
    const [again, preview] = [
      page.getByRole('button', { name: 'Try again' }),
      page.getByRole('img', { name: 'Preview of never.pdf' }),
    ]
    // A page that was rendered just before is kept for a second.
    await poll(async () => {
      // The preview may take the button's place before the click.
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
      return preview.isVisible()
    })
  },
)

t.test('file page without downloads: the cover of a sound that cannot be played stands with a word', async (t) => {
  const song = await putFile(owner, 'cover.mp3', mp3With(await tinyPhoto(3, 300, 300)))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, song, { download: false })
  const state = { state: 'unavailable', progress: null, seconds: null }
  t.intercept(app.coffer.storage.api.files, 'mediaState', { value: async () => state })
  const page = await browser.visit(`${app.url}/share/${token}/file`)
  await page.getByText('This kind of file can’t be previewed.').waitFor()
  await page.getByRole('img', { name: 'Preview of cover.mp3' }).waitFor()
})

t.test('file page without downloads: no request returns the bytes of the original', async (t) => {
  const files: [string, Buffer][] = [
    ['photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
    ['paper.pdf', tinyPdf(['The first page', 'The second page'])],
    ['clip.webm', tinyVideo()],
    ['tone.wav', tinyAudio(2)],
    ['long.log', Buffer.from(`${'a line of a long log\n'.repeat(4_000)}the secret end`)],
  ]
  const page = await browser.visit(`${app.url}/contact-us`)
  let bodies: Promise<{ url: string; body: Buffer }>[] = []
  page.on('response', (response) => {
    const body = response.body().catch(() => Buffer.alloc(0))
    bodies.push(body.then((content) => ({ url: response.url(), body: content })))
  })
  for (const [name, bytes] of files) {
    const file = await putFile(owner, name, bytes)
    await app.coffer.storage.api.thumbnails.makeAllPending()
    const { token } = await makeShare(owner, file, { download: false })
    bodies = []
    await page.goto(`${app.url}/share/${token}/file`)
    await page.waitForSelector('html[data-hydrated]')
    // The end of a text; of other files a part from the middle.
    const part =
      name === 'long.log' ? Buffer.from('the secret end') : bytes.subarray(bytes.length >> 1).subarray(0, 200)
    if (name === 'photo.jpg' || name === 'paper.pdf') {
      await page.getByRole('img', { name: `Preview of ${name}` }).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    }
    if (hasFfmpeg && (name === 'clip.webm' || name === 'tone.wav')) {
      const player = page.locator('video, audio')
      await player.waitFor()
      // A browser without these codecs has fetched it all the same.
      await player.evaluate((media: HTMLMediaElement) => media.play().catch(() => undefined))
    }
    await page.waitForLoadState('networkidle')
    const received = await Promise.all(bodies)
    t.ok(received.length > 3, `${received.length} requests`)
    for (const { url, body } of received) t.notOk(body.includes(part), `${name}: ${url}`)
    for (const path of [
      `/file/${file.id}/${name}?share=${token}`,
      `/share/${token}/direct`,
      `/api/sharing/zip/${token}?items=${file.id}%7Cfile`,
    ])
      t.ok((await anonymous(app).fetch(path)).status >= 400, path)
  }
  t.strictSame(browser.errors, [])
})

t.test(
  'file page without downloads: further pages of a PDF are pictures, drawn when somebody looks at them',
  async (t) => {
    const lines = Array.from({ length: 22 }, (_, at) => `Page ${at + 1}`)
    const file = await putFile(owner, 'long.pdf', tinyPdf(lines))
    await app.coffer.storage.api.thumbnails.makeAllPending()
    const { token } = await makeShare(owner, file, { download: false })
    const page = await browser.visit(`${app.url}/share/${token}/file`, { width: 390 })
    await page.getByText('Pages shown: 1 to 20 of 22.').waitFor()
    const second = page.getByRole('img', { name: 'Page 2 of long.pdf' })
    await second.scrollIntoViewIfNeeded()
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('img[alt^="Page 2 "]')?.naturalWidth ?? 0) > 612,
    )
    t.match(
      await second.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
      [1440, 1864],
    )
    t.equal(await page.getByRole('img', { name: /^Page \d+ of/ }).count(), 19)
    t.strictSame(await axeFaults(page), [])
    await picture(page, 'share-file-pages-390')
    const url = (await second.getAttribute('src')) as string
    const visitor = anonymous(app)
    t.equal((await visitor.fetch(url)).status, 200)
    t.ok((await visitor.fetch(url.replace('/page/2/', '/page/21/'))).status >= 400)
    t.equal((await visitor.fetch(url.replace(/&share=[^&]+/, ''))).status, 401)
    await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
    t.equal((await visitor.fetch(url)).status, 404)
    t.strictSame(browser.errors, [])
  },
)
