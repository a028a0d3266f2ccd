import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { axeFaults, hydrated, picture, testBrowser } from '../support/browser.ts'
import { type SourceFile, testSource } from '../support/source.ts'

t.setTimeout(900_000)
const source = await testSource(t)
const app = await testApp(t, { pages: true, env: { EGRESS_ALLOW: source.host } })
const person = await signUp(app)
const signedIn = async (page: Page, path = '/platform/files') => {
  const cookies = [...person.client.cookies].map(([name, value]) => ({ name, value, url: app.url }))
  await page.context().addCookies(cookies)
  await page.goto(app.url + path)
  await hydrated(page)
}
const bar = (page: Page, phase: string) => page.locator(`[data-remote-bar="${phase}"]`)

t.test('links are handed over, followed, and their files appear', async (t) => {
  const film: SourceFile = { size: 30_000_000, rate: 100_000, type: 'video/mp4' }
  source.files.set('/holiday/summer-film.mp4', film)
  source.files.set('/report.pdf', { size: 400_000, disposition: 'attachment; filename="Annual report 2026.pdf"' })
  const browser = await testBrowser(t)
  const page = await browser.visit(`${app.url}/sign-in`, { width: 1440, height: 900 })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remote upload' }).click()
  const popup = page.getByRole('dialog', { name: 'Upload Files Remotely' })
  await popup.waitFor()
  const field = popup.getByLabel('Remote Links')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await popup.getByRole('button', { name: 'Upload' }).click()
  await popup.getByText('Please paste at least one link.').waitFor()
  await field.fill(`${source.url('/holiday/summer-film.mp4')}\n\nnot a link\n${source.url('/report.pdf')}`)
  await popup.getByText('3 links').waitFor()
  await popup.getByRole('button', { name: 'Upload' }).click()
  await popup.getByText('Line 3 is not a link').waitFor()
  await picture(page, 'remote-popup-1440-light')
  t.strictSame(await axeFaults(page), [])
  await field.fill(
    [source.url('/holiday/summer-film.mp4'), source.url('/report.pdf'), source.url('/gone.zip')].join('\n'),
  )
  await popup.getByRole('button', { name: 'Upload' }).click()
  await popup.waitFor({ state: 'detached' })
  await bar(page, 'running').getByText('Uploading Remotely - 2 / 3, Failed: 1').waitFor()
  await page
    .locator('[data-item]', { hasText: 'Annual report 2026.pdf' })
    .or(page.getByText('Annual report 2026.pdf'))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByText('There is nothing at this address.').waitFor()
  await page.getByRole('progressbar', { name: 'Progress of summer-film.mp4' }).waitFor()
  await picture(page, 'remote-running-1440-light')
  t.strictSame(await axeFaults(page), [])

  await page.reload()
  await hydrated(page)
  await bar(page, 'running').getByText('Uploading Remotely - 2 / 3, Failed: 1').waitFor()
  delete film.rate
  await page
    .getByRole('status')
    .getByText('2 files were fetched')
    .or(page.getByText('2 files were fetched'))
    .first()
    .waitFor()
  await bar(page, 'finished').getByText('1 link could not be fetched').waitFor()
  await page.getByText('summer-film.mp4').first().waitFor()
  await picture(page, 'remote-finished-1440-light')

  source.files.set('/gone.zip', { size: 1_000 })
  await page.getByRole('button', { name: 'Try failed links again' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  await page.getByText('gone.zip').first().waitFor()
})

t.test('on a phone, in the dark: cancelled, one and all', async (t) => {
  for (const path of ['/slow/first.iso', '/slow/second.iso'])
    source.files.set(path, { size: 90_000_000, rate: 200_000 })
  const browser = await testBrowser(t)
  const page = await browser.visit(`${app.url}/sign-in`, { width: 390, height: 844, theme: 'dark' })
  await signedIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).last().click()
  await page.getByRole('dialog').getByText('Remote upload').click()
  const popup = page.getByRole('dialog', { name: 'Upload Files Remotely' })
  await popup
    .getByLabel('Remote Links')
    .fill([source.url('/slow/first.iso'), source.url('/slow/second.iso')].join('\n'))
  await picture(page, 'remote-popup-390-dark')
  t.strictSame(await axeFaults(page), [])
  await popup.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Show links' }).click()
  await page.getByRole('progressbar', { name: 'Progress of second.iso' }).waitFor()
  await picture(page, 'remote-running-390-dark')
  t.strictSame(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Cancel first.iso' }).click()
  await bar(page, 'running').getByText('Uploading Remotely - 0 / 1').waitFor()
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Cancel all' }).click()
  await page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
})
