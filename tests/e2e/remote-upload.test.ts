import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated, picture } from '../support/browser.ts'
import {
  checkAppearance,
  expectProgress,
  remoteBar,
  remoteDialog,
  remoteTest,
  submitLinks,
} from '../support/remote-page.ts'
import type { RemoteFile } from '../support/remote-source.ts'
import { listAll } from '../support/upload-queue.ts'

const { source, app, browser } = await remoteTest(t)
const person = await signUp(app)
const signedIn = async (page: Page, path = '/platform/files') => {
  const cookies = [...person.client.cookies].map(([name, value]) => ({ name, value, url: app.url }))
  await page.context().addCookies(cookies)
  await page.goto(app.url + path)
  await hydrated(page)
}

t.test('remote upload: links are submitted, progress is shown, and the files appear', async (t) => {
  const film: RemoteFile = { size: 30_000_000, rate: 100_000, type: 'video/mp4' }
  source.files.set('/holiday/summer-film.mp4', film)
  source.files.set('/report.pdf', { size: 400_000, disposition: 'attachment; filename="Annual report 2026.pdf"' })
  const page = await browser.visit(`${app.url}/sign-in`, { width: 1440, height: 900 })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  await remoteDialog(page).waitFor()
  const field = remoteDialog(page).getByLabel('Links')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await remoteDialog(page).getByRole('button', { name: 'Upload' }).click()
  await remoteDialog(page).getByText('Paste at least one link.').waitFor()
  await field.fill('not a link\n\nftp://a.example/x')
  await remoteDialog(page).getByText('2 links').waitFor()
  await remoteDialog(page).getByRole('button', { name: 'Upload' }).click()
  await remoteDialog(page).getByText('2 links weren’t added').waitFor()
  await checkAppearance(t, page, 'remote-dialog-1440-light')
  await submitLinks(page, ['/holiday/summer-film.mp4', '/report.pdf', '/gone.zip'].map(source.url))
  await expectProgress(t, page, {
    text: 'Uploading from links: 2 of 3, Failed: 1',
    why: 'Nothing found at this link.',
    file: 'summer-film.mp4',
    name: 'remote-running-1440-light',
  })
  await page
    .locator('[data-item]', { hasText: 'Annual report 2026.pdf' })
    .or(page.getByText('Annual report 2026.pdf'))
    .first()
    .waitFor()

  await page.reload()
  await hydrated(page)
  await remoteBar(page, 'running').getByText('Uploading from links: 2 of 3, Failed: 1').waitFor()
  delete film.rate
  await page.getByRole('status').getByText('2 files added').or(page.getByText('2 files added')).first().waitFor()
  await remoteBar(page, 'finished').getByText('1 link failed').waitFor()
  await page.getByText('summer-film.mp4').first().waitFor()
  await picture(page, 'remote-finished-1440-light')

  source.files.set('/gone.zip', { size: 1_000 })
  await page.getByRole('button', { name: 'Retry failed links' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  await page.getByText('gone.zip').first().waitFor()
})

t.test('remote upload: invalid links stay in the field with their reasons, valid ones start', async (t) => {
  source.files.set('/among/good.bin', { size: 2_000 })
  const page = await browser.visit(`${app.url}/sign-in`, { width: 1440, height: 900 })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  const field = remoteDialog(page).getByLabel('Links')
  await field.fill(`not a link\n${source.url('/among/good.bin')}\nftp://a.example/x\nhttp://a.example:22/y`)
  await remoteDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await remoteDialog(page).getByText('3 links weren’t added').waitFor()
  const reasons = remoteDialog(page).locator('[data-rejected-link]')
  t.match(await reasons.allTextContents(), [
    /^not a link . This isn’t a valid link/,
    /^ftp:\/\/a\.example\/x . Only http:/,
    /^http:\/\/a\.example:22\/y . Links to this port/,
  ])
  t.equal(await field.inputValue(), 'not a link\nftp://a.example/x\nhttp://a.example:22/y')
  await checkAppearance(t, page, 'remote-dialog-rejected-1440-light')
  await page.getByText('1 file added').first().waitFor()
  source.files.set('/among/mended.bin', { size: 2_000 })
  await submitLinks(page, [source.url('/among/mended.bin')])
  await page.getByText('mended.bin').first().waitFor()
  t.same(
    (await listAll(person.client, null))
      .map(({ attributes }) => attributes.name)
      .filter((name) => /good|mended/.test(name)),
    ['mended.bin', 'good.bin'],
  )
  await remoteBar(page, 'finished').getByText('1 link failed').waitFor()
  t.equal(await page.getByRole('button', { name: 'Retry failed links' }).count(), 0, 'a retry is not offered')
  await remoteBar(page, 'finished').getByRole('button', { name: 'Close' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
})

t.test('remote upload: a link to a private address fails, and the reason says so', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`, { width: 1440, height: 900 })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  await submitLinks(page, ['http://10.0.0.1/router.html'])
  await remoteBar(page, 'finished').getByText('1 link failed').waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText('The server couldn’t be reached, or isn’t on the public internet.').waitFor()
  t.equal(await page.getByText('http:// and https://').count(), 0)
  await remoteBar(page, 'finished').getByRole('button', { name: 'Close' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
})

t.test('remote upload on a phone, dark theme: cancel one, cancel all', async (t) => {
  for (const path of ['/slow/first.iso', '/slow/second.iso'])
    source.files.set(path, { size: 90_000_000, rate: 200_000 })
  const page = await browser.visit(`${app.url}/sign-in`, { width: 390, height: 844, theme: 'dark' })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).last().click()
  await page.getByRole('dialog').getByText('Upload from a link').click()
  await submitLinks(page, ['/slow/first.iso', '/slow/second.iso'].map(source.url), () =>
    checkAppearance(t, page, 'remote-dialog-390-dark'),
  )
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByRole('progressbar', { name: 'Progress of second.iso' }).waitFor()
  await checkAppearance(t, page, 'remote-running-390-dark')
  await page.getByRole('button', { name: 'Cancel first.iso' }).click()
  await remoteBar(page, 'running').getByText('Uploading from links: 0 of 1').waitFor()
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Cancel all' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
})
