import t from 'tap'
import { axeFaults, picture } from '../support/browser.ts'
import { mailsTo } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const { settings } = app.coffer.platform
const paths = ['/', '/page/terms-of-service', '/page/cookie-policy', '/contact-us']

t.test('public pages: accessible and within the window, in both themes and languages', async (t) => {
  for (const [width, theme, locale] of [
    [390, 'dark', 'de-DE'],
    [1024, 'light', 'de-DE'],
    [1440, 'dark', 'en-US'],
  ] as const) {
    const page = await browser.visit(`${app.url}/`, { width, theme, locale })
    for (const path of paths) {
      await page.goto(app.url + path)
      await page.waitForSelector('html[data-hydrated]')
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path)
      t.strictSame(await axeFaults(page), [], path)
      await picture(page, `site${path.replaceAll('/', '-')}-${width}`)
    }
    await page.context().close()
  }
  t.strictSame(browser.errors, [])
})

t.test('home page: its own texts and sections, and a picture for the theme and the width', async (t) => {
  await settings.set({
    header_title: 'Our files',
    section_get_started: false,
    footer_content: '[Us](https://us.example)',
  })
  const dark = await browser.visit(`${app.url}/`, { theme: 'dark' })
  t.equal(await dark.locator('h1').innerText(), 'Our files')
  t.equal(await dark.getByText('Start with one folder').count(), 0)
  t.equal(await dark.getByRole('link', { name: 'Us', exact: true }).getAttribute('href'), 'https://us.example')
  const sourceOf = (page: typeof dark) =>
    page.locator('picture img').evaluate((img: HTMLImageElement) => img.currentSrc)
  t.match(await sourceOf(dark), /files-dark\..*avif$/)
  t.match(await sourceOf(await browser.visit(`${app.url}/`, { width: 390 })), /phone-light\..*avif$/)
})

t.test('cookie notice: stays away once it is closed, with and without scripts', async (t) => {
  for (const scripts of [true, false]) {
    const page = await browser.visit(`${app.url}/contact-us`, { scripts })
    const posted = page.waitForResponse('**/appearance')
    await page.getByRole('button', { name: 'Close' }).click()
    await posted
    await page.goto(`${app.url}/`)
    await page.locator('h1').waitFor()
    t.equal(await page.getByText('We use only the cookies').count(), 0)
  }
})

t.test('contact form: sends with and without scripts, and says what is wrong', async (t) => {
  await settings.set({ contact_email: 'desk@example.org' })
  for (const scripts of [true, false]) {
    const page = await browser.visit(`${app.url}/contact-us`, { scripts })
    await page.getByLabel('Your email').fill('a@b')
    await page.getByLabel('Message').fill('Hello there')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('This isn’t a valid email address.').waitFor()
    await page.getByLabel('Your email').fill('grace@example.org')
    await page.getByLabel('Message').fill('Hello there')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Your message was sent.').waitFor()
  }
  await eventually(t, async () => (await mailsTo(app.dataDir, 'desk@example.org')).length, 2)
  t.strictSame(browser.errors, [])
})
