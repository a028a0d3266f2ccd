import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signIn, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, type Visit } from '../support/browser.ts'
import { follow } from '../support/follow.ts'
import { toastWithText } from '../support/journey.ts'
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

const createNotification = (person: Actor, count: number) =>
  app.coffer.notifications.create({
    userId: person.id,
    category: 'remote-upload-done',
    template: 'remoteUploadDone',
    params: { count },
    action: { type: 'route', params: { route: 'Files', id: null } },
  })
const toast = (page: Page, text: RegExp) => page.getByRole('region', { name: /Notices/ }).getByText(text)

t.test('live: two browsers of one person', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 3)
  const outer = await seedOneFolder(db, person.id, 'Outer')
  const inner = await seedOneFolder(db, person.id, 'Inner', outer)
  const draft = await seedOneFolder(db, person.id, 'Draft')
  const long = await seedOneFolder(db, person.id, 'Long')
  await seedFolder(db, person.id, 400, { parent: long })
  const [one, other] = [await enter(person), await enter(person)]

  await t.test('a change in one browser appears in another', async (t) => {
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

  await t.test('the favorites follow changes in another tab, and of the folders above them', async (t) => {
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
    await toastWithText(one, 'Outer').getByRole('button', { name: 'Undo' }).click()
    await eventually(t, favorites(one), ['Outer', 'Renamed'])
  })

  await t.test('an open folder renamed elsewhere changes the heading and the title', async (t) => {
    await follow(one, `/platform/files/${draft}`)
    await eventuallyMatches(t, () => one.title(), /^Draft – /)
    await person.client.post(`/api/rename/${draft}`, { _method: 'patch', type: 'folder', name: 'Final' })
    await one.getByRole('heading', { name: 'Final', level: 1 }).waitFor()
    await eventuallyMatches(t, () => one.title(), /^Final – /)
  })

  await t.test('the scroll position in a long list is preserved', async (t) => {
    const page = one
    await follow(page, `/platform/files/${long}`)
    await page.getByRole('heading', { name: 'Long', level: 1 }).waitFor()
    const list = page.locator('[data-view=files]')
    await list.evaluate((element) => {
      element.scrollTop = 6_000
    })
    const first = page.locator('[data-index="155"] [data-focus]')
    await first.waitFor()
    const name = await first.innerText()
    const before = await row(page, name).boundingBox()
    for (let n = 0; n < 5; n++) await person.client.post('/api/create-folder', { name: `Above ${n}`, parent_id: long })
    await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '406')
    await page.locator('[data-index="160"]').filter({ hasText: name }).waitFor()
    await eventually(t, async () => (await row(page, name).boundingBox())?.y, before?.y)
  })

  await t.test('badge, toast and title; read in the panel', async (t) => {
    await follow(one, '/platform/files')
    await createNotification(person, 2)
    await one.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await eventuallyMatches(t, () => one.title(), /^\(1\) My Files – /)
    await createNotification(person, 7)
    await toast(one, /7 files have been saved/).waitFor()
    await one.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    const panel = one.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('heading', { name: 'Unread' }).waitFor()
    await eventually(t, async () => (await panel.boundingBox())?.width, 360)
    await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await eventuallyMatches(t, () => other.title(), /^My Files – /, 'read here, read everywhere')
    t.same(await axeFaults(one), [])
    await createNotification(person, 9)
    await panel.getByText('9 files have been saved.').waitFor()
    await one.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await one.waitForFunction(() => document.activeElement?.hasAttribute('data-bell'))
    await one.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'Read', exact: true }).waitFor()
    await eventually(t, () => panel.getByRole('heading', { name: 'Unread' }).count(), 0)
    await panel.getByRole('button', { name: 'Clear all' }).click()
    await panel.getByText('You don’t have any notifications.').waitFor()
    await one.getByRole('main').click({ position: { x: 700, y: 500 } })
    await panel.waitFor({ state: 'detached' })
    t.equal((await person.client.fetch('/audio/blop.wav')).headers.get('content-type'), 'audio/wav')
  })

  await t.test('an open page uploads by settings that have changed since', async () => {
    const { settings } = app.coffer.platform
    const loaded = one.waitForResponse(/pageContext\.json/)
    await settings.set({ mimetypes_blacklist: ['exe'] })
    await loaded
    const choose = async () => {
      const chooser = one.waitForEvent('filechooser')
      await one.getByRole('button', { name: 'Create', exact: true }).click()
      await one.getByRole('menuitem', { name: 'Upload files' }).click()
      await (await chooser).setFiles({ name: 'tool.exe', mimeType: 'text/plain', buffer: Buffer.from('tool') })
    }
    await choose()
    await one.getByRole('alertdialog', { name: 'This file type isn’t allowed' }).waitFor()
    await one.keyboard.press('Escape')
    const reloaded = one.waitForResponse(/pageContext\.json/)
    await settings.set({ mimetypes_blacklist: [] })
    await reloaded
    await choose()
    await row(one, 'tool.exe').waitFor()
  })

  await t.test(
    'an ended session leads to the sign-in page, but asks first where unsaved input would be lost',
    async (t) => {
      const page = other
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
      const links = page.getByRole('dialog', { name: 'Upload from links' }).getByLabel('Links')
      await links.fill('https://files.example/a.zip')
      await app.coffer.users.sessions.revokeAll(person.id)
      await one.waitForURL(/sign-in\?session=ended&redirect=/)
      await one.getByText('You’ve been signed out').waitFor()
      const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
      await question.getByRole('button', { name: 'Not now' }).click()
      await question.waitFor({ state: 'detached' })
      // The connection, which cannot be opened, checks the session again.
      await page.waitForResponse((response) => response.url() === `${app.url}/api/user`)
      await page.waitForResponse((response) => response.url() === `${app.url}/api/user`)
      t.equal(await links.inputValue(), 'https://files.example/a.zip')
      t.equal(await question.count(), 0)
    },
  )
  t.same(browser.errors, [])
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

t.test('notifications: a bottom sheet on phones', async (t) => {
  const person = await signUp(app)
  await createNotification(person, 3)
  const page = await enter(person, 'files', { width: 390, height: 844 })
  await eventuallyMatches(t, () => page.title(), /^\(1\) My Files – /)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notifications' })
  await sheet.getByText('3 files have been saved.').waitFor()
  t.same(await axeFaults(page), [])
  await sheet.getByRole('link', { name: 'Show files' }).click()
  await sheet.waitFor({ state: 'detached' })
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
