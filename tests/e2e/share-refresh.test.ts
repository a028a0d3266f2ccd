import type { Page } from 'playwright-core'
import t from 'tap'
import type { Listing } from '../../modules/storage/contract.ts'
import { type Actor, signUp } from '../support/actors.ts'
import { hydrated, revisit } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app, { name: 'Jane Cooper' })

/** Pages that each test goes on in. The clock of the second is moved on by tests. */
const empty = () => browser.visit(`${app.url}/robots.txt`, { hydrates: false })
const [tab, clocked] = [await empty(), await empty()]
await clocked.clock.install()
const open = async (path: string, { on = tab, as }: { on?: Page; as?: Actor } = {}) => {
  await on.unrouteAll({ behavior: 'ignoreErrors' })
  return revisit(on, `${app.url}/share/${path}`, { as })
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const revoke = (token: string) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })

t.test('share link: returning to the tab refreshes it, and shows that the link was removed', async (t) => {
  const folder = await makeFolder(owner, 'Changing')
  const first = await putFile(owner, 'Early.txt', 'early', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await open(token, { on: clocked })
  await row(page, 'Early.txt').waitFor()
  const comeBack = async (after: number) => {
    await page.clock.fastForward(after)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  await owner.client.post('/api/remove', { items: [{ id: first.id, type: 'file' }] })
  await putFile(owner, 'Later.txt', 'later', folder)
  await comeBack(60_000)
  await row(page, 'Later.txt').waitFor()
  await row(page, 'Early.txt').waitFor({ state: 'detached' })

  await owner.client.patch(`/api/share/${token}`, { protected: true, password: 'locked meanwhile' })
  await comeBack(60_000)
  await page.waitForURL(/\/authenticate\?/)
  t.equal(await page.getByText('Later.txt').count(), 0)
  await owner.client.patch(`/api/share/${token}`, { protected: false })
  await page.goto(`${app.url}/share/${token}`)
  await row(page, 'Later.txt').waitFor()
  await hydrated(page)

  await revoke(token)
  await comeBack(60_000)
  await page.getByRole('main').getByText('404').waitFor()
  t.equal(await page.getByText('Changing').count(), 0)
})

t.test('share link: a folder that was locked meanwhile shows no further rows', async (t) => {
  const folder = await makeFolder(owner, 'Long')
  await seedFolder(app.coffer.platform.db, owner.id, 400, { parent: folder })
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await open(token)
  await owner.client.patch(`/api/share/${token}`, { protected: true, password: 'locked meanwhile' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForURL(/\/authenticate\?/)
  t.strictSame(browser.errors, [])
})

const longFolder = async () => {
  const folder = await makeFolder(owner, 'Archive')
  await seedFolder(app.coffer.platform.db, owner.id, 150, { parent: folder, folders: 1, prefix: 'year ' })
  return (await makeShare(owner, { id: folder, type: 'folder' })).token
}

t.test('share link: a window that has room for more rows gets them without scrolling', async (t) => {
  const token = await longFolder()
  await tab.setViewportSize({ width: 1440, height: 6_000 })
  const page = await open(token)
  await eventually(t, () => page.locator('.share-row').count(), 150)
  await page.setViewportSize({ width: 1440, height: 900 })
  t.strictSame(browser.errors, [])
})

t.test('share link: a page whose rows were all removed shows the last page', async (t) => {
  const folder = await makeFolder(owner, 'Shrinking')
  await seedFolder(app.coffer.platform.db, owner.id, 150, { parent: folder })
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await open(`${token}/files/${folder}?page=5`, { on: clocked })
  await page.getByText('121–150 of 150').waitFor()
  const { body } = await owner.client.get<Listing>(`/api/browse/folders/${folder}?sort=name&direction=ASC&per_page=100`)
  await owner.client.post('/api/remove', { items: body.data.map(({ data: { id } }) => ({ id, type: 'file' })) })
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('31–50 of 50').waitFor()
  t.equal(await page.locator('.share-row').count(), 20)
  const previous = page.getByRole('link', { name: 'Previous' })
  t.match(await previous.getAttribute('href'), /files\/[0-9a-f-]{36}$/)
  t.strictSame(browser.errors, [])
})

t.test('share link: a page that is loaded again keeps rows, selection and what is being typed', async (t) => {
  const { db, settings } = app.coffer.platform
  const other = await signUp(app)
  const folder = await makeFolder(other, 'At work')
  await seedFolder(db, other.id, 400, { parent: folder })
  const { token } = await makeShare(other, { id: folder, type: 'folder' }, { permission: 'editor' })
  const page = await open(token, { as: await signUp(app) })
  const count = () => page.locator('.share-row').count()
  const before = await count()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await poll(count, (rows) => rows > before)
  const loaded = await count()
  for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select item ${n}.bin` }).check()
  await page.getByRole('button', { name: 'Actions for item 1.bin' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('half a na')
  const readAgain = page.waitForResponse('**/api/sharing/folders/**')
  await settings.set({ app_title: 'Renamed installation' })
  await eventuallyMatches(t, () => page.title(), /Renamed installation/)
  await (await readAgain).finished()
  t.equal(await name.inputValue(), 'half a na')
  t.ok((await count()) >= loaded, 'the rows that were scrolled to')
  await page.keyboard.press('Escape')
  await page.getByRole('toolbar', { name: 'Selection' }).getByText('2 selected', { exact: true }).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('share link: editors see where dragged files go, and paste files', async (t) => {
  const { token } = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Inbox'), type: 'folder' },
    { permission: 'editor' },
  )
  const page = await open(token)
  await page.getByRole('button', { name: 'New folder' }).waitFor()
  const fire = (type: string, name: string) =>
    page.evaluate(
      ([type, name]) => {
        const files = new DataTransfer()
        files.items.add(new File(['some text'], name))
        const given = { bubbles: true, cancelable: true }
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { ...given, clipboardData: files })
            : new DragEvent(type, { ...given, dataTransfer: files })
        document.querySelector('main')?.dispatchEvent(event)
      },
      [type, name] as const,
    )
  const overlay = page.getByRole('status').filter({ hasText: 'Drop to upload into “Inbox”' })
  await fire('dragover', 'a.txt')
  await overlay.waitFor()
  // Over another element, as older Safari tells it.
  await overlay.evaluate(async (element) => {
    element.setAttribute('data-same', '')
    const over = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }
    over.dataTransfer.items.add(new File(['some text'], 'a.txt'))
    document.body.dispatchEvent(new DragEvent('dragleave', over))
    await new Promise((resolve) => setTimeout(resolve, 30))
    document.body.dispatchEvent(new DragEvent('dragover', over))
  })
  t.equal(await overlay.getAttribute('data-same'), '', 'it stays')
  await fire('dragleave', 'a.txt')
  await overlay.waitFor({ state: 'detached' })
  await fire('dragover', 'dropped.txt')
  await fire('drop', 'dropped.txt')
  await row(page, 'dropped.txt').waitFor()
  t.equal(await overlay.count(), 0)
  await fire('paste', 'pasted.txt')
  await row(page, 'pasted.txt').waitFor()
})

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

t.test('share link: a viewed file that was removed gives way to its neighbor, without a reload', async (t) => {
  const folder = await makeFolder(owner, 'Viewed')
  const [first] = [await putFile(owner, 'a.txt', 'first', folder), await putFile(owner, 'b.txt', 'second', folder)]
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await open(token, { on: clocked })
  await row(page, 'a.txt').getByRole('link', { name: 'a.txt', exact: true }).click()
  await viewer(page, 'a.txt').getByText('first').waitFor()
  await owner.client.post('/api/remove', { items: [{ id: first.id, type: 'file' }] })
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await viewer(page, 'b.txt').getByText('second').waitFor()
  t.ok(await page.evaluate(() => 'isSameDocument' in window))
  t.strictSame(browser.errors, [])
})

t.test('share link: a URL of a file that is not there says so, without a reload', async (t) => {
  const folder = await makeFolder(owner, 'Forwarded')
  const deleted = await putFile(owner, 'a.txt', 'first', folder)
  const file = await putFile(owner, 'b.txt', 'second', folder)
  await owner.client.post('/api/remove', { items: [{ id: deleted.id, type: 'file' }] })
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const single = await makeShare(owner, { id: file.id, type: 'file' })
  for (const path of [
    `${token}/files/${folder}?view=${deleted.id}`,
    `${token}/files/${folder}?view=tiles`,
    `${single.token}/file?view=${deleted.id}`,
  ]) {
    const page = await open(path)
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await page.getByRole('dialog').getByText('This file is no longer here').waitFor()
    t.strictSame(documents, [], path)
  }
})

t.test('share link: a viewed file that cannot be located without a connection can be tried again', async () => {
  const folder = await makeFolder(owner, 'Far')
  await seedFolder(app.coffer.platform.db, owner.id, 150, { parent: folder })
  const file = await putFile(owner, 'zz last.txt', 'the last one', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const page = await open(token)
  await page.route('**/api/sharing/folders/**', (route) => route.abort())
  await page.goto(`${app.url}/share/${token}/files/${folder}?view=${file.id}`)
  const retry = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await page.unroute('**/api/sharing/folders/**')
  await retry.click()
  await viewer(page, 'zz last.txt').getByText('the last one').waitFor()
})
