import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { heicFile } from '../support/heic-files.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyPdf } from '../support/tiny-files.ts'
import { mp3With } from '../support/tiny-recordings.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })
const hostile = '</pre><script>window.harmed = true</script>\n'
/** Pages that several subtests open links in: each begins with a load of its own. */
const [phone, wide, plain] = [
  await browser.visit(`${app.url}/contact-us`, { width: 390, height: 844 }),
  await browser.visit(`${app.url}/contact-us`),
  await browser.visit(`${app.url}/contact-us`, { width: 390, height: 844, scripts: false }),
]
const open = async (page: Page, token: string) => {
  await page.goto(`${app.url}/share/${token}/file`)
  if (page !== plain) await hydrated(page)
}
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

  for (const [page, width, theme] of [
    [phone, 390, 'dark'],
    [wide, 1440, 'light'],
  ] as const) {
    await open(page, token)
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    const text = await page.locator('pre').innerText()
    t.ok(text.startsWith('</pre><script>') && text.trimEnd().endsWith('A line of the report.'))
    t.equal(await page.evaluate(() => 'harmed' in window), false)
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    t.strictSame(await axeFaults(page), [])
    await picture(page, `share-file-text-${width}`)
  }
  await open(plain, token)
  await plain.getByText('The first').waitFor()
  t.strictSame(browser.errors, [])
})

t.test('file page: a recording has a player, and nothing of it is fetched before it is played', async (t) => {
  const file = await putFile(owner, 'song.mp3', mp3With(Buffer.alloc(0)))
  const share = await makeShare(owner, file)
  await open(wide, share.token)
  await wide.locator('audio[controls]').waitFor()
  t.strictSame(await axeFaults(wide), [])
  await picture(wide, 'share-file-audio')
  const { body } = await owner.client.get<{ data: { attributes: { downloads: number; opened: number } } }>(
    `/api/share/${share.token}`,
  )
  t.match(body.data.attributes, { downloads: 0 })
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
  const page = phone
  await open(page, svg.token)
  const image = page.getByRole('img', { name: 'Preview of plan.svg' })
  await eventually(t, () => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth), 40)
  await picture(page, 'share-file-svg-390')
  const withheld = await makeShare(owner, await putFile(owner, 'secret.svg', drawing), { download: false })
  t.notMatch(await pageOf(withheld.token), 'data:image/svg')
  const bmp = await makeShare(owner, await putFile(owner, 'dot.bmp', bitmap))
  await open(page, bmp.token)
  t.strictSame(await axeFaults(page), [])
  await picture(page, 'share-file-bmp-390')
  await page.getByRole('link', { name: 'Show the picture' }).click()
  await page.getByRole('dialog').locator('img').first().waitFor()
  for (const { token } of [svg]) {
    const { body } = await owner.client.get<{ data: { attributes: object } }>(`/api/share/${token}`)
    t.match(body.data.attributes, { downloads: 0 })
  }
})

t.test(
  'file page: a HEIC is shown by its thumbnail, without scripts and in the viewer; the download is the file',
  async (t) => {
    const bytes = heicFile({ columns: 3, rows: 2, turns: 1 })
    const file = await putFile(owner, 'photo.heic', bytes)
    const broken = await makeShare(owner, await putFile(owner, 'cut.heic', bytes.subarray(0, 600)))
    await app.coffer.storage.api.thumbnails.makeAllPending()
    const { token } = await makeShare(owner, file)
    const html = await pageOf(token)
    t.match(html, /<img [^>]*width="1024" height="1536" alt="Preview of photo.heic"/)
    await open(plain, token)
    const links = plain.getByRole('link', { name: /^(View|Preview of photo.heic)$/ })
    const hrefs = await links.evaluateAll((found) =>
      found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    )
    t.strictSame(hrefs, Array(2).fill(`/thumbnail/xl/${file.id}`))

    await open(wide, token)
    await picture(wide, 'share-file-heic')
    await wide.getByRole('link', { name: 'View', exact: true }).click()
    const shown = wide.getByRole('dialog').locator('[data-frame] img')
    await eventually(
      t,
      () => shown.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth),
      true,
    )
    await picture(wide, 'share-viewer-heic')
    const { body } = await owner.client.get<{ data: { attributes: object } }>(`/api/share/${token}`)
    t.match(body.data.attributes, { downloads: 0 })
    await wide.keyboard.press('Escape')
    const download = wide.waitForEvent('download')
    await wide.getByRole('link', { name: 'Download' }).first().click()
    t.ok(readFileSync(await (await download).path()).equals(bytes))

    await open(wide, broken.token)
    await wide.getByText('This kind of file can’t be previewed.').waitFor()
    t.equal(await wide.getByRole('link', { name: 'View', exact: true }).count(), 0)
    t.strictSame(browser.errors, [])
  },
)

t.test('file page: a recording that cannot be played says so', async () => {
  const { token } = await makeShare(owner, await putFile(owner, 'gone.mp3', mp3With(Buffer.alloc(0))))
  const page = await browser.visit(`${app.url}/share/${token}/file`)
  await page.waitForSelector('html[data-hydrated]')
  await page.route('**/file/**', (route) => route.fulfill({ status: 403, body: '' }))
  await page.locator('audio').evaluate((player: HTMLMediaElement) => player.play().catch(() => undefined))
  await page.getByText('This file couldn’t be played here.').waitFor()
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
    await open(phone, token)
    t.strictSame(await axeFaults(phone), [])
    t.equal(await phone.evaluate(() => 'harmed' in window), false)
    t.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390)
  }
})

t.test('file page: long code is highlighted where it is read, and has each line once', async (t) => {
  const source = Array.from({ length: 300 }, (_, n) => `export const answer${n} = \`\n${n}\n\``).join('\n')
  const { token } = await makeShare(owner, await putFile(owner, 'long.ts', source))
  t.equal(
    (await pageOf(token)).match(/<span class="hljs-keyword">export/g)?.length,
    33,
    'in the first eighty lines and the last eighteen',
  )
  const page = wide
  await open(page, token)
  const code = page.locator('pre code')
  t.equal(await code.textContent(), source)
  t.equal(
    await code.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return String(getSelection())
    }),
    source,
    'as it is copied',
  )
  const height = () => page.locator('pre').evaluate((element) => element.scrollHeight)
  const before = await height()
  const lines = page.locator('.code-lines').nth(15)
  t.equal(await lines.locator('.hljs-keyword').count(), 0)
  await lines.evaluate((element) => element.scrollIntoView())
  await lines.locator('.hljs-keyword').first().waitFor()
  t.equal(await height(), before)
  t.equal(await code.textContent(), source)
})

t.test(
  'file page: separated values are a table, and a text that begins with an empty line loads without an error',
  async (t) => {
    const rows = await makeShare(owner, await putFile(owner, 'members.csv', 'Name,Since\n"Lee, Ann",2019\n'))
    t.match(
      await pageOf(rows.token),
      /<th>Name<\/th><th>Since<\/th>.*<td>Lee, Ann<\/td><td class="align-right">2019<\/td>/,
    )
    const blank = await makeShare(owner, await putFile(owner, 'late.txt', '\n\nIt begins late.\n'))
    await open(phone, rows.token)
    t.strictSame(await axeFaults(phone), [])
    await open(phone, blank.token)
    t.equal(await phone.locator('pre').evaluate((pre) => pre.textContent), '\n\nIt begins late.\n')
    t.strictSame(browser.errors, [])
  },
)

t.test('file page: a kind without a preview says so, and offers no viewer', async (t) => {
  const { token } = await makeShare(owner, await putFile(owner, 'backup.xyz', Buffer.from([0, 1, 2, 3, 255, 254])))
  await open(wide, token)
  await wide.getByText('This kind of file can’t be previewed.').waitFor()
  await wide.getByRole('link', { name: 'Download' }).waitFor()
  t.equal(await wide.getByRole('link', { name: 'View' }).count(), 0)
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

t.test('file page: the first page of a PDF is a picture in the HTML, its place kept free', async (t) => {
  const file = await putFile(owner, 'letter.pdf', tinyPdf(['Dear reader']))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, file)
  t.match(await pageOf(token), /<img [^>]*width="612" height="792" alt="Preview of letter.pdf"/)
})

t.test('file page with downloads: further pages of a PDF are there too', async (t) => {
  const file = await putFile(owner, 'pages.pdf', tinyPdf(['One', 'Two', 'Three']))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, file)
  const html = await pageOf(token)
  for (const page of [2, 3]) t.match(html, `alt="Page ${page} of pages.pdf"`)
})

t.test('file page: pages of a PDF load when they come near, without scripts all of them', async (t) => {
  const lines = Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`)
  const file = await putFile(owner, 'book.pdf', tinyPdf(lines))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, file)
  const page = phone
  await open(page, token)
  const widthOf = (n: number) =>
    page.getByRole('img', { name: `Page ${n} of book.pdf` }).evaluate((img: HTMLImageElement) => img.naturalWidth)
  await page.waitForLoadState('networkidle')
  t.strictSame([await widthOf(4), await widthOf(12)], [612, 612], 'empty pictures of those two screens below')
  const last = page.getByRole('img', { name: 'Page 12 of book.pdf' })
  const { height } = (await last.boundingBox()) ?? { height: 0 }
  t.ok(height > 400, 'its place is kept free')
  await last.scrollIntoViewIfNeeded()
  await eventually(t, () => widthOf(12), 1_440)
  await open(plain, token)
  const second = plain.getByRole('img', { name: 'Page 2 of book.pdf' })
  await second.scrollIntoViewIfNeeded()
  await eventually(t, () => second.evaluate((img: HTMLImageElement) => img.naturalWidth), 1_440)
  t.strictSame(browser.errors, [])
})
