import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { pagesTest } from '../support/pages-test.ts'
import { poll } from '../support/poll.ts'
import { makeReport, makeShare, putFile } from '../support/shares.ts'
import { tinyPhoto } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })

t.test('public pages: the inlined rules style the page as the whole style sheets do', async (t) => {
  const { token } = await makeShare(owner, { id: await makeReport(owner), type: 'folder' })
  const folder = { id: await makeReport(owner), type: 'folder' }
  const locked = await makeShare(owner, folder, { password: 'harbour at dawn' })
  const notes = await makeShare(owner, await putFile(owner, 'notes.md', '# Größe\n\n- [x] żółw\n\n`code`\n'))
  const request = await makeFileRequest(owner, { require_name: true })
  // On a busy machine, the thread that formats texts starts too late for the first visitor, who sees the plain text.
  const pageOfNotes = async () => (await anonymous(app).fetch(`/share/${notes.token}/file`)).text()
  await poll(pageOfNotes, (html) => html.includes('<h2>Größe</h2>'))
  for (const [path, width] of [
    [`/share/${token}/files`, 390],
    [`/share/${token}/files?display=grid`, 1440],
    [`/share/${locked.token}/authenticate`, 1440],
    [`/share/${notes.token}/file`, 390],
    [`/request/${request.token}/upload`, 1440],
    ['/sign-in', 390],
    ['/sign-up', 1440],
    ['/forgotten-password', 390],
  ] as const) {
    const page = await browser.visit(`${app.url}/sign-in`, { scripts: false, width })
    // As one text: Playwright takes seconds of the processor for so many values.
    const styles = async () => {
      // Rows have no layout of their own before the first frame (`content-visibility`).
      await page.screenshot()
      const text = await page.evaluate(() => {
        // Chromium focuses it with some frame after the load.
        document.querySelector<HTMLElement>('[autofocus]')?.focus()
        // Whole sheets style elements that only browsers without scripts show.
        for (const element of document.querySelectorAll('noscript')) element.remove()
        const stylesOf = [...document.querySelectorAll('body, #root *')].map((element) => {
          const computed = getComputedStyle(element)
          return [...computed].map((name) => `${name}: ${computed.getPropertyValue(name)}`)
        })
        return JSON.stringify(stylesOf)
      })
      return JSON.parse(text) as string[][]
    }
    // Declarations without a visible effect before the whole sheets are loaded are not inlined.
    const isLate = (value: string) => /^(?:transition|cursor|-webkit-tap-highlight-color)\b/.test(value)
    // Neither a transition that is under way nor a font that came in time may differ.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/*.woff2', (route) => route.abort())
    await page.route('**/*.css', (route) => route.abort())
    await page.goto(`${app.url}${path}`)
    const inlined = await styles()
    await page.unroute('**/*.css')
    await page.goto(`${app.url}${path}`)
    const whole = await styles()
    t.ok(whole.length > 20)
    const differing = inlined.flatMap((values, at) =>
      values.filter((value) => !whole[at]?.includes(value) && !isLate(value)),
    )
    t.strictSame(differing.slice(0, 20), [], `${path} at ${width} px`)
    await page.context().close()
  }
})

t.test('share link: style sheets are fetched once and do not block rendering', async (t) => {
  const { token } = await makeShare(owner, { id: await makeReport(owner), type: 'folder' }, { permission: 'editor' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  // Lazy parts need some of the style sheets.
  await page.getByRole('button', { name: 'Select', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Figures.txt' }).waitFor()
  const sheets = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus: string })[])
      .filter(({ name }) => name.endsWith('.css'))
      .map(({ name, renderBlockingStatus }) => ({ name, renderBlockingStatus })),
  )
  t.ok(sheets.length > 0)
  t.equal(new Set(sheets.map(({ name }) => name)).size, sheets.length, 'none twice')
  t.ok(
    sheets.every(({ renderBlockingStatus }) => renderBlockingStatus === 'non-blocking'),
    'none delays the first paint',
  )
})

t.test('scripts of a link to a picture are fetched when the picture is there', async (t) => {
  const photo = await putFile(owner, 'Lake.jpg', await tinyPhoto(20, 2_000, 1_200))
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const { token } = await makeShare(owner, photo)
  const page = await browser.visit(`${app.url}/sign-in`, { scripts: true })
  const seen: string[] = []
  const note = (url: string, mark: string) => {
    if (/thumbnail/.test(url)) seen.push(`picture ${mark}`)
    if (/\.(js|css)$/.test(new URL(url).pathname) && mark === 'asked') seen.push('code')
  }
  page.on('request', (request) => note(request.url(), 'asked'))
  page.on('requestfinished', (request) => note(request.url(), 'here'))
  await page.goto(`${app.url}/share/${token}/file`)
  await page.locator('main img').evaluate((image: HTMLImageElement) => image.decode())
  await poll(() => seen.includes('code'))
  t.strictSame(seen.slice(0, 3), ['picture asked', 'picture here', 'code'])
})

t.test('public pages: style sheets, texts and scripts wait for the first paint and the picture in it', async (t) => {
  for (const path of ['/', '/contact-us', '/sign-in']) {
    const page = await browser.visit(`${app.url}${path}`, { width: 390 })
    const { painted, pictures, early } = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const pictures = resources.filter(({ initiatorType }) => initiatorType === 'img')
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      const shown = Math.max(painted, ...pictures.map(({ responseEnd }) => responseEnd))
      const isEarly = ({ startTime }: PerformanceResourceTiming) => startTime < shown
      const early = resources.filter((one) => isEarly(one) && /\/(assets|translations)\//.test(one.name))
      return { painted, pictures: pictures.length, early: early.map(({ name }) => name) }
    })
    t.ok(painted > 0, path)
    t.equal(pictures, path === '/' ? 1 : 0)
    const others = early.filter((name) => !/\.(woff2|avif|webp)$/.test(name))
    t.strictSame(others, [], `${path}: nothing competes with the first paint`)
    await page.context().close()
  }
})
