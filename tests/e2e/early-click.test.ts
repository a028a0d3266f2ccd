import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)

/** Opens a page whose scripts arrive when `load` is called. */
const openWithoutScripts = async (page: Page, path: string) => {
  const loading = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => loading.promise.then(() => route.continue()))
  await page.goto(app.url + path, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Theme: Light' }).waitFor()
  return async () => {
    loading.resolve()
    await hydrated(page)
  }
}

for (const width of [390, 1440])
  t.test(`early click: a button pressed before the page is hydrated acts afterwards, ${width} px`, async (t) => {
    const page = await browser.visit(`${app.url}/sign-in`, { width })
    const load = await openWithoutScripts(page, '/sign-in')
    await page.getByRole('button', { name: 'Theme: Light' }).click()
    await load()
    await page.getByText('Dark', { exact: true }).click()
    await eventually(t, () => page.evaluate(() => document.documentElement.dataset.theme), 'dark')
    t.strictSame(browser.errors, [])
  })

t.test('early click: only the last click is repeated, and none of long ago', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`)
  const load = await openWithoutScripts(page, '/sign-in')
  await page.getByRole('button', { name: 'Theme: Light' }).click()
  await page.getByLabel('Email').click()
  await load()
  t.equal(await page.getByText('Dark', { exact: true }).count(), 0, 'the last click counts')

  const loadLater = await openWithoutScripts(page, '/sign-in')
  await page.getByRole('button', { name: 'Theme: Light' }).click()
  await page.evaluate(() => {
    const { earlyClick } = window
    window.earlyClick = new Proxy(earlyClick as PointerEvent, {
      get: (event, key) => (key === 'timeStamp' ? event.timeStamp - 10_000 : Reflect.get(event, key, event)),
    })
  })
  await loadLater()
  t.equal(await page.getByText('Dark', { exact: true }).count(), 0)
  t.strictSame(browser.errors, [])
})
