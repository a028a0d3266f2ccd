import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { eventually } from '../support/poll.ts'
import { remoteBar, remoteTest, submitLinks } from '../support/remote-page.ts'
import type { RemoteFile } from '../support/remote-source.ts'

const { source, app, browser } = await remoteTest(t)
const owner = await signUp(app)

t.test('file request: links are submitted once, and their progress is shown below the confirmation', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Photos of Lisbon' })
  const slow: RemoteFile = { size: 6_000_000, holdAt: 3_000_000 }
  source.files.set('/slow.bin', slow)
  source.files.set('/quick.bin', { size: 50_000 })
  const page = await browser.visit(`${app.url}/request/${token}/upload`)

  let entered = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/file-request/*/uploader', async (route) => {
    entered += 1
    await held
    await route.continue()
  })
  const button = page.locator('[data-dropzone] button').filter({ hasText: 'Upload from a link' })
  await button.click()
  await eventually(t, () => button.getAttribute('aria-busy'), 'true', 'it is seen that something goes on')
  await button.click({ force: true })
  release()
  await submitLinks(page, [source.url('/slow.bin'), source.url('/quick.bin')])
  t.equal(entered, 1, 'a second press changes nothing')
  await eventually(t, () => button.getAttribute('aria-busy'), null)

  await page.locator('[data-sent]').getByText('quick.bin').waitFor()
  await remoteBar(page, 'running').evaluate((element) => {
    element.dataset.same = 'yes'
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('[data-receipt]').waitFor()
  t.equal(await remoteBar(page, 'running').getAttribute('data-same'), 'yes', 'the bar does not change')
  delete slow.holdAt
  await page.getByText('2 files added').or(page.getByText('1 file added')).first().waitFor()
  t.same(browser.errors, [])
})

t.test('file request with hidden files: shows the count only, and can be submitted', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Offers', visibility: 'none' })
  const page = await browser.visit(`${app.url}/request/${token}/upload`)
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([
      { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
      { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
    ])
  await page.getByText('has your 2 files').waitFor()
  t.equal(await page.locator('[data-sent]').count(), 0)
  await page.reload()
  await hydrated(page)
  await page.getByText('has your 2 files').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('[data-receipt]').getByText('has your 2 files').waitFor()
  t.same(browser.errors, [])
})

t.test('file request: chosen files show a reaction before the first response', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Papers' })
  const page = await browser.visit(`${app.url}/request/${token}/upload`)
  await hydrated(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/uploader', async (route) => {
    await answered
    await route.continue()
  })
  const input = page.locator('input[data-upload="files"]')
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  const panel = page.getByRole('region', { name: 'Uploads' })
  await panel.getByText('Preparing the upload…').first().waitFor()
  answer()
  await panel.getByText('1 file uploaded').waitFor()
  t.same(browser.errors, [])
})

t.test('file request: submit is blocked while uploads are running', async (t) => {
  const { token } = await makeFileRequest(owner, { title: 'Slides', allow_uploader_close: true })
  const page = await browser.visit(`${app.url}/request/${token}/upload`)
  const send = (...names: string[]) =>
    page
      .locator('input[data-upload=files]')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await send('first.txt')
  await page.locator('[data-sent]').getByText('first.txt').waitFor()
  const done = page.getByRole('button', { name: 'Submit' })
  await eventually(t, () => done.isEnabled(), true)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/upload/chunks*', async (route) => {
    await held
    await route.continue()
  })
  await send('second.txt', 'third.txt')
  await page.getByText('You can submit when your files have uploaded.').waitFor()
  t.equal(await done.isEnabled(), false)
  release()
  await page.locator('[data-sent]').getByText('third.txt').waitFor()
  await eventually(t, () => done.isEnabled(), true, 'all are up')
  await done.click()
  await page.locator('[data-receipt]').getByText('has your 3 files').waitFor()
  await page.getByRole('button', { name: 'Close the request' }).waitFor()
  t.same(browser.errors, [])
})

t.test('file request: one closed while its page is open says so on the next action', async (t) => {
  const text = (name: string) => [{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]
  const opened = async () => {
    const { token } = await makeFileRequest(owner, { title: 'Slides' })
    const page = await browser.visit(`${app.url}/request/${token}/upload`)
    const input = page.locator('input[data-upload=files]')
    await input.setInputFiles(text('first.txt'))
    await page.locator('[data-sent]').getByText('first.txt').waitFor()
    const close = () => owner.client.delete(`/api/file-request/${token}`)
    const reopen = () => owner.client.post(`/api/file-request/${token}/reopen`, {})
    return { page, input, close, reopen, closed: page.getByRole('heading', { name: 'This request is closed' }) }
  }
  const idle = await opened()
  await idle.close()
  await idle.page.getByRole('button', { name: 'Submit' }).click()
  await idle.closed.waitFor()
  t.equal(await idle.page.locator('[data-dropzone]').count(), 0)

  const sending = await opened()
  await sending.page.route('**/upload/chunks*', async (route) => {
    await sending.close()
    await route.continue()
  })
  await sending.input.setInputFiles(text('second.txt'))
  await sending.closed.waitFor()
  t.equal(await sending.page.locator('[data-dropzone]').count(), 0)
  await sending.page.getByText('Not all of your files were sent.').waitFor()
  const panel = sending.page.getByRole('region', { name: 'Uploads' })
  await panel.getByText('second.txt').waitFor()
  await sending.reopen()
  await sending.page.unroute('**/upload/chunks*')
  await panel.getByRole('button', { name: 'Retry failed files' }).click()
  await sending.page.locator('[data-sent]').getByText('second.txt').waitFor()
  await sending.close()
  await sending.page.getByRole('button', { name: 'Submit' }).click()
  await sending.closed.waitFor()
  t.equal(await sending.page.getByText('Not all of your files were sent.').count(), 0, 'all of them are')
})

t.test('file request: one closed while links are fetched says that files are missing', async () => {
  const { token } = await makeFileRequest(owner, { title: 'Films' })
  const film: RemoteFile = { size: 6_000_000, holdAt: 3_000_000 }
  source.files.set('/film.bin', film)
  const page = await browser.visit(`${app.url}/request/${token}/upload`)
  await page.locator('[data-dropzone] button').filter({ hasText: 'Upload from a link' }).click()
  await submitLinks(page, [source.url('/film.bin')])
  await remoteBar(page, 'running').waitFor()
  await owner.client.delete(`/api/file-request/${token}`)
  delete film.holdAt
  await page.getByText('Not all of your files were sent.').waitFor()
})

t.test('file request: what has changed is shown after a deletion and on return to the tab', async (t) => {
  const text = (name: string) => [{ name, mimeType: 'text/plain', buffer: Buffer.from(name) }]
  const { token } = await makeFileRequest(owner, { title: 'Forms', visibility: 'all', max_files: 1 })
  const url = `${app.url}/request/${token}/upload`
  const [page, other] = [await browser.visit(url), await browser.visit(url)]
  await page.locator('input[data-upload=files]').setInputFiles(text('wrong.txt'))
  await page.getByText('0 more files').waitFor()
  await page.getByRole('button', { name: 'Delete wrong.txt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 more file').waitFor()
  t.equal(await page.getByRole('button', { name: 'Submit' }).count(), 0, 'nothing is left to submit')

  await hydrated(other)
  await other.locator('input[data-upload=files]').setInputFiles(text('theirs.txt'))
  await other.locator('[data-sent]').getByText('theirs.txt').waitFor()
  await page.clock.install()
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.locator('[data-sent]').getByText('theirs.txt').waitFor()
  await page.getByText('0 more files').waitFor()
  t.same(browser.errors, [])
})
