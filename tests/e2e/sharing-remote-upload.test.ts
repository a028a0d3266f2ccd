import type { Page } from 'playwright-core'
import t from 'tap'
import type { RemoteBatch } from '../../modules/storage/contract.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { hydrated, picture } from '../support/browser.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { eventually } from '../support/poll.ts'
import { checkAppearance, expectProgress, remoteBar, remoteTest, submitLinks } from '../support/remote-page.ts'
import type { RemoteFile } from '../support/remote-source.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { listAll } from '../support/upload-queue.ts'

const { source, app, browser } = await remoteTest(t)
const owner = await signUp(app)
const linksTo = (paths: string[]) => paths.map(source.url)
const openRemoteDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
}
/** A link's remote uploads that this browser may see by its cookies. */
const listOf = async (page: Page, token: string) => {
  const client = anonymous(app).withCookies(await page.context().cookies())
  return (await client.get<{ data: { data: RemoteBatch }[] }>(`/api/sharing/upload/remote/${token}`)).body.data
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

t.test('share link, editor: remote upload shows progress, and its files appear', async (t) => {
  const folder = await makeFolder(owner, 'From afar')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const film: RemoteFile = { size: 6_000_000, holdAt: 3_000_000 }
  source.files.set('/summer-film.bin', film)
  source.files.set('/report.bin', { size: 40_000 })
  const page = await browser.visit(`${app.url}/share/${token}/files/${folder}`)
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/upload/remote/') && asked.push(request.method())))
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  t.same(asked, [], 'without batches there is no request')
  await openRemoteDialog(page)
  await submitLinks(page, linksTo(['/summer-film.bin', '/report.bin', '/gone.bin']), () =>
    checkAppearance(t, page, 'visitor-remote-dialog-1440-light'),
  )
  await expectProgress(t, page, {
    text: 'Uploading from links: 2 of 3, Failed: 1',
    why: 'Nothing found at this link.',
    file: 'summer-film.bin',
    name: 'visitor-remote-running-1440-light',
  })
  await page.getByText('report.bin', { exact: true }).first().waitFor()

  await page.reload()
  await remoteBar(page, 'running').getByText('Uploading from links: 2 of 3, Failed: 1').waitFor()
  const other = await browser.visit(`${app.url}/share/${token}/files/${folder}`, { width: 390, height: 844 })
  await other.getByRole('button', { name: 'Upload', exact: true }).waitFor()
  t.equal((await listOf(page, token)).length, 1)
  t.same(await listOf(other, token), [], 'another browser has no access to it')
  delete film.holdAt
  await page.getByText('2 files added').first().waitFor()
  await page.getByText('summer-film.bin', { exact: true }).first().waitFor()
  await remoteBar(page, 'finished').getByText('1 link failed').waitFor()
  await page
    .getByRole('region', { name: 'Uploads from links' })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  t.equal((await listAll(owner.client, folder)).length, 2)
})

t.test('share link, editor: the remote-upload bar disappears when the link is revoked', async (t) => {
  const folder = await makeFolder(owner, 'Shut soon')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  source.files.set('/held.bin', { size: 6_000_000, holdAt: 3_000_000 })
  const page = await browser.visit(`${app.url}/share/${token}/files/${folder}`)
  await openRemoteDialog(page)
  await submitLinks(page, linksTo(['/held.bin']))
  await remoteBar(page, 'running').waitFor()
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  t.same(await listAll(owner.client, folder), [])
})

t.test('share link, editor: the remote-upload bar shows only the link’s batches', async (t) => {
  const ann = await signUp(app)
  const folder = await makeFolder(owner, 'For Ann')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  for (const path of ['/own.bin', '/theirs.bin']) source.files.set(path, { size: 6_000_000, holdAt: 3_000_000 })
  await ann.client.post('/api/upload/remote', { urls: linksTo(['/own.bin']) })
  const page = await browser.visit(`${app.url}/sign-in`)
  await page.context().addCookies([...ann.client.cookies].map(([name, value]) => ({ name, value, url: app.url })))
  await page.goto(`${app.url}/platform/files`)
  await remoteBar(page, 'running').waitFor()
  await page.goto(`${app.url}/share/${token}/files/${folder}`)
  await hydrated(page)
  const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/sharing/upload/remote/${token}`))
  await openRemoteDialog(page)
  await submitLinks(page, linksTo(['/theirs.bin']))
  await asked
  await remoteBar(page, 'running').waitFor()
  // The page loads its own batches when it is idle.
  await page.waitForTimeout(2_500)
  t.equal(await page.locator('[data-remote-bar]').count(), 1)
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText('theirs.bin').first().waitFor()
  t.equal(await page.getByText('own.bin').count(), 0)
  await page.goto(`${app.url}/platform/files`)
  await remoteBar(page, 'running').waitFor()
  for (const path of ['/own.bin', '/theirs.bin']) source.files.set(path, { size: 1 })
})

t.test('file request on a phone: asks for the name before fetching links; one link is cancelled', async (t) => {
  const { token } = await makeFileRequest(owner, {
    title: 'Photos of Lisbon',
    require_name: true,
    accepted_types: ['other', 'image'],
  })
  source.files.set('/lisbon.bin', { size: 50_000 })
  source.files.set('/slow.bin', { size: 6_000_000, holdAt: 3_000_000 })
  source.answer('/letter.bin', (_request, answer) => answer.end('%PDF-1.4\n%'))
  const page = await browser.visit(`${app.url}/request/${token}/upload`, { width: 390, height: 844, theme: 'dark' })
  await picture(page, 'visitor-request-390-dark')
  const wide = await browser.visit(`${app.url}/request/${token}/upload`, { width: 1024, height: 800, locale: 'de-DE' })
  await picture(wide, 'visitor-request-1024-light')
  await page.getByRole('button', { name: 'Upload from a link' }).click()
  await page.getByText('Enter your name first.').waitFor()
  await page.locator('input[name="uploader-name"]').fill('Ann')
  await page.getByRole('button', { name: 'Upload from a link' }).click()
  await page.getByText('saved to “Photos of Lisbon”').waitFor()
  await submitLinks(page, linksTo(['/slow.bin', '/lisbon.bin', '/letter.bin']), () =>
    checkAppearance(t, page, 'visitor-remote-dialog-390-dark'),
  )
  await page.locator('[data-sent]').getByText('lisbon.bin').waitFor()
  await expectProgress(t, page, {
    text: 'Uploading from links: 2 of 3, Failed: 1',
    why: 'This type of file isn’t accepted here.',
    name: 'visitor-remote-running-390-dark',
  })
  t.ok(await fits(page))
  await page.getByRole('button', { name: 'Cancel slow.bin' }).click()
  await remoteBar(page, 'finished').waitFor()
  // A hovered toast stays.
  await page.mouse.move(1, 1)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [end, over] = [await page.locator('footer').boundingBox(), await remoteBar(page, 'finished').boundingBox()]
  t.ok(end && over && end.y + end.height <= over.y, 'the end of the page can be scrolled clear of the bar')
  await picture(page, 'visitor-remote-end-390-dark')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('has your file').first().waitFor()
  const counted = () =>
    app.coffer.platform.db.query('select received_files from file_requests where title = $1', ['Photos of Lisbon'])
  await eventually(t, counted, [{ received_files: 1 }])
})

t.test('no page reported an error', async (t) => t.same(browser.errors, []))
