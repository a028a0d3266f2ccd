import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { makeFileRequest } from '../support/file-requests.ts'
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

t.test('links of a guest’s page ask before running uploads are dropped', async (t) => {
  const request = await makeFileRequest(owner, { title: 'Papers' })
  const shared = await makeFolder(owner, 'Shared')
  const share = await makeShare(owner, { id: shared, type: 'folder' }, { permission: 'editor' })
  for (const [path, link, choose] of [
    [`/request/${request.token}/upload`, 'header a', send],
    [`/share/${share.token}`, 'a[href$="/report"]', sendByMenu],
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
