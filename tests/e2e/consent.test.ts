import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, setCookies } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const { settings } = app.coffer.platform

t.test(
  'consent: services of other companies load after consent only, and nothing of them is there without',
  async (t) => {
    const home = () =>
      fetch(app.url).then(async (answer) => ({
        csp: answer.headers.get('content-security-policy') ?? '',
        html: await answer.text(),
      }))
    const before = await home()
    t.notMatch(`${before.csp} ${before.html}`, /thirdParty|google/i)
    await settings.set({
      google_analytics: 'G-ABC123XYZ',
      allowed_adsense: true,
      adsense_client_id: 'ca-pub-1234567890123456',
      adsense_banner_02: '2234567890',
      adsense_banner_03: '3234567890',
    })
    t.notMatch((await home()).csp, /google/i, 'closed without consent')

    const page = await browser.visit(`${app.url}/contact-us`)
    const requests: string[] = []
    await page.context().route(/google/, (route) => {
      requests.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    const notice = page.getByRole('form', { name: 'Cookies' }).or(page.locator('form:has(button[value=accepted])'))
    t.strictSame(await axeFaults(page), [])
    await notice.getByRole('button', { name: 'Decline' }).press('Enter')
    await page.getByRole('button', { name: 'Cookie settings' }).waitFor()
    await page.goto(app.url)
    await hydrated(page)
    t.strictSame(requests, [], 'declined')

    await page.getByRole('button', { name: 'Cookie settings' }).press('Enter')
    await notice.getByRole('button', { name: 'Accept' }).press('Enter')
    await eventually(t, async () => requests.some((url) => url.includes('gtag/js?id=G-ABC123XYZ')), true)
    await eventually(t, async () => requests.some((url) => url.includes('adsbygoogle.js')), true)
    t.equal(await page.locator('ins[data-ad-slot="3234567890"]').count(), 1)
    await page.getByRole('link', { name: 'Contact us' }).first().click()
    await page.locator('ins[data-ad-slot="2234567890"]').waitFor({ state: 'attached' })
    const views = () =>
      page.evaluate(
        () =>
          (window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer?.filter((entry) => entry[1] === 'page_view')
            .length,
      )
    await eventually(t, views, 2)
    t.match((await page.request.get(app.url)).headers()['content-security-policy'], /google-analytics/)

    await page.goto(`${app.url}/sign-in`)
    await hydrated(page)
    t.equal(await page.locator('script[src*=google]').count(), 0, 'no script where nothing is measured')
    t.strictSame(browser.errors, [])
  },
)

t.test('consent leaves what is typed or running; a later page has a document of its own', async (t) => {
  const page = await browser.visit(`${app.url}/robots.txt`, { notice: true, hydrates: false })
  await page.context().route(/google/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  const accept = async (path: string, field: string) => {
    await page.context().clearCookies({ name: 'cookie_notice' })
    await page.goto(app.url + path)
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { earlier: true }))
    await page.getByLabel(field).fill('Some words')
    await Promise.all([
      page.waitForResponse(/pageContext\.json/),
      page.getByRole('button', { name: 'Accept' }).press('Enter'),
    ])
    await eventually(t, () => page.evaluate(() => document.cookie.includes('cookie_notice=accepted')), true)
    t.equal(await page.getByLabel(field).inputValue(), 'Some words', path)
  }
  const isEarlier = () => page.evaluate(() => 'earlier' in window)
  const home = page.locator('header a').first()
  const ad = (slot: string) => page.locator(`ins[data-ad-slot="${slot}"]`)

  await accept('/sign-up', 'Full name')
  await home.click()
  await ad('3234567890').waitFor({ state: 'attached' })
  t.equal(await isEarlier(), false)

  await accept('/contact-us', 'Message')
  let questions = 0
  page.on('dialog', (dialog) => {
    questions += 1
    return dialog.dismiss()
  })
  await page.evaluate(() => {
    const running = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', running)
    window.addEventListener('ended', () => window.removeEventListener('beforeunload', running))
  })
  await home.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`${app.url}/`)
  await page.getByRole('button', { name: 'Cookie settings' }).waitFor()
  t.equal(await isEarlier(), true, 'while something runs')
  t.equal(await ad('3234567890').count(), 0)
  await page.evaluate(() => window.dispatchEvent(new Event('ended')))
  await page.getByRole('link', { name: 'Contact us' }).first().click()
  await ad('2234567890').waitFor({ state: 'attached' })
  t.equal(await isEarlier(), false)
  t.equal(questions, 0)
  t.strictSame(browser.errors, [])
})

/** Whether the notice hides a control of the page. */
const covers = (page: Page) =>
  page.evaluate(() => {
    const notice = document.querySelector('.cookie-notice')
    return [...document.querySelectorAll('a, button, input')].some((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      if (width === 0) return false
      const over = document.elementFromPoint(x + width / 2, y + height / 2)
      return over !== null && notice?.contains(over) && !notice.contains(control)
    })
  })

t.test('without a home page, the notice on the sign-in page is answered for all pages', async (t) => {
  await settings.set({ allow_homepage: false, adsense_banner_01: '1234567890' })
  const owner = await signUp(app)
  const page = await browser.visit(`${app.url}/sign-in`, { width: 390, height: 844, notice: true })
  await page.context().route(/google/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  const accept = page.getByRole('button', { name: 'Accept' })
  t.equal(await covers(page), false)
  t.strictSame(await axeFaults(page), [])
  await page.getByRole('link', { name: 'Cookie policy' }).first().focus()
  await page.keyboard.press('Tab')
  await Promise.all([page.waitForResponse(/pageContext\.json/), page.keyboard.press('Enter')])
  t.equal(new URL(page.url()).pathname, '/sign-in')
  for (const path of ['/sign-in', '/sign-up', '/page/privacy-policy']) {
    await page.goto(app.url + path)
    await page.locator('h1').waitFor()
    t.equal(await accept.count(), 0, path)
  }
  await setCookies(page.context(), app.url, { as: owner, notice: true })
  await page.goto(`${app.url}/platform/files`)
  await page.locator('ins[data-ad-slot="1234567890"]').waitFor({ state: 'attached' })
  t.equal(await accept.count(), 0)
  await page.goto(`${app.url}/user/profile`)
  await page.getByRole('button', { name: 'Cookie settings' }).press('Enter')
  await accept.waitFor()
  t.equal(await covers(page), false)
  await page.getByRole('button', { name: 'Decline' }).press('Enter')
  await page.getByRole('button', { name: 'Cookie settings' }).waitFor()
  t.equal(await accept.count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('the notice of a shared folder: answered without scripts; absent where the page is embedded', async (t) => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, 'Photos')
  await makeFolder(owner, 'Lisbon', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const shared = `${app.url}/share/${token}/files`
  const page = await browser.visit(shared, { scripts: false, notice: true })
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' })
  t.equal(page.url(), shared)

  const other = await browser.visit(`${app.url}/sign-in`, { notice: true })
  await other.route('**/embedding', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${shared}" width="900" height="700"></iframe>` }),
  )
  const embedded = other.frameLocator('iframe')
  const decline = embedded.getByRole('button', { name: 'Decline' })
  await other.goto(`${app.url}/embedding`)
  await embedded.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await embedded.getByRole('link', { name: 'Lisbon', exact: true }).click()
  await embedded.getByRole('heading', { name: 'Lisbon' }).waitFor()
  t.equal(await decline.count(), 0)

  // Over plain HTTP, browsers do not say that the page is embedded.
  const headers = { accept: 'text/html', 'accept-language': 'en-US' }
  await other.route(shared, async (route) => route.fulfill({ response: await route.fetch({ headers }) }))
  await other.goto(`${app.url}/embedding`)
  await embedded.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await decline.waitFor({ state: 'detached' })
  t.strictSame(browser.errors, [])
})

t.test('wide windows: the notice floats above a long page, and its end scrolls clear of it', async (t) => {
  const owner = await signUp(app)
  const { token } = await makeShare(owner, { id: await makeFolder(owner, 'Photos'), type: 'folder' })
  const visit = { width: 1280, height: 720, locale: 'de-DE', notice: true }
  const page = await browser.visit(`${app.url}/share/${token}/files`, visit)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  t.equal(await covers(page), false)
  await page.goto(`${app.url}/page/privacy-policy`)
  const { y, height } = (await page.locator('.cookie-notice').boundingBox()) ?? { y: 0, height: 0 }
  t.ok(height > 0 && y + height <= visit.height, 'in view')
})
