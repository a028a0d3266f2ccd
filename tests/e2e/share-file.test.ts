import t from 'tap'
import { findFfmpeg } from '../../modules/storage/previews/index.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyAudio, tinyPdf, tinyPhoto, tinyVideo } from '../support/tiny-files.ts'
import { mp3With } from '../support/tiny-recordings.ts'

const hasFfmpeg = findFfmpeg() !== null
const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })
const hostile = '</pre><script>window.harmed = true</script>\n'
const pageOf = async (token: string) =>
  (await anonymous(app).fetch(`/share/${token}/file`, { headers: { accept: 'text/html' } })).text()

t.test('file page: a text is in the HTML, whole lines of its beginning, never as markup', async (t) => {
  const line = 'A line of the report.\n'
  const file = await putFile(owner, 'report.txt', hostile + line.repeat(4_000))
  const { token } = await makeShare(owner, file)
  const html = await pageOf(token)
  t.match(html, 'A line of the report.')
  t.notMatch(html, '<script>window.harmed')
  t.ok(html.length < 150_000, `${html.length} bytes`)

  for (const [width, theme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    const page = await browser.visit(`${app.url}/share/${token}/file`, { width, theme })
    const text = await page.locator('pre').innerText()
    t.ok(text.startsWith('</pre><script>') && text.trimEnd().endsWith('A line of the report.'))
    t.equal(await page.evaluate(() => 'harmed' in window), false)
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    t.strictSame(await axeFaults(page), [])
    await picture(page, `share-file-text-${width}`)
    await page.context().close()
  }
  const plain = await browser.visit(`${app.url}/share/${token}/file`, { scripts: false })
  await plain.getByText('The first').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('file page: a recording has a player, and nothing of it is fetched before it is played', async (t) => {
  const file = await putFile(owner, 'song.mp3', mp3With(Buffer.alloc(0)))
  const share = await makeShare(owner, file)
  const page = await browser.visit(`${app.url}/share/${share.token}/file`)
  await page.locator('audio[controls]').waitFor()
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'share-file-audio')
  const { body } = await owner.client.get<{ data: { attributes: { downloads: number; opened: number } } }>(
    `/api/share/${share.token}`,
  )
  t.match(body.data.attributes, { downloads: 0 })
})

t.test('file page without downloads: text as its first pages; films and sounds as a smaller preview', async (t) => {
  const text = await makeShare(owner, await putFile(owner, 'notes.txt', 'first page'), { download: false })
  t.match(await pageOf(text.token), 'first page')
  for (const [name, bytes, element] of [
    ['interview.wav', tinyAudio(), 'audio'],
    ['holiday.webm', tinyVideo(), 'video'],
  ] as const) {
    const { token } = await makeShare(owner, await putFile(owner, name, bytes), { download: false })
    await app.coffer.storage.api.thumbnails.work()
    const requests: string[] = []
    const page = await browser.visit(`${app.url}/share/${token}/authenticate`, { width: 390 })
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`${app.url}/share/${token}/file`)
    const player = page.locator(element)
    if (hasFfmpeg) {
      await player.waitFor()
      await page.waitForLoadState('networkidle')
      t.ok(
        requests.some((path) => /^\/thumbnail\/media\/[^/]+$/.test(path)),
        'the preview is fetched',
      )
      await picture(page, `share-file-${element}-preview`)
    } else {
      // A film has a frame where ffmpeg is installed only.
      await page.getByText('This kind of file can’t be previewed.').waitFor()
      t.equal(await player.count(), 0)
    }
    t.strictSame(
      requests.filter((path) => path.startsWith('/file/')),
      [],
    )
    t.strictSame(await axeFaults(page), [])
    await page.context().close()
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
  else await dialog.getByText('This file can’t be previewed.').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('file page with counted downloads: a text is not shown, as a short one is the whole file', async (t) => {
  const { token } = await makeShare(owner, await putFile(owner, 'counted.txt', 'counted words'), { max_downloads: 1 })
  t.notMatch(await pageOf(token), 'counted words')
  t.match(await pageOf(token), 'Downloads of this link are limited')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>`
  const counted = await makeShare(owner, await putFile(owner, 'counted.svg', drawing), { max_downloads: 1 })
  t.notMatch(await pageOf(counted.token), 'data:image/svg')
})

t.test('file page: kinds without a thumbnail are shown, or offered, without a counted download', async (t) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>`
  const bitmap = Buffer.from(
    '424d3a000000000000003600000028000000010000000100000001001800000000000400000000000000000000000000000000000000ff000000',
    'hex',
  )
  const svg = await makeShare(owner, await putFile(owner, 'plan.svg', drawing))
  const page = await browser.visit(`${app.url}/share/${svg.token}/file`, { width: 390 })
  const image = page.getByRole('img', { name: 'Preview of plan.svg' })
  await eventually(t, () => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth), 40)
  await picture(page, 'share-file-svg-390')
  const withheld = await makeShare(owner, await putFile(owner, 'secret.svg', drawing), { download: false })
  t.notMatch(await pageOf(withheld.token), 'data:image/svg')
  const bmp = await makeShare(owner, await putFile(owner, 'dot.bmp', bitmap))
  await page.goto(`${app.url}/share/${bmp.token}/file`)
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'share-file-bmp-390')
  await page.getByRole('link', { name: 'Show the picture' }).click()
  await page.getByRole('dialog').locator('img').first().waitFor()
  for (const { token } of [svg]) {
    const { body } = await owner.client.get<{ data: { attributes: object } }>(`/api/share/${token}`)
    t.match(body.data.attributes, { downloads: 0 })
  }
})

t.test('file page: a recording that cannot be played says so', async () => {
  const { token } = await makeShare(owner, await putFile(owner, 'gone.mp3', mp3With(Buffer.alloc(0))))
  const page = await browser.visit(`${app.url}/share/${token}/file`)
  await page.waitForSelector('html[data-hydrated]')
  await page.route('**/file/**', (route) => route.fulfill({ status: 403, body: '' }))
  await page.locator('audio').evaluate((player: HTMLMediaElement) => player.play().catch(() => undefined))
  await page.getByText('This file couldn’t be played here.').waitFor()
})

t.test('file page without downloads: a preview that is made is announced, and shown when it is there', async (t) => {
  const file = await putFile(owner, 'later.pdf', tinyPdf(['Later']))
  await app.coffer.storage.api.thumbnails.work()
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

t.test('file page without downloads: the cover of a sound that cannot be played stands with a word', async (t) => {
  const song = await putFile(owner, 'cover.mp3', mp3With(await tinyPhoto(3, 300, 300)))
  await app.coffer.storage.api.thumbnails.work()
  const { token } = await makeShare(owner, song, { download: false })
  const state = { state: 'unavailable', progress: null, seconds: null }
  t.intercept(app.coffer.storage.api.files, 'mediaState', { value: async () => state })
  const page = await browser.visit(`${app.url}/share/${token}/file`)
  await page.getByText('This kind of file can’t be previewed.').waitFor()
  await page.getByRole('img', { name: 'Preview of cover.mp3' }).waitFor()
})

t.test('file page: Markdown is formatted and code highlighted in the HTML', async (t) => {
  const notes = await putFile(
    owner,
    'notes.md',
    '# Plan\n\n- **first**\n- [x] done\n\n<script>window.harmed = true</script>\n',
  )
  const code = await putFile(owner, 'main.ts', 'export const answer = 42 // why\n')
  const [formatted, highlighted] = [await makeShare(owner, notes), await makeShare(owner, code)]
  t.match(await pageOf(formatted.token), /<h2>Plan<\/h2><ul><li><strong>first<\/strong><\/li><li class="task"><label>/)
  t.match(await pageOf(highlighted.token), /<span class="hljs-keyword">const<\/span> answer = /)
  for (const { token } of [formatted, highlighted]) {
    const page = await browser.visit(`${app.url}/share/${token}/file`, { width: 390 })
    t.strictSame(await axeFaults(page), [])
    t.equal(await page.evaluate(() => 'harmed' in window), false)
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    await page.context().close()
  }
})

t.test('file page: the list of an archive is in the HTML', async (t) => {
  const folder = await makeFolder(owner, 'Trip')
  await putFile(owner, 'a day at sea.txt', 'waves', folder)
  await putFile(owner, 'größe.txt', 'x'.repeat(1_500), folder)
  const zip = await owner.client.fetch(`/api/zip?items=${folder}%7Cfolder`)
  const file = await putFile(owner, 'trip.zip', Buffer.from(await zip.arrayBuffer()))
  const { token } = await makeShare(owner, file, { download: false })
  const html = await pageOf(token)
  for (const text of ['Trip/a day at sea.txt', 'Trip/größe.txt', '2 kB']) t.match(html, text)
  const damaged = await makeShare(owner, await putFile(owner, 'cut.zip', Buffer.from('504b0304aaaa', 'hex')))
  t.equal((await anonymous(app).fetch(`/share/${damaged.token}/file`)).status, 200)
})

t.test('file page without downloads: no request returns the bytes of the original', async (t) => {
  const files: [string, Buffer][] = [
    ['photo.jpg', await tinyPhoto(20, 2_000, 1_200)],
    ['paper.pdf', tinyPdf(['The first page', 'The second page'])],
    ['clip.webm', tinyVideo()],
    ['tone.wav', tinyAudio(2)],
    ['long.log', Buffer.from(`${'a line of a long log\n'.repeat(4_000)}the secret end`)],
  ]
  for (const [name, bytes] of files) {
    const file = await putFile(owner, name, bytes)
    await app.coffer.storage.api.thumbnails.work()
    const { token } = await makeShare(owner, file, { download: false })
    const page = await browser.visit(`${app.url}/share/${token}/authenticate`)
    const bodies: Promise<{ url: string; body: Buffer }>[] = []
    page.on('response', (response) => {
      const body = response.body().catch(() => Buffer.alloc(0))
      bodies.push(body.then((content) => ({ url: response.url(), body: content })))
    })
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
    await page.context().close()
  }
  t.strictSame(browser.errors, [])
})

t.test(
  'file page without downloads: further pages of a PDF are pictures, drawn when somebody looks at them',
  async (t) => {
    const lines = Array.from({ length: 22 }, (_, at) => `Page ${at + 1}`)
    const file = await putFile(owner, 'long.pdf', tinyPdf(lines))
    await app.coffer.storage.api.thumbnails.work()
    const { token } = await makeShare(owner, file, { download: false })
    const page = await browser.visit(`${app.url}/share/${token}/file`, { width: 390 })
    await page.getByText('The first 20 of 22 pages are shown.').waitFor()
    const second = page.getByRole('img', { name: 'Page 2 of long.pdf' })
    await second.scrollIntoViewIfNeeded()
    await page.waitForFunction(
      () => document.querySelectorAll<HTMLImageElement>('img[alt^="Page 2 "]')[0]?.naturalWidth,
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

t.test('file page: the first page of a PDF is a picture in the HTML, its place kept free', async (t) => {
  const file = await putFile(owner, 'letter.pdf', tinyPdf(['Dear reader']))
  await app.coffer.storage.api.thumbnails.work()
  const { token } = await makeShare(owner, file)
  t.match(await pageOf(token), /<img [^>]*width="612" height="792" alt="Preview of letter.pdf"/)
})

t.test('file page with downloads: further pages of a PDF are there too', async (t) => {
  const file = await putFile(owner, 'pages.pdf', tinyPdf(['One', 'Two', 'Three']))
  await app.coffer.storage.api.thumbnails.work()
  const { token } = await makeShare(owner, file)
  const html = await pageOf(token)
  for (const page of [2, 3]) t.match(html, `alt="Page ${page} of pages.pdf"`)
})
