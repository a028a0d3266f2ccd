import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'
import { tinyPhoto } from '../support/tiny-files.ts'

const { app, openFiles } = await filesTest(t)

/** An account with `Alpha.txt` and `Beta.txt` in a folder. */
const withLetters = async (): Promise<{ person: Actor; folder: string; ids: string[] }> => {
  const person = await signUp(app)
  const folder = await makeFolder(person, 'Letters')
  const ids = []
  for (const name of ['Alpha.txt', 'Beta.txt']) ids.push((await putFile(person, name, name, folder)).id)
  return { person, folder, ids }
}
const viewerOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const openFound = async (page: Page, name: string) => {
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill(name)
  await page.getByRole('option', { name }).first().click()
  await viewerOf(page, name).waitFor()
}

t.test(
  'search: a file of another folder is shown over that folder; a deleted one gives way to its neighbor',
  async () => {
    const { person, folder } = await withLetters()
    const page = await openFiles(person)
    await rowShown(page, 'Letters')
    await openFound(page, 'Alpha.txt')
    await page.waitForURL(new RegExp(`/platform/files/${folder}\\?view=`))
    await page.keyboard.press('Delete')
    await viewerOf(page, 'Beta.txt').waitFor()
    await page.keyboard.press('Escape')
    await viewerOf(page, 'Beta.txt').waitFor({ state: 'detached' })
    await page.context().close()
  },
)

t.test('viewer: a file that its list does not have is deleted, and the viewer closes', async () => {
  const { person, ids } = await withLetters()
  const page = await openFiles(person, { path: `files?view=${ids[0]}` })
  await viewerOf(page, 'Alpha.txt').waitFor()
  await page.waitForSelector('html[data-realtime]')
  await page.keyboard.press('Delete')
  await viewerOf(page, 'Alpha.txt').waitFor({ state: 'detached' })
  await toastShown(page, '“Alpha.txt” moved to the trash')
  await page.context().close()
})

t.test('search: an own file found in the list of others’ folders has the actions of an own file', async (t) => {
  const { person } = await withLetters()
  const owner = await signUp(app)
  await teamWith(owner, [[person, 'can_edit']], 'Team')
  const page = await openFiles(person, { path: 'shared-with-me' })
  await rowShown(page, 'Team')
  await openFound(page, 'Alpha.txt')
  await viewerOf(page, 'Alpha.txt').getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
  t.equal(await page.getByRole('menuitem', { name: /Leave/ }).count(), 0)
  await page.context().close()
})

t.test('search: one thumbnail that cannot be loaded does not hide those of other results', async (t) => {
  const person = await signUp(app)
  const [broken, sound] = [
    await putFile(person, 'Lake a.jpg', await tinyPhoto(1)),
    await putFile(person, 'Lake b.jpg', await tinyPhoto(2)),
  ]
  await app.coffer.storage.api.thumbnails.makeAllPending()
  const page = await openFiles(person)
  await page.route(`**/thumbnail/sm/${broken.id}*`, (route) => route.fulfill({ status: 404 }))
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill('lake')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  const show = async (name: string) => {
    await page.getByRole('option', { name }).hover()
    await preview.getByText(name).waitFor()
  }
  await show('Lake a.jpg')
  await preview.locator('img').waitFor({ state: 'detached' })
  await show('Lake b.jpg')
  await preview.locator('img').waitFor()
  t.match(await preview.locator('img').getAttribute('src'), sound.id)
  await page.context().close()
})
