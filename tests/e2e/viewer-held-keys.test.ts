import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { listedNames, row } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const byName = { sorting: { field: 'name', direction: 'ASC' } } as const
/** A key that is held: the browser repeats its press. */
const hold = async (page: Page, key: string) => {
  for (let press = 0; press < 3; press += 1) await page.keyboard.down(key)
  await page.keyboard.up(key)
}

t.test('viewer: a held Delete removes one file; held arrows go on', async (t) => {
  const { person } = await newUser([], 9)
  const page = await openFiles(person, { view: byName })
  await row(page, 'item 1.bin').dblclick()
  await viewer(page, 'item 1.bin').waitFor()
  await hold(page, 'Delete')
  await viewer(page, 'item 2.bin').waitFor()
  await hold(page, 'ArrowRight')
  await viewer(page, 'item 5.bin').waitFor()
  await page.keyboard.press('Delete')
  await viewer(page, 'item 6.bin').waitFor()
  const left = [2, 3, 4, 6, 7, 8, 9].map((number) => `item ${number}.bin`)
  await eventually(t, listedNames(person), left)
  t.strictSame(browser.errors, [])
})

t.test('viewer of a link: a held D downloads once', async (t) => {
  const { person } = await newUser([])
  const folder = await makeFolder(person, 'Report')
  await putFile(person, 'Letter.txt', 'We intend to.', folder)
  const { token } = await makeShare(person, { id: folder, type: 'folder' }, { max_downloads: 5 })
  const page = await browser.visit(`${app.url}/share/${token}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Letter.txt', exact: true }).click()
  await viewer(page, 'Letter.txt').getByText('We intend to.').waitFor()
  const probes: string[] = []
  page.on('request', (request) => request.url().includes('/file/') && probes.push(request.url()))
  const downloaded = page.waitForEvent('download')
  await hold(page, 'd')
  await downloaded
  // The download itself is no request of the page.
  t.equal(probes.length, 1)
  t.strictSame(browser.errors, [])
})
