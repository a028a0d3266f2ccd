import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { makeFileRequest, sendFile } from '../support/file-requests.ts'
import { pagesTest } from '../support/pages-test.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)

const fileOf = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
const send = (page: Page, name: string) => page.locator('input[data-upload=files]').setInputFiles(fileOf(name))
const sendByMenu = async (page: Page, name: string) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await (await chooser).setFiles(fileOf(name))
}

/** Clicks the link while a file is on its way, and answers the browser's question with "Stay". */
const asksBeforeLeaving = async (page: Page, link: Locator) => {
  const asked = page.waitForEvent('dialog')
  const clicked = link.click({ noWaitAfter: true })
  const dialog = await asked
  const type = dialog.type()
  await dialog.dismiss()
  await clicked
  return type
}

t.test('links of a visitor’s page ask before running uploads are dropped', async (t) => {
  const request = await makeFileRequest(owner, { title: 'Papers' })
  const shared = await makeFolder(owner, 'Shared')
  const share = await makeShare(owner, { id: shared, type: 'folder' }, { permission: 'editor' })
  for (const [path, link, choose] of [
    [`/request/${request.token}/upload`, 'header a', send],
    [`/share/${share.token}`, 'a[href="/"]', sendByMenu],
  ] as const) {
    const page = await browser.visit(`${app.url}${path}`)
    const shown = page.url()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    await page.route('**/upload/chunks**', async (route) => {
      await ended
      await route.abort()
    })
    const sent = page.waitForRequest('**/upload/chunks**')
    await choose(page, 'slow.txt')
    await sent
    t.equal(await asksBeforeLeaving(page, page.locator(link)), 'beforeunload', link)
    t.equal(page.url(), shown, 'stays')
    end()
    await page.close({ runBeforeUnload: false })
  }
})

t.test(
  'file request: with a folder for each uploader, all of them listed, the uploader’s folder appears',
  async (t) => {
    const { token } = await makeFileRequest(owner, { title: 'Shots', visibility: 'all', folder_per_uploader: true })
    const ann = anonymous(app)
    await ann.post(`/api/file-request/${token}/uploader`, { name: 'Ann' })
    await sendFile(ann, token, 'a.txt', 'x')
    const page = await browser.visit(`${app.url}/request/${token}/upload`)
    const rows = page.locator('[data-sent] li')
    await rows.filter({ hasText: 'Ann' }).waitFor()
    await page.getByLabel('Your name').fill('Bob')
    await send(page, 'b.txt')
    await rows.filter({ hasText: 'Bob' }).waitFor()
    await page.getByRole('button', { name: 'New folder', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Inner')
    const listed = page.waitForResponse('**/browse/all?*')
    await page.keyboard.press('Enter')
    await listed
    t.equal(await rows.filter({ hasText: 'Inner' }).count(), 0, 'it is in the folder of the uploader')
    t.equal(await rows.count(), 2)
    await rows.getByRole('link', { name: 'Bob' }).click()
    await rows.filter({ hasText: 'Inner' }).waitFor()
    await page.locator('[data-dropzone]').waitFor()
    await page.getByRole('button', { name: 'Move b.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Inner' }).waitFor()
    t.equal(await page.getByRole('dialog').getByRole('listitem').count(), 1, 'it is at the top')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back' }).click()
    await rows.getByRole('link', { name: 'Ann' }).click()
    await rows.filter({ hasText: 'a.txt' }).waitFor()
    t.equal(await page.locator('[data-dropzone]').count(), 0, 'nothing can be added to the folder of another uploader')
    t.same(browser.errors, [])
  },
)

t.test('file request: a second tab keeps the name and email that the first one gave', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Two tabs' })
  const first = await browser.visit(`${app.url}/request/${token}/upload`)
  const second = await first.context().newPage()
  await second.goto(first.url())
  await Promise.all([first, second].map(hydrated))
  await first.locator('input[name="uploader-name"]').fill('Ann')
  await first.locator('input[name="uploader-email"]').fill('ann@example.org')
  await send(first, 'first.txt')
  await first.locator('[data-sent]').getByText('first.txt').waitFor()
  await send(second, 'second.txt')
  await second.locator('[data-sent]').getByText('second.txt').waitFor()
  t.equal(await second.locator('input[name="uploader-name"]').inputValue(), 'Ann', 'the second shows them')
  const uploaders = await app.coffer.platform.db.query(
    'select u.name, u.email from file_request_uploaders u join file_requests r on r.id = u.request_id where r.title = $1',
    ['Two tabs'],
  )
  t.strictSame(uploaders, [{ name: 'Ann', email: 'ann@example.org' }])
})
