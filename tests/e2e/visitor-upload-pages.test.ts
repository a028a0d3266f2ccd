import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated, setCookies } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { listedNames } from '../support/files-page.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { listAll } from '../support/upload-queue.ts'

const { app, browser } = await pagesTest(t)
const owner = await signUp(app)
const fileOf = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

/** Holds the page's chunks until the returned function is called. */
const holdChunks = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/upload/chunks**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
const send = async (page: Page, name: string) => {
  const sent = page.waitForRequest('**/upload/chunks**')
  await page.locator('input[data-upload=files]').setInputFiles(fileOf(name))
  await sent
}
/** An editor's page of a folder with a subfolder, and a file on its way into it. */
const editorUploads = async (name: string) => {
  const top = await makeFolder(owner, name)
  const inner = await makeFolder(owner, 'Inner', top)
  const { token } = await makeShare(owner, { id: top, type: 'folder' }, { permission: 'editor' })
  const page = await browser.visit(`${app.url}/share/${token}`)
  const release = await holdChunks(page)
  const sent = page.waitForRequest('**/upload/chunks**')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await (await chooser).setFiles(fileOf('slow.txt'))
  await sent
  await page.locator('[data-upload-panel=running]').waitFor()
  const openInner = () => page.locator('main').getByRole('link', { name: 'Inner', exact: true }).click()
  const files = async () =>
    (await listAll(owner.client, top)).filter(({ type }) => type === 'file').map(({ attributes }) => attributes.name)
  return { page, inner, release, openInner, files }
}

t.test('editors: uploads go on where a folder of the link does not load, and where it loads again', async (t) => {
  const { page, release, openInner, files } = await editorUploads('Failing')
  await page.route('**/*pageContext.json*', (route) => route.abort('connectionrefused'))
  await openInner()
  await page.getByText('Couldn’t load this page').waitFor()
  await page.locator('[data-upload-panel=running]').waitFor()
  await page.unroute('**/*pageContext.json*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Inner' }).waitFor()
  await page.locator('[data-upload-panel=running]').waitFor()
  release()
  await page.locator('[data-upload-panel=finished]').waitFor()
  t.strictSame(await files(), ['slow.txt'])
  t.same(browser.errors, [])
})

t.test('editors: uploads go on beside the page of a folder that was deleted', async (t) => {
  const { page, inner, release, openInner, files } = await editorUploads('Deleted')
  await owner.client.post('/api/remove', { items: [{ id: inner, type: 'folder' }], force_delete: true })
  await openInner()
  await page.getByText('404').waitFor()
  await page.locator('[data-upload-panel=running]').waitFor()
  release()
  await eventually(t, files, ['slow.txt'])
})

t.test('file request: a pasted link opens a document, so that “back” asks before it drops uploads', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Pasted' })
  const page = await browser.visit(`${app.url}/request`)
  await page.getByRole('textbox').fill(`${app.url}/request/${token}/upload`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/upload$/)
  await page.getByRole('heading', { name: 'Pasted' }).waitFor()
  await hydrated(page)
  const release = await holdChunks(page)
  await send(page, 'slow.txt')
  const asked = page.waitForEvent('dialog')
  const left = page.goBack({ timeout: 5_000 }).catch(() => null)
  const dialog = await asked
  t.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await left
  t.match(page.url(), /\/upload$/, 'stays')
  release()
  await page.locator('[data-sent] li').filter({ hasText: 'slow.txt' }).waitFor()
})

t.test('file request: files arrive though another account has signed in meanwhile', async (t) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const { token } = await makeFileRequest(owner, { title: 'Two accounts' })
  const page = await browser.visit(`${app.url}/request/${token}/upload`, { as: ann })
  await page.evaluate(() => Object.assign(window, { running: true }))
  const release = await holdChunks(page)
  await send(page, 'slow.txt')
  await setCookies(page.context(), app.url, { as: bob })
  release()
  await page.locator('[data-sent] li').filter({ hasText: 'slow.txt' }).waitFor()
  t.ok(await page.evaluate(() => 'running' in window), 'the page was not loaded again')
  t.same([await listedNames(ann)(), await listedNames(bob)()], [[], []])
  t.same(browser.errors, [])
})
