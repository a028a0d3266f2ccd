import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, picture, revisit, type Visit } from '../support/browser.ts'
import { mailsTo } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const { settings } = app.coffer.platform
const paths = ['/', '/page/terms-of-service', '/page/cookie-policy', '/contact-us']

/** Pages that every test goes on in; the last one runs no scripts. */
const empty = (visit: Visit) => browser.visit(`${app.url}/robots.txt`, { ...visit, hydrates: false })
const [desktop, phone, plain] = [await empty({}), await empty({ width: 390 }), await empty({ scripts: false })]
const open = (page: Page, path: string, visit: Pick<Visit, 'theme' | 'notice'> = {}) =>
  revisit(page, app.url + path, { ...visit, hydrates: page !== plain })

t.test('public pages: accessible and within the window, in both themes and languages', async (t) => {
  for (const [page, width, theme, language] of [
    [phone, 390, 'dark', 'de'],
    [desktop, 1024, 'light', 'de'],
    [desktop, 1440, 'dark', 'en'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await open(page, `${path}?lang=${language}`, { theme })
      t.equal(await page.evaluate(() => document.documentElement.lang), language)
      t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path)
      t.strictSame(await axeFaults(page), [], path)
      await picture(page, `site${path.replaceAll('/', '-')}-${width}`)
    }
  }
  t.strictSame(browser.errors, [])
})

t.test('home page: its own texts and sections, and a picture for the theme and the width', async (t) => {
  await settings.set({
    header_title: 'Our files',
    section_get_started: false,
    footer_content: '[Us](https://us.example)',
  })
  const dark = await open(desktop, '/', { theme: 'dark' })
  t.equal(await dark.locator('h1').innerText(), 'Our files')
  t.equal(await dark.getByText('Start with one folder').count(), 0)
  t.equal(await dark.getByRole('link', { name: 'Us', exact: true }).getAttribute('href'), 'https://us.example')
  const sourceOf = (page: typeof dark) =>
    page.locator('picture img').evaluate((img: HTMLImageElement) => img.currentSrc)
  t.match(await sourceOf(dark), /files-dark\..*avif$/)
  t.match(await sourceOf(await open(phone, '/')), /phone-light\..*avif$/)
  await dark.getByRole('button', { name: 'Theme: Dark' }).click()
  await dark.getByRole('menuitemcheckbox', { name: 'Light' }).click()
  await eventuallyMatches(t, () => sourceOf(dark), /files-light\..*avif$/, 'the theme that is chosen now')
})

t.test('home page: the visible plans with their prices, without scripts too', async (t) => {
  await settings.set({ subscription_type: 'fixed', pricing_title: 'What it costs' })
  const by = { actorId: (await signUp(app)).id, ip: '127.0.0.1' }
  const content = { description: 'For teams', max_storage_bytes: 5e11, max_team_members: 1_000, meters: null }
  const newPlan = (name: string, amount: number, interval: 'month' | 'year') =>
    app.coffer.billing.plans.create(by, 'fixed', { ...content, name, amount, interval, currency: 'USD' })
  await newPlan('Pro', 1_900, 'month')
  await newPlan('Pro', 19_000, 'year')
  await newPlan('For agencies with very many freelancers', 4_900, 'month')
  const hidden = await newPlan('Secret', 100, 'month')
  await app.coffer.billing.plans.update(by, hidden.plan_id, { visible: false })
  const page = await open(plain, '/')
  const plan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Pro' }) })
  t.same((await plan.innerText()).split(/\n+/), [
    'Pro',
    '$19.00 per month',
    '$190.00 per year',
    'For teams',
    '500 GB of storage',
    '1,000 team members',
    'Choose Pro',
  ])
  await page.getByRole('heading', { name: 'What it costs' }).waitFor()
  t.equal(await page.getByText('Secret').count(), 0)
  for (const [shown, width, theme] of [
    [phone, 390, 'dark'],
    [desktop, 1024, 'light'],
  ] as const) {
    await shown.setViewportSize({ width, height: 900 })
    const seen = await open(shown, '/', { theme })
    t.equal(await seen.evaluate(() => document.documentElement.scrollWidth), width)
    t.strictSame(await axeFaults(seen), [])
    await picture(seen, `home-prices-${width}`)
  }
  await settings.set({ section_pricing_content: false })
  const without = await open(plain, '/?2')
  t.equal(await without.getByText('per month').count(), 0)
  await settings.set({ subscription_type: 'none' })
})

t.test('cookie notice: stays away once it is closed, with and without scripts', async (t) => {
  for (const page of [desktop, plain]) {
    await open(page, '/contact-us', { notice: true })
    const posted = page.waitForResponse('**/appearance')
    await page.getByRole('button', { name: 'Close' }).click()
    await posted
    await page.goto(`${app.url}/`)
    await page.locator('h1').waitFor()
    t.equal(await page.getByText('We use only the cookies').count(), 0)
  }
})

t.test('language menu: prevails over the language of the URL; an answer about cookies keeps that', async (t) => {
  const lang = (page: Page) => page.evaluate(() => document.documentElement.lang)
  const page = await open(desktop, '/?lang=de&x=1')
  t.equal(await lang(page), 'de')
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  t.equal(page.url(), `${app.url}/?x=1`)
  await open(plain, '/?lang=de', { notice: true })
  await plain.getByRole('button', { name: 'Schließen' }).click()
  await plain.waitForLoadState()
  t.equal(plain.url(), `${app.url}/?lang=de`)
  await plain.getByRole('button', { name: 'English' }).click()
  await plain.waitForURL(`${app.url}/`)
  t.match(await plain.content(), '<html lang="en"')
})

t.test('contact form: sends with and without scripts, and says what is wrong', async (t) => {
  await settings.set({ contact_email: 'desk@example.org' })
  for (const page of [desktop, plain]) {
    const scripts = page === desktop
    await open(page, '/contact-us')
    await page.getByLabel('Your email').fill('a@b')
    await page.getByLabel('Message').fill('Hello there')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('This isn’t a valid email address.').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    if (scripts) await eventually(t, focused, 'email', 'the focus is where something is wrong')
    t.equal(await page.getByLabel('Message').inputValue(), 'Hello there')
    t.equal(await page.getByLabel('Your email').inputValue(), 'a@b')
    await page.getByLabel('Your email').fill('grace@example.org')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Your message was sent.').waitFor()
    const textOfFocus = () => page.evaluate(() => document.activeElement?.textContent)
    if (scripts) await eventually(t, textOfFocus, 'Thank you. Your message was sent.')
  }
  await eventually(t, async () => (await mailsTo(app.dataDir, 'desk@example.org')).length, 2)
  t.strictSame(browser.errors, [])
})
