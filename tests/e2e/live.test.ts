import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signIn, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, type Visit } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { putFile } from '../support/shares.ts'
import { signInAgain } from '../support/sign-in.ts'
import { testSocket } from '../support/socket.ts'
import { tinyPhoto } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)
const { db } = app.coffer.platform

/** A page of this user with an open realtime connection. */
const enter = async (person: Actor, path = 'files', visit: Visit = {}) => {
  const page = await browser.visit(`${app.url}/platform/${path}`, { ...visit, as: person })
  await page.waitForSelector('html[data-realtime]')
  return page
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })
const tree = (page: Page, name: string) => page.getByRole('tree').getByText(name, { exact: true })

t.test('live: a change in one browser appears in another', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 3)
  const [one, other] = [await enter(person), await enter(person)]
  await row(other, 'item 2.bin').click()
  await one.keyboard.press('Alt+n')
  await one.getByRole('textbox', { name: 'Name' }).fill('Plans')
  await one.keyboard.press('Enter')
  await row(other, 'Plans').waitFor()
  await tree(other, 'Plans').waitFor()
  await eventually(t, () => row(other, 'item 2.bin').getAttribute('aria-selected'), 'true', 'the selection stays')
  await row(one, 'item 1.bin').click()
  await one.keyboard.press('Delete')
  await row(other, 'item 1.bin').waitFor({ state: 'detached' })
  await eventually(t, () => row(one, 'Plans').count(), 1)
})

t.test('live: a change between the reading of a page and the opening of its socket appears', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(`${app.url}/temporary-unavailable`, { as: person })
  const opened = Promise.withResolvers<() => void>()
  await page.routeWebSocket(/./, (socket) => opened.resolve(() => socket.connectToServer()))
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  const open = await opened.promise
  const before = await testSocket(t, app, person.client)
  await person.client.post('/api/create-folder', { name: 'Early', parent_id: null })
  await before.next('items-changed')
  await app.coffer.platform.settings.set({ app_title: 'Renamed installation' })
  await before.next('settings-changed')
  t.equal(await row(page, 'Early').count(), 0)
  open()
  await row(page, 'Early').waitFor()
  await eventuallyMatches(t, () => page.title(), /Renamed installation$/)
})

t.test('live: the favorites follow changes in another tab, and of the folders above them', async (t) => {
  const person = await signUp(app)
  const outer = await seedOneFolder(db, person.id, 'Outer')
  const inner = await seedOneFolder(db, person.id, 'Inner', outer)
  const [one, other] = [await enter(person), await enter(person)]
  const favorites = (page: Page) => () => page.locator('[data-drop-favorites] a').allTextContents()
  await row(one, 'Outer').hover()
  await row(one, 'Outer').getByRole('button', { name: 'Add to favorites' }).click()
  await eventually(t, favorites(other), ['Outer'], 'added elsewhere')
  await row(other, 'Outer').hover()
  await row(other, 'Outer').getByRole('button', { name: 'Remove from favorites' }).waitFor()
  await person.client.post('/api/favourites', { ids: [inner] })
  await eventually(t, favorites(one), ['Outer', 'Inner'])
  await person.client.patch(`/api/rename/${inner}`, { name: 'Renamed' })
  await eventually(t, favorites(one), ['Outer', 'Renamed'], 'below the listed folder')
  await row(one, 'Outer').click()
  await one.keyboard.press('Delete')
  await eventually(t, favorites(one), [], 'its folder was trashed, in the same tab')
  await eventually(t, favorites(other), [])
  await one.getByRole('button', { name: 'Undo' }).click()
  await eventually(t, favorites(one), ['Outer', 'Renamed'])
})

t.test('live: an open folder renamed elsewhere changes the heading and the title', async (t) => {
  const person = await signUp(app)
  const id = await seedOneFolder(db, person.id, 'Draft')
  const page = await enter(person, `files/${id}`)
  await eventuallyMatches(t, () => page.title(), /^Draft – /)
  await person.client.post(`/api/rename/${id}`, { _method: 'patch', type: 'folder', name: 'Final' })
  await page.getByRole('heading', { name: 'Final', level: 1 }).waitFor()
  await eventuallyMatches(t, () => page.title(), /^Final – /)
})

t.test('live: an open list shows a thumbnail when its event arrives', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(`${app.url}/temporary-unavailable`, { as: person })
  // The event arrives right after a response without the thumbnail: a client that misses it polls four seconds later.
  const events: (() => void)[] = []
  let deliveredAt = 0
  let polledAt = 0
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (deliveredAt === 0 && String(message).includes('"thumbnails-made"')) events.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  await page.route('**/api/thumbnails', async (route) => {
    if (deliveredAt > 0) {
      polledAt ||= Date.now()
      return route.continue()
    }
    const { ids } = route.request().postDataJSON() as { ids: string[] }
    await route.fulfill({ json: { data: ids.map((id) => ({ id, thumbnail: null, thumbnail_pending: true })) } })
    if (events.length === 0) return
    deliveredAt = Date.now()
    for (const deliver of events) deliver()
  })
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  await page.waitForSelector('html[data-realtime]')
  await putFile(person, 'harbour.jpg', await tinyPhoto(20, 3_000, 2_000))
  await row(page, 'harbour.jpg').locator('img').waitFor()
  t.ok(
    deliveredAt > 0 && polledAt >= deliveredAt && polledAt - deliveredAt < 2_000,
    `polled ${polledAt - deliveredAt} ms after the event`,
  )
})

t.test('live: the scroll position in a long list is preserved', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 400)
  const page = await enter(person)
  const list = page.locator('[data-view=files]')
  await list.evaluate((element) => {
    element.scrollTop = 6_000
  })
  const first = page.locator('[data-index="155"] [data-focus]')
  await first.waitFor()
  const name = await first.innerText()
  const before = await row(page, name).boundingBox()
  for (let n = 0; n < 5; n++) await person.client.post('/api/create-folder', { name: `Above ${n}`, parent_id: null })
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '406')
  await page.locator('[data-index="160"]').filter({ hasText: name }).waitFor()
  await eventually(t, async () => (await row(page, name).boundingBox())?.y, before?.y)
})

const createNotification = (person: Actor, count: number) =>
  app.coffer.notifications.create({
    userId: person.id,
    category: 'remote-upload-done',
    template: 'remoteUploadDone',
    params: { count },
    action: { type: 'route', params: { route: 'Files', id: null } },
  })
const toast = (page: Page, text: RegExp) => page.getByRole('region', { name: /Notices/ }).getByText(text)

t.test('notifications: badge, toast and title; read in the panel', async (t) => {
  const person = await signUp(app)
  await createNotification(person, 2)
  const [page, other] = [await enter(person), await enter(person)]
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await eventuallyMatches(t, () => page.title(), /^\(1\) My Files – /)
  await createNotification(person, 7)
  await toast(page, /7 files have been saved/).waitFor()
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('heading', { name: 'Unread' }).waitFor()
  await eventually(t, async () => (await panel.boundingBox())?.width, 360)
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await eventuallyMatches(t, () => other.title(), /^My Files – /, 'read here, read everywhere')
  t.same(await axeFaults(page), [])
  await createNotification(person, 9)
  await panel.getByText('9 files have been saved.').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-bell'))
  await page.keyboard.press('Enter')
  await panel.getByRole('heading', { name: 'Read', exact: true }).waitFor()
  await eventually(t, () => panel.getByRole('heading', { name: 'Unread' }).count(), 0)
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await panel.getByText('You don’t have any notifications.').waitFor()
  await page.getByRole('main').click({ position: { x: 700, y: 500 } })
  await panel.waitFor({ state: 'detached' })
  t.equal((await person.client.fetch('/audio/blop.wav')).headers.get('content-type'), 'audio/wav')
})

t.test('notifications: a bottom sheet on phones', async (t) => {
  const person = await signUp(app)
  await createNotification(person, 3)
  const page = await enter(person, 'files', { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notifications' })
  await sheet.getByText('3 files have been saved.').waitFor()
  t.same(await axeFaults(page), [])
  await sheet.getByRole('link', { name: 'Show files' }).click()
  await sheet.waitFor({ state: 'detached' })
})

t.test('live: an ended session leads to the sign-in page', async (t) => {
  const person = await signUp(app)
  const page = await enter(person)
  await app.coffer.users.sessions.revokeAll(person.id)
  await page.waitForURL(/sign-in\?session=ended&redirect=/)
  await page.getByText('You’ve been signed out').waitFor()
  t.same(browser.errors, [])
})

t.test(
  'live: a page that stays open over the end of its session, for its uploads, is live again afterwards',
  async (t) => {
    const person = await signUp(app)
    const page = await enter(person)
    const browserQuestions: string[] = []
    page.on('dialog', (dialog) => {
      browserQuestions.push(dialog.type())
      return dialog.dismiss()
    })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/api\/upload\/(chunks|bundle)/, async (route) => {
      await released
      await route.abort()
    })
    const sent = page.waitForRequest(/upload\/(chunks|bundle)/)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') })
    await sent
    await app.coffer.users.sessions.revokeAll(person.id)
    await signInAgain(page, person)
    const { client } = await signIn(app, person)
    await client.post('/api/create-folder', { name: 'Afterwards', parent_id: null })
    await row(page, 'Afterwards').waitFor()
    t.same(browserQuestions, [])
    release()
    t.same(browser.errors, [])
  },
)

t.test('live: an ended session asks before unsaved input is lost; declined, the page stays', async (t) => {
  const person = await signUp(app)
  const page = await enter(person)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  const links = page.getByRole('dialog', { name: 'Upload from links' }).getByLabel('Links')
  await links.fill('https://files.example/a.zip')
  await app.coffer.users.sessions.revokeAll(person.id)
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await question.waitFor({ state: 'detached' })
  // The connection, which cannot be opened, checks the session again.
  await page.waitForResponse((response) => response.url() === `${app.url}/api/user`)
  await page.waitForResponse((response) => response.url() === `${app.url}/api/user`)
  t.equal(await links.inputValue(), 'https://files.example/a.zip')
  t.equal(await question.count(), 0)
})

t.test('live: an open page uploads by settings that have changed since', async (t) => {
  const person = await signUp(app)
  const { settings } = app.coffer.platform
  await settings.set({ mimetypes_blacklist: ['exe'] })
  const page = await enter(person)
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles({ name: 'tool.exe', mimeType: 'text/plain', buffer: Buffer.from('tool') })
  }
  await choose()
  await page.getByRole('alertdialog', { name: 'This file type isn’t allowed' }).waitFor()
  await page.keyboard.press('Escape')
  const reloaded = page.waitForResponse(/pageContext\.json/)
  await settings.set({ mimetypes_blacklist: [] })
  await reloaded
  await choose()
  await row(page, 'tool.exe').waitFor()
  t.same(browser.errors, [])
})
