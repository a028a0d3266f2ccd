import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { listAll } from '../support/upload-queue.ts'

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

t.test('early click: a button that is pressed again during hydration acts once', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`)
  // As soon as the root exists, before React has hydrated any of it.
  await page.addInitScript(() => {
    let recorder: unknown = null
    const pressTheme = () => {
      const button = document.querySelector('button[aria-label="Theme: Light"]')
      const init = { bubbles: true, cancelable: true, button: 0, detail: 1 }
      for (const type of ['pointerdown', 'pointerup', 'click']) button?.dispatchEvent(new PointerEvent(type, init))
    }
    const record = (event: Event) => typeof recorder === 'function' && recorder(event)
    addEventListener('click', record)
    Object.defineProperty(window, 'onclick', {
      get: () => recorder,
      set: (value) => {
        recorder = value
        if (value === null) queueMicrotask(pressTheme)
      },
    })
  })
  const load = await openWithoutScripts(page, '/sign-in')
  await page.getByRole('button', { name: 'Theme: Light' }).click()
  await load()
  await page.getByText('Dark', { exact: true }).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('early click: on a phone, the repeated click does what phones do', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(`${app.url}/platform/files`, { as: person, width: 390, height: 844 })
  const loading = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => loading.promise.then(() => route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'New folder' }).first().tap()
  loading.resolve()
  await page.getByRole('dialog').waitFor()
  t.same(await listAll(person.client, null), [], 'no folder is made without a name')
})

t.test('early click: what a script sends to the document is no error', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`)
  const load = await openWithoutScripts(page, '/sign-in')
  await page.evaluate(() => document.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  await load()
  await page.getByRole('button', { name: 'Theme: Light' }).click()
  await page.getByText('Dark', { exact: true }).waitFor()
  t.strictSame(browser.errors, [])
})
