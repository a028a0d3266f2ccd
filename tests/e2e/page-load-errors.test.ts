import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { dropFromDesktop, middleOf, slowUploads } from '../support/desktop-drop.ts'
import { headingShown, row, rowShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { seedFolder } from '../support/seed.ts'

const { app, browser, db, openFiles, newUser } = await filesTest(t)

/** A tab with a user's files, after loading; `same` says whether the page was never reloaded since. */
const begin = async (width = 1280, folders: string[] = []) => {
  const { person, ids } = await newUser(['Inbox', 'Letters', ...folders], 1)
  for (const name of ['Inbox', ...folders]) await seedFolder(db, person.id, 1, { parent: ids[name] ?? '' })
  const page = await openFiles(person, { width, inAdvance: true })
  // The code of the page and of the pages it links to is loaded.
  await page.waitForSelector('html[data-realtime=open]')
  await page.waitForSelector('html[data-prefetched]')
  await page.evaluate(() => Object.assign(window, { running: true }))
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const same = async () => asked.length === 0 && (await page.evaluate(() => 'running' in window))
  return { page, person, ids, same }
}
const setOffline = (page: Page, now: boolean) => page.context().setOffline(now)
const failed = (page: Page) => page.getByRole('alert').getByText('Couldn’t load this list').waitFor()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

t.test('page load errors: offline, navigation stays in the app and succeeds once online; a 404 is none', async (t) => {
  const { page, person, ids, same } = await begin()
  await setOffline(page, true)
  await row(page, 'Letters').dblclick()
  await headingShown(page, 'Letters')
  await failed(page)
  await eventuallyMatches(t, async () => page.url(), new RegExp(`/platform/files/${ids.Letters}$`))
  await page.goBack()
  await rowShown(page, 'Inbox')
  await link(page, 'Trash').click()
  await headingShown(page, 'Trash')
  await failed(page)
  await eventuallyMatches(t, async () => page.url(), /\/platform\/trash$/)
  await link(page, 'Recent Uploads').click()
  await headingShown(page, 'Recent Uploads')
  await failed(page)
  await page.goBack()
  await headingShown(page, 'Trash')
  await page.goBack()
  await rowShown(page, 'Inbox')
  await page.goForward()
  await headingShown(page, 'Trash')
  await failed(page)
  t.ok(await same(), 'the app was never reloaded')
  await setOffline(page, false)
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, () => page.title(), 'Trash – Coffer')
  await page.goBack()
  await row(page, 'Inbox').dblclick()
  await rowShown(page, 'item 1.bin')
  await eventually(t, () => page.title(), 'Inbox – Coffer')
  await setOffline(page, true)
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'My Files' }).click()
  await rowShown(page, 'Letters')
  await eventuallyMatches(t, async () => page.url(), /\/platform\/files$/, 'from memory')
  t.ok(await same())

  await setOffline(page, false)
  await row(page, 'Letters').dblclick()
  await page.getByText('This folder is empty').waitFor()
  await page.goBack()
  await rowShown(page, 'Letters')
  await person.client.post('/api/remove', { items: [{ id: ids.Letters, type: 'folder' }], force_delete: true })
  await page.goForward()
  await page.getByRole('heading', { name: 'This folder doesn’t exist' }).waitFor()
  t.ok(await same())
})

t.test('page load errors: a page that fails on the server shows the reference of its error', async (t) => {
  const { page, same } = await begin()
  // The database is away.
  let status = 503
  await page.route('**/index.pageContext.json*', (route) =>
    route.fulfill({ status, json: {}, headers: { 'x-request-id': '01234567-89ab-4cde-8f01-23456789abcd' } }),
  )
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Account' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t load this page' })
  await notice.getByText('The page loads as soon as it answers').waitFor()
  status = 500
  await notice.getByText('An error on our side').waitFor()
  t.equal(await notice.locator('code').innerText(), '01234567')
  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  t.ok(await same())
})

t.test(
  'page load errors: other pages show a notice inside the app shell; what is never answered is asked again',
  async (t) => {
    const { page, same } = await begin()
    await setOffline(page, true)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Account' }).click()
    await page.getByRole('alert').getByText('Couldn’t load this page').waitFor()
    await link(page, 'Trash').click()
    await headingShown(page, 'Trash')
    await failed(page)
    await page.goBack()
    await page.getByRole('alert').getByText('Couldn’t load this page').waitFor()
    t.ok(await same())
    await setOffline(page, false)
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    t.ok(await same())

    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Files' }).click()
    await rowShown(page, 'Inbox')
    await setOffline(page, true)
    await link(page, 'Upload requests').click()
    await page.getByRole('alert').getByText('Couldn’t load this page').waitFor()
    await setOffline(page, false)
    await page.getByText('No upload requests yet').waitFor()
    t.ok(await same())

    await page.evaluate(() => {
      const { timeout } = AbortSignal
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 100)
    })
    let unanswered = 1
    await page.route('**/index.pageContext.json*', (route) => {
      unanswered -= 1
      return unanswered < 0 ? route.continue() : undefined
    })
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    t.ok(unanswered < 0, 'asked for again')
    unanswered = 2
    await app.coffer.platform.settings.set({ app_title: 'Loaded at last' })
    await eventuallyMatches(t, () => page.title(), /Loaded at last$/)
    await app.coffer.platform.settings.set({ app_title: 'Coffer' })
    await eventuallyMatches(t, () => page.title(), /Coffer$/)
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Files' }).click()
    await page.route('**/requests/index.pageContext.json*', (route) => route.abort(), { times: 1 })
    await Promise.all([page.waitForEvent('requestfailed'), link(page, 'Upload requests').click()])
    unanswered = 1
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Files' }).click()
    await rowShown(page, 'Inbox')
    unanswered = 2
    await link(page, 'Upload requests').click()
    await page.getByRole('alert').getByText('Check your connection and try again').waitFor()
    t.equal(unanswered, 0, 'a server that does not answer twice is asked again by the person only')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No upload requests yet').waitFor()
    t.ok(await same())

    await page.unroute('**/index.pageContext.json*')
    // The code for passkeys.
    await page.goto(`${app.url}/user/settings/password`)
    await hydrated(page)
    await setOffline(page, true)
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    await page.getByText('Couldn’t load this part').waitFor()
    await page.getByRole('button', { name: 'Reload', exact: true }).waitFor()
    await setOffline(page, false)
    await add.click()
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  },
)

t.test('page load errors: the server fails: the list says so, “Try again” and waiting help', async (t) => {
  const statuses = [500, 502, 503, 429, 0]
  const { page, same } = await begin(
    1280,
    statuses.map((status) => `Status ${status}`),
  )
  const pattern = /pageContext\.json|\/api\/browse/
  for (const status of statuses) {
    const name = `Status ${status}`
    // The list also retries by itself: only the click lets requests through.
    await page.evaluate(() => {
      Object.assign(window, { retried: false })
      const retry = ({ target }: Event) =>
        (target as Element).closest('[role=alert]') && Object.assign(window, { retried: true })
      document.addEventListener('click', retry, { capture: true })
    })
    await page.route(pattern, async (route) => {
      if (await page.evaluate(() => (window as { retried?: boolean }).retried)) return route.continue()
      if (status === 0) return route.abort('connectionrefused')
      if (status === 502) return route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
      return route.fulfill({ status, contentType: 'application/json', body: '{"type":"error","code":"unavailable"}' })
    })
    await row(page, name).dblclick()
    await failed(page)
    // A notice of the realtime connection may be an alert, too.
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this list' })
    t.notMatch(await alert.innerText(), /^\d/m, `${name}: a text, not the status`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowShown(page, 'item 1.bin')
    await eventually(t, () => page.title(), `${name} – Coffer`)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goBack()
    await rowShown(page, name)
  }
  await page.route(pattern, (route) => route.abort('connectionrefused'))
  await link(page, 'Trash').click()
  await failed(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, () => page.title(), 'Trash – Coffer', 'by itself')
  t.ok(await same())
})

t.test('page load errors: on a phone, a running upload continues without a leave prompt', async (t) => {
  const { page, same } = await begin(390)
  const path = join(testFolder(t), 'film.bin')
  writeFileSync(path, randomBytes(6 << 20, seeded(11)))
  await slowUploads(page, 2 << 20)
  await dropFromDesktop(page, [path], await middleOf(page, 'main'))
  await page.locator('[data-upload-panel=running]').waitFor()
  await page.route('**', (route) => route.abort('internetdisconnected'))
  await row(page, 'Letters').tap()
  await failed(page)
  t.ok(await same())
  await slowUploads(page, 0)
  await page.unroute('**')
  await page.locator('[data-upload-panel=finished]').waitFor()
  await page.getByText('This folder is empty').waitFor()
  await page.goBack()
  await rowShown(page, 'film.bin')
  t.ok(await same())
})

t.test(
  'an update of the server: the next page is loaded as a document, unless the person would lose something',
  async (t) => {
    const { page, same } = await begin()
    const texts: string[] = []
    page.on('request', (request) => request.url().includes('/translations/') && texts.push(request.url()))
    await page.route('**/index.pageContext.json*', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const updated = text.replace('"messagesVersion":"', '"build":"another","messagesVersion":"another')
      t.not(updated, text)
      await route.fulfill({ response, body: updated })
    })
    const leave = () => page.evaluate(() => window.dispatchEvent(new Event('allow')))
    await page.evaluate(() => {
      const stay = (event: Event) => event.preventDefault()
      window.addEventListener('beforeunload', stay)
      window.addEventListener('allow', () => window.removeEventListener('beforeunload', stay))
    })
    await link(page, 'Account').click()
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    t.ok(await same(), 'uploads go on')
    t.strictSame(texts, [], 'texts of another build do not fit the code of this one')
    await leave()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Files' }).click()
    await rowShown(page, 'Inbox')
    await eventually(t, same, false)
  },
)

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
