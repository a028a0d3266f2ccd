import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { axeFaults, picture, testBrowser } from '../support/browser.ts'
import { makeRequest } from '../support/requests.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { soon } from '../support/soon.ts'
import { type SourceFile, testSource } from '../support/source.ts'
import { listAll } from '../support/upload-queue.ts'

t.setTimeout(900_000)

const source = await testSource(t)
const app = await testApp(t, { pages: true, env: { EGRESS_ALLOW: source.host } })
const browser = await testBrowser(t)
const owner = await signUp(app)
const bar = (page: Page, phase: string) => page.locator(`[data-remote-bar="${phase}"]`)
const hand = async (page: Page, paths: string[]) => {
  const popup = page.getByRole('dialog', { name: 'Upload Files Remotely' })
  await popup.getByLabel('Remote Links').fill(paths.map(source.url).join('\n'))
  return popup.getByRole('button', { name: 'Upload', exact: true })
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

t.test('an editor of a link has links fetched, follows them, and sees the files come', async (t) => {
  const folder = await makeFolder(owner, 'From afar')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const film: SourceFile = { size: 6_000_000, holdAt: 3_000_000 }
  source.files.set('/summer-film.bin', film)
  source.files.set('/report.bin', { size: 40_000 })
  const page = await browser.visit(`${app.url}/share/${token}/files/${folder}`)
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/upload/remote/') && asked.push(request.method())))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  t.same(asked, [], 'who has nothing fetched asks for nothing')
  await page.getByRole('menuitem', { name: 'Remote upload' }).click()
  const begin = await hand(page, ['/summer-film.bin', '/report.bin', '/gone.bin'])
  t.same(await axeFaults(page), [])
  await picture(page, 'guest-remote-popup-1440-light')
  await begin.click()
  await bar(page, 'running').getByText('Uploading Remotely - 2 / 3, Failed: 1').waitFor()
  await page.getByText('report.bin', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText('There is nothing at this address.').waitFor()
  await page.getByRole('progressbar', { name: 'Progress of summer-film.bin' }).waitFor()
  await picture(page, 'guest-remote-running-1440-light')
  t.same(await axeFaults(page), [])

  await page.reload()
  await bar(page, 'running').getByText('Uploading Remotely - 2 / 3, Failed: 1').waitFor()
  const other = await browser.visit(`${app.url}/share/${token}/files/${folder}`, { width: 390, height: 844 })
  await other.getByRole('button', { name: 'Upload', exact: true }).waitFor()
  t.equal(await other.locator('[data-remote-bar]').count(), 0, 'another browser has no part in it')
  delete film.holdAt
  await page.getByText('2 files were fetched').first().waitFor()
  await page.getByText('summer-film.bin', { exact: true }).first().waitFor()
  await bar(page, 'finished').getByText('1 link could not be fetched').waitFor()
  const ended = asked.length
  await page.waitForTimeout(6_000)
  t.equal(asked.length, ended, 'when all is through, nobody asks any more')
  await page.getByRole('region', { name: 'Remote upload' }).getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  t.equal((await listAll(owner.client, folder)).length, 2)
})

t.test('a link that is revoked takes the bar with it', async (t) => {
  const folder = await makeFolder(owner, 'Shut soon')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  source.files.set('/held.bin', { size: 6_000_000, holdAt: 3_000_000 })
  const page = await browser.visit(`${app.url}/share/${token}/files/${folder}`)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remote upload' }).click()
  await (await hand(page, ['/held.bin'])).click()
  await bar(page, 'running').waitFor()
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  t.same(await listAll(owner.client, folder), [])
})

t.test('a guest of a request, on a phone in the dark: their name first, then links; one is cancelled', async (t) => {
  const { token } = await makeRequest(owner, {
    title: 'Photos of Lisbon',
    require_name: true,
    kinds: ['other', 'image'],
  })
  source.files.set('/lisbon.bin', { size: 50_000 })
  source.files.set('/slow.bin', { size: 6_000_000, holdAt: 3_000_000 })
  source.answer('/letter.bin', (_request, answer) => answer.end('%PDF-1.4\n%'))
  const page = await browser.visit(`${app.url}/request/${token}/upload`, { width: 390, height: 844, theme: 'dark' })
  await picture(page, 'guest-request-390-dark')
  const wide = await browser.visit(`${app.url}/request/${token}/upload`, { width: 1024, height: 800, locale: 'de-DE' })
  await picture(wide, 'guest-request-1024-light')
  await page.getByRole('button', { name: 'Remote upload' }).click()
  await page.getByText('Enter your name first.').waitFor()
  await page.locator('input[name="guest-name"]').fill('Ann')
  await page.getByRole('button', { name: 'Remote upload' }).click()
  const begin = await hand(page, ['/slow.bin', '/lisbon.bin', '/letter.bin'])
  await page.getByText('into “Photos of Lisbon”').waitFor()
  t.same(await axeFaults(page), [])
  await picture(page, 'guest-remote-popup-390-dark')
  await begin.click()
  await page.locator('[data-sent]').getByText('lisbon.bin').waitFor()
  await bar(page, 'running').getByText('Uploading Remotely - 2 / 3, Failed: 1').waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText('Files of this kind are not accepted here.').waitFor()
  t.same(await axeFaults(page), [])
  t.ok(await fits(page))
  await picture(page, 'guest-remote-running-390-dark')
  await page.getByRole('button', { name: 'Cancel slow.bin' }).click()
  await bar(page, 'finished').waitFor()
  await page.getByRole('button', { name: 'I’m done' }).click()
  await page.getByText('has your file').first().waitFor()
  const counted = () =>
    app.coffer.platform.db.query('select received from upload_requests where title = $1', ['Photos of Lisbon'])
  await soon(t, counted, [{ received: 1 }])
})

t.test('no page has failed', async (t) => t.same(browser.errors, []))
