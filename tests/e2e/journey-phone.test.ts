import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { picture } from '../support/browser.ts'
import { rowDetached, rowWithText, startJourney, toastWithText } from '../support/journey.ts'
import { poll } from '../support/poll.ts'
import { metadataOf, writeRealFiles } from '../support/real-files.ts'
import { differences, storedFiles } from '../support/stored-files.ts'

const { server, browser, disk, uploaded, settled, sessionOf, arrive, expectSignedOut } = await startJourney(t)

t.test('phone: uploads fifty files by touch', async (t) => {
  const person = { name: 'Grace Hopper', email: 'grace@example.org', password: 'nanoseconds of copper wire' }
  const wanted = await writeRealFiles(join(disk, 'Reise'), 50, 2)
  const expected = new Map([...wanted].map(([path, facts]) => [`Reise/${path}`, facts]))
  const page = await browser.visit(`${server.url}/sign-up`, { width: 390, height: 844 })
  page.on('dialog', (dialog) => dialog.accept())
  await arrive(page, person, 'phone')
  const tap = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().tap()
  /** Chooses an action of the sheet that a row's “…” opens. */
  const chooseAction = async (name: string, what: string) => {
    await rowWithText(page, name)
      .getByRole('button', { name: `Actions for ${name}` })
      .tap()
    const line = page.getByRole('dialog').getByRole('button', { name: what, exact: true })
    await line.waitFor()
    await picture(page, `phone-sheet-${what.toLowerCase().replaceAll(' ', '-')}`)
    await line.tap()
    await page.getByRole('dialog', { name: 'Actions' }).waitFor({ state: 'detached' })
  }
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).filter({ visible: true }).tap()

  const chooser = page.waitForEvent('filechooser')
  await tap('Create')
  await picture(page, 'phone-4-create')
  await page.getByRole('button', { name: 'Upload folder' }).tap()
  await (await chooser).setFiles(join(disk, 'Reise'))
  await uploaded(page, '50 files uploaded')
  await picture(page, 'phone-5-uploaded')
  await tap('Close')
  const session = await sessionOf(page)
  const stored = await storedFiles(session, null)
  t.strictSame(await differences(session, stored, expected), [], 'byte for byte')

  await rowWithText(page, 'Reise').tap()
  await page.getByRole('heading', { name: 'Reise' }).waitFor()
  await page.locator('[data-index]').first().waitFor()
  await picture(page, 'phone-6-folder')
  const path = [...wanted.keys()].find((path) => !path.includes('/')) ?? ''
  const download = page.waitForEvent('download')
  await chooseAction(path, 'Download')
  t.strictSame(await metadataOf(createReadStream(await (await download).path())), wanted.get(path))

  await chooseAction(path, 'Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Unterwegs.txt')
  await picture(page, 'phone-7-rename')
  await tap('Save changes')
  await rowWithText(page, 'Unterwegs.txt').waitFor()
  await chooseAction('Unterwegs.txt', 'Move')
  await page.getByRole('dialog').getByText('Photos', { exact: true }).tap()
  await picture(page, 'phone-8-move')
  await tap('Move here')
  await rowDetached(page, 'Unterwegs.txt')
  const moved = async () => (await storedFiles(session, null)).get('Reise/Photos/Unterwegs.txt')
  t.equal((await poll(moved))?.attributes.size, wanted.get(path)?.size)

  await section('Files')
  await page.getByRole('heading', { name: 'My Files' }).waitFor()
  await chooseAction('Reise', 'Delete')
  await rowDetached(page, 'Reise')
  await picture(page, 'phone-9-undo')
  await toastWithText(page, 'moved to the trash').getByRole('button', { name: 'Undo' }).tap()
  await rowWithText(page, 'Reise').waitFor()
  await settled(t, session, 50, 'undone, whole')
  await chooseAction('Reise', 'Delete')
  await rowDetached(page, 'Reise')
  await settled(t, session, 0, 'in the trash')

  const toTrash = async () => {
    await tap('Open navigation')
    await page.getByRole('dialog').getByRole('link', { name: 'Trash' }).tap()
    await page.waitForURL('**/platform/trash')
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
  }
  await toTrash()
  await chooseAction('Reise', 'Restore')
  await rowDetached(page, 'Reise')
  await settled(t, session, 50, 'restored, whole')
  await section('Files')
  await chooseAction('Reise', 'Delete')
  await rowDetached(page, 'Reise')
  await settled(t, session, 0, 'in the trash again')
  await toTrash()
  await rowWithText(page, 'Reise').waitFor()
  await picture(page, 'phone-10-trash')
  await tap('Empty trash')
  await page.getByRole('alertdialog').waitFor()
  await picture(page, 'phone-11-confirm')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).tap()
  await page.getByText('Your trash is empty').waitFor()
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing overflows')

  await tap('Account')
  await picture(page, 'phone-12-account')
  await page.getByRole('button', { name: 'Sign out' }).tap()
  await expectSignedOut(t, page, session, stored.values().next().value?.attributes.file_url)
})
