import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults } from '../support/browser.ts'
import { chooseInMenu, headingShown, listedNames, rowGone, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { makeFolder, putFile } from '../support/shares.ts'

const { browser, newUser, openFiles } = await filesTest(t)

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for “${name}”` }).click()

t.test('open folder: its menu deletes it, which opens the folder above; undo brings it back', async (t) => {
  const { person, ids } = await newUser(['Projects', 'Other'])
  const inner = await makeFolder(person, 'Drafts', ids.Projects)
  const page = await openFiles(person, { path: `files/${inner}` })
  await openMenu(page, 'Drafts')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  t.same(await axeFaults(page), [])
  await chooseInMenu(page, 'Delete')
  await headingShown(page, 'Projects')
  await page.waitForURL(`**/platform/files/${ids.Projects}`)
  await toastShown(page, '“Drafts” moved to the trash')
  await eventually(t, listedNames(person, `folders/${ids.Projects}`), [])
  await rowGone(page, 'Drafts')
  await page.keyboard.press('ControlOrMeta+z')
  await rowShown(page, 'Drafts')

  await openMenu(page, 'Projects')
  await chooseInMenu(page, 'Delete')
  await headingShown(page, 'My Files')
  await rowShown(page, 'Other')
  await rowGone(page, 'Projects')
  await eventually(t, listedNames(person), ['Other'])
  t.same(browser.errors, [])
})

t.test('trash: the open folder is restored by its menu; the keyboard leads from it to the list', async (t) => {
  const { person, ids } = await newUser(['Work'])
  const old = await makeFolder(person, 'Old', ids.Work)
  await makeFolder(person, 'Inner', old)
  await person.client.post('/api/remove', { items: [{ id: old, type: 'folder' }] })
  const page = await openFiles(person, { path: `trash/${old}` })
  await rowShown(page, 'Inner')
  t.equal(await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Work' }).count(), 0)
  await page.keyboard.press('Alt+ArrowUp')
  await page.waitForURL('**/platform/trash')
  await rowShown(page, 'Old')
  await page.goBack()
  await openMenu(page, 'Old')
  await chooseInMenu(page, 'Restore')
  await page.waitForURL('**/platform/trash')
  await toastShown(page, '“Old” restored')
  await rowGone(page, 'Old')
  await eventually(t, listedNames(person, `folders/${ids.Work}`), ['Old'])
  t.same(browser.errors, [])
})

t.test('open folder: its menu makes it a favorite, copies and moves it', async (t) => {
  const { person, ids } = await newUser(['Projects', 'Archive'])
  const page = await openFiles(person, { path: `files/${ids.Projects}` })
  await openMenu(page, 'Projects')
  await chooseInMenu(page, 'Organize', 'Add to favorites')
  await page.getByRole('region', { name: 'Favorites' }).getByText('Projects').waitFor()
  await openMenu(page, 'Projects')
  await chooseInMenu(page, 'Organize', 'Remove from favorites')
  await page.getByRole('region', { name: 'Favorites' }).getByText('Projects').waitFor({ state: 'detached' })
  await openMenu(page, 'Projects')
  await chooseInMenu(page, 'Copy or cut', 'Duplicate')
  await eventually(t, listedNames(person), ['Archive', 'Projects', 'Projects (1)'])
  await openMenu(page, 'Projects')
  await chooseInMenu(page, 'Copy or cut', 'Cut')
  await page.getByRole('treeitem', { name: 'Archive' }).click()
  await headingShown(page, 'Archive')
  await page.getByRole('button', { name: 'Paste 1 item' }).click()
  await eventually(t, listedNames(person, `folders/${ids.Archive}`), ['Projects'])
  t.same(browser.errors, [])
})

t.test('open folder: its menu restores it to an earlier time after a preview; undo returns to now', async (t) => {
  const { person, ids } = await newUser(['Projects'])
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt']
  for (const name of names) await putFile(person, name, name, ids.Projects)
  const page = await openFiles(person, { path: `files/${ids.Projects}` })
  await openMenu(page, 'Projects')
  await page.getByRole('menuitem', { name: 'Organize' }).click()
  await page.getByRole('menuitem', { name: 'Restore to an earlier time…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore to an earlier time' })
  const previews = '**/api/restore-points/*/preview?*'
  const tooLarge = { type: 'error', code: 'preview-too-large', message: 'Too much has changed.' }
  await page.route(previews, (route) => route.fulfill({ status: 422, json: tooLarge }))
  await dialog.getByRole('button', { name: /You.*6 changes/ }).click()
  await dialog.getByText('The restore itself works').waitFor()
  t.ok(await dialog.getByRole('button', { name: 'Restore' }).isEnabled())
  await page.unroute(previews)
  await page.keyboard.press('Escape')
  await openMenu(page, 'Projects')
  await page.getByRole('menuitem', { name: 'Organize' }).click()
  await page.getByRole('menuitem', { name: 'Restore to an earlier time…' }).click()
  await dialog.getByRole('button', { name: /You.*6 changes/ }).click()
  await dialog.getByText('Newer, go to the trash').waitFor()
  t.same(await axeFaults(page), [])
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await toastShown(page, 'The folder is as it was then.')
  await eventually(t, listedNames(person, `folders/${ids.Projects}`), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(t, listedNames(person, `folders/${ids.Projects}`), names)
  t.same(browser.errors, [])
})
