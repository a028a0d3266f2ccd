import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, picture } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeShare, putFile } from '../support/shares.ts'
import { mp3With } from '../support/tiny-recordings.ts'

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

t.test('file page without downloads: text as its first pages; a recording says that there is no preview', async (t) => {
  const text = await makeShare(owner, await putFile(owner, 'notes.txt', 'first page'), { download: false })
  t.match(await pageOf(text.token), 'first page')
  const sound = await makeShare(owner, await putFile(owner, 'other.mp3', mp3With(Buffer.alloc(0))), {
    download: false,
  })
  const requests: string[] = []
  const page = await browser.visit(`${app.url}/share/${sound.token}/authenticate`)
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(`${app.url}/share/${sound.token}/file`)
  await page.getByText('This kind of file can’t be previewed.').waitFor()
  t.equal(await page.locator('audio, video').count(), 0)
  t.strictSame(
    requests.filter((path) => path.startsWith('/file/')),
    [],
  )
})

t.test('file page with counted downloads: a text is not shown, as a short one is the whole file', async (t) => {
  const { token } = await makeShare(owner, await putFile(owner, 'counted.txt', 'counted words'), { max_downloads: 1 })
  t.notMatch(await pageOf(token), 'counted words')
})
