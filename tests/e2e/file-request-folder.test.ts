import type { Page, Request, Route } from 'playwright-core'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture, resting, revisit } from '../support/browser.ts'
import { makeFileRequest, sendFile } from '../support/file-requests.ts'
import { headingShown, rowShown } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
/** Pages that each test goes on in. */
const empty = (width: number) => browser.visit(`${app.url}/robots.txt`, { width, hydrates: false })
const [desktop, phone] = [await empty(1440), await empty(390)]
const requestsUrl = `${app.url}/platform/requests`

t.test('requests page: a new request is for the chosen folder, and its link is copied', async (t) => {
  const owner = await signUp(app)
  const clients = await makeFolder(owner, 'Clients')
  await makeFolder(owner, 'Northwind', clients)
  const page = await revisit(desktop, requestsUrl, { as: owner })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'New upload request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it about?').fill('Tax papers')
  await dialog.getByText('Files go into a new folder in “My Files”.').waitFor()
  await dialog.getByRole('button', { name: 'Where files go: My Files' }).click()
  await dialog.getByRole('button', { name: 'Folders in Clients' }).click()
  await dialog.getByText('Northwind').click()
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).waitFor()
  // Enter in the search finds folders, and does not create the request.
  await dialog.getByRole('textbox', { name: 'Search folders' }).fill('North')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Northwind' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Search folders' }).fill('')
  t.same(await axeFaults(page), [])
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).click()
  await dialog.getByText('Files go into a new folder in “Northwind”.').waitFor()
  await dialog.getByRole('button', { name: 'Where files go: Northwind' }).click()
  await eventually(t, () => dialog.getByRole('radio', { name: 'Northwind' }).isChecked(), true, 'it is shown again')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('The link is copied.').waitFor()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await eventually(t, () => page.evaluate(() => navigator.clipboard.readText()), link)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const ann = anonymous(app)
  const token = new URL(link).pathname.split('/')[2] ?? ''
  await ann.post(`/api/file-request/${token}/uploader`, { name: 'Ann' })
  await sendFile(ann, token, 'return.pdf', 'x')
  await page.getByRole('link', { name: 'Tax papers' }).click()
  await rowShown(page, 'return.pdf')
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Northwind' }).click()
  await headingShown(page, 'Northwind')
  t.same(browser.errors, [])
})

t.test('requests page: searched and filtered, also by a form without scripts', async (t) => {
  const owner = await signUp(app)
  for (const title of ['Tax papers', 'Holiday photos']) await makeFileRequest(owner, { title })
  const { token } = await makeFileRequest(owner, { title: 'Tax papers of 2025' })
  await owner.client.post(`/api/file-request/${token}`, { _method: 'delete' })
  for (const [page, width, theme] of [
    [desktop, 1440, 'light'],
    [phone, 390, 'dark'],
  ] as const) {
    await revisit(page, requestsUrl, { as: owner, theme })
    const titles = () => page.locator('[data-requests] h2').allInnerTexts()
    const found = (...names: string[]) => eventually(t, titles, names)
    await page.getByRole('searchbox', { name: 'Search upload requests' }).pressSequentially('tax')
    await found('Tax papers of 2025', 'Tax papers')
    await eventually(t, async () => page.url(), `${requestsUrl}?search=tax`)
    await page.getByLabel('Status').selectOption('Closed')
    await found('Tax papers of 2025')
    t.same(await axeFaults(page), [])
    await picture(page, `requests-filtered-${width}`)
    await page.goBack()
    await found('Tax papers of 2025', 'Tax papers')
    await page.getByLabel('Status').selectOption('Expired')
    await page.getByText('No matching upload requests').waitFor()
    await page.getByRole('link', { name: 'Show all requests' }).click()
    await found('Tax papers of 2025', 'Holiday photos', 'Tax papers')
    t.equal(await page.getByRole('searchbox').inputValue(), '')
  }
  const plain = await browser.visit(requestsUrl, { as: owner, scripts: false })
  await plain.getByRole('searchbox', { name: 'Search upload requests' }).fill('photos')
  await plain.getByLabel('Status').selectOption('Open')
  await plain.getByRole('button', { name: 'Search', exact: true }).click()
  await plain.waitForURL(`${requestsUrl}?search=photos&status=active`)
  t.same(await plain.locator('[data-requests] h2').allInnerTexts(), ['Holiday photos'])
  t.same(browser.errors, [])
})

t.test('requests page: a search is cleared while it loads, and does not undo a click', async (t) => {
  const owner = await signUp(app)
  for (const title of ['Tax papers', 'Holiday photos']) await makeFileRequest(owner, { title })
  const page = await revisit(desktop, requestsUrl, { as: owner })
  const field = page.getByRole('searchbox', { name: 'Search upload requests' })
  const dataOf = (path: string) => `**/platform/${path}`
  const isSearch = (request: Request) => request.url().includes('.pageContext.json?search=tax')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(dataOf('requests/index.pageContext.json?search=tax'), async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const searched = page.waitForRequest(isSearch)
  await field.fill('tax')
  await searched
  const all = page.waitForResponse((response) => response.url().endsWith('/requests/index.pageContext.json'))
  await field.fill('')
  await all
  const late = page.waitForEvent('requestfinished', isSearch)
  release()
  await late
  await resting(page)
  t.same([await field.inputValue(), page.url()], ['', requestsUrl])
  await eventually(t, () => page.locator('[data-requests] h2').allInnerTexts(), ['Holiday photos', 'Tax papers'])

  const held = Promise.withResolvers<void>()
  const hold = (route: Route) => held.promise.then(() => route.abort().catch(() => {}))
  await page.route(dataOf('requests/index.pageContext.json?search=tax'), hold, { times: 1 })
  const dropped = page.waitForRequest(isSearch)
  await field.fill('tax')
  await dropped
  await page.getByRole('link', { name: 'Upload requests', exact: true }).first().click()
  await eventually(t, () => field.inputValue(), '', 'as the list is')
  held.resolve()

  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route(dataOf('files/index.pageContext.json'), async (route) => {
    await asked
    await route.continue().catch(() => {})
  })
  const again = page.waitForRequest(isSearch)
  await field.fill('tax')
  await page.getByRole('link', { name: 'Files', exact: true }).first().click()
  await again
  ask()
  await page.waitForURL(`${app.url}/platform/files`)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  t.same(browser.errors, [])
})

/** A corner of each button that another element covers. */
const coveredButtons = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return [left + 5, right - 5].flatMap((x) =>
        [top + 5, bottom - 5]
          .filter((y) => !button.contains(document.elementFromPoint(x, y)))
          .map((y) => `${button.textContent || button.ariaLabel} ${x} ${y}`),
      )
    }),
  )

t.test('file request: the progress of uploads covers and moves no button', async (t) => {
  const { token } = await makeFileRequest(await signUp(app), { title: 'Papers' })
  for (const [page, width, height] of [
    [desktop, 1440, 900],
    [phone, 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await revisit(page, `${app.url}/request/${token}/upload`)
    // Uploads without problems disappear after 10 s, where they float.
    await page.evaluate(() => {
      const plain = window.setTimeout
      const hasten = (fn: TimerHandler, ms = 0, ...rest: unknown[]) => plain(fn, ms === 10_000 ? 0 : ms, ...rest)
      window.setTimeout = hasten as typeof window.setTimeout
    })
    const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => ({ name, mimeType: 'text/plain' }))
    await page
      .locator('input[data-upload=files]')
      .setInputFiles(files.map((file) => ({ ...file, buffer: Buffer.from(file.name) })))
    await page.locator('[data-sent] li').nth(2).waitFor()
    const panel = page.locator('[data-upload-panel=finished]')
    await panel.waitFor()
    await resting(page)
    const shown = await panel.boundingBox()
    t.ok(shown && shown.y + shown.height < height - 100, 'it is scrolled into view')
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
    t.same(await coveredButtons(page, '[data-submit] button, [data-sent] li:last-child button'), [], `${width} px`)
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    const submit = await page.locator('[data-submit]').boundingBox()
    if (width < 640) t.equal((submit?.y ?? 0) + (submit?.height ?? 0), height, 'fixed to the bottom edge')
    t.ok(await panel.isVisible(), 'it does not disappear by itself: what is below would move')
  }
  t.same(browser.errors, [])
})

t.test('file request: name and email typed before hydration are sent', async (t) => {
  const owner = await signUp(app)
  for (const isRequired of [false, true]) {
    const { token } = await makeFileRequest(owner, { require_name: isRequired, require_email: isRequired })
    const page = desktop
    await page.context().clearCookies()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/translations/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${app.url}/request/${token}/upload`, { waitUntil: 'commit' })
    const field = (key: string) => page.locator(`input[name=uploader-${key}]`)
    await field('name').fill('Ann')
    await field('email').fill('ann@example.org')
    release()
    await hydrated(page)
    const identified = page.waitForRequest('**/api/file-request/*/uploader')
    await page
      .locator('input[data-upload=files]')
      .setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') })
    t.match((await identified).postDataJSON(), { name: 'Ann', email: 'ann@example.org' })
    await page.locator('[data-sent]').getByText('one.txt').waitFor()
    t.equal(await field('name').inputValue(), 'Ann')
    t.equal(await field('email').inputValue(), 'ann@example.org')
    await page.unrouteAll({ behavior: 'wait' })
  }
  t.same(browser.errors, [])
})
