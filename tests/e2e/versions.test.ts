import t from 'tap'
import { axeFaults, hydrated, picture, setTheme } from '../support/browser.ts'
import { chooseInMenu, row, rowGone, rowHandle, rowNames, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser, db } = await filesTest(t)

t.test('copy: a duplicate beside the original, a copy elsewhere; a folder shows its content count', async (t) => {
  const { person, ids } = await newUser(['Box', 'Letters'])
  const deep = await seedOneFolder(db, person.id, 'deep', ids.Letters)
  await seedFolder(db, person.id, 3, { parent: deep })
  await db.query('update blobs set size = 1000 where true')
  await db.query('update items set size = 1000 where not is_folder')
  const page = await openFiles(person)
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Duplicate')
  await rowShown(page, 'Letters (1)')
  await row(page, 'Letters (1)').getByText('3 kB').waitFor()
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await chooseInMenu(page, 'Copy or cut', 'Copy to…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Box').click()
  t.same(await axeFaults(page), [])
  await dialog.getByRole('button', { name: 'Copy here' }).click()
  await toastShown(page, '“Letters” copied to Box')
  await row(page, 'Box').getByText('3 kB').waitFor()
  await picture(page, 'folder-sizes-1280')
  await page.context().close()
})

t.test('versions: replacing a file keeps the previous content, which can be restored', async (t) => {
  const { person } = await newUser([])
  const page = await openFiles(person)
  const send = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Create' }).first().click()
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  }
  await send('first')
  await rowShown(page, 'note.txt')
  await rowHandle(page, 'note.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page.getByText('No previous versions yet.').waitFor()
  await page.reload()
  await hydrated(page)
  await send('second, longer')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Replace', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await row(page, 'note.txt').getByRole('gridcell', { name: '14 bytes', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
  await rowHandle(page, 'note.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const version = page.locator('[data-version]')
  await version.waitFor()
  await eventually(t, () => version.count(), 1)
  t.same(await axeFaults(page), [])
  await picture(page, 'versions-1280')
  await version.getByRole('button', { name: /Restore/ }).click()
  await toastShown(page, '“note.txt” restored.')
  await row(page, 'note.txt').getByRole('gridcell', { name: '5 bytes', exact: true }).waitFor()
  await version.waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await setTheme(page, 'dark')
  t.same(await axeFaults(page), [])
  await picture(page, 'versions-1440-dark')
  await page.context().close()

  const phone = await openFiles(person, { width: 390 })
  await phone.getByRole('button', { name: 'Actions for note.txt' }).tap()
  await phone.getByRole('button', { name: 'Versions' }).click()
  await phone.locator('[data-version]').waitFor()
  t.same(await axeFaults(phone), [])
  await picture(phone, 'versions-390-light')
  await phone.context().close()
})

t.test(
  'versions: the details in the viewer show those of the file beside them, whenever an answer arrives',
  async (t) => {
    const { person } = await newUser([])
    const { id } = await putFile(person, 'a.txt', 'first')
    await putFile(person, 'a.txt', 'second', null, { on_conflict: 'replace' })
    await putFile(person, 'b.txt', 'other')
    const page = await openFiles(person)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const versionsOf = `**/api/items/${id}/versions`
    await page.route(versionsOf, async (route) => {
      await held
      await route.continue()
    })
    await rowHandle(page, 'a.txt').dblclick()
    await page.getByRole('dialog', { name: 'a.txt', exact: true }).waitFor()
    const asked = page.waitForRequest(versionsOf)
    await page.keyboard.press('i')
    await asked
    const known = page.waitForResponse('**/api/items/*/versions')
    await page.keyboard.press('ArrowLeft')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('heading', { name: 'b.txt' }).waitFor()
    await (await known).finished()
    const answered = page.waitForResponse(versionsOf)
    release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    t.equal(await details.locator('[data-version]').count(), 0, 'not those of the other file')
    await page.keyboard.press('ArrowRight')
    await details.locator('[data-version]').waitFor()
    await page.context().close()
  },
)

t.test('trash: shows the retention; emptying it shows progress', async (t) => {
  const { person, ids } = await newUser(['Old', 'Kept'])
  await seedFolder(db, person.id, 4_000, { parent: ids.Old as string })
  await app.coffer.storage.api.trash.remove(
    { root: null, ownerId: person.id, actor: { userId: person.id, key: 'test' }, permission: 'owner' },
    { items: [{ id: ids.Old as string, type: 'folder' }] },
  )
  const page = await openFiles(person, { path: 'trash', width: 1440 })
  for (const [width, theme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await setTheme(page, theme)
    await page.getByText('Items in the trash are deleted permanently after 30 days.').waitFor()
    t.same(await axeFaults(page), [])
    await picture(page, `trash-${width}-${theme}`)
  }
  await eventually(t, () => rowNames(page), ['Old'])
  await page.getByRole('button', { name: 'Empty trash' }).first().click()
  const sure = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await sure.getByText('4,001 items').waitFor()
  await sure.getByRole('button', { name: 'Empty trash' }).click()
  await toastShown(page, 'Trash emptied')
  await rowGone(page, 'Old')
  await toastShown(page, 'Everything was deleted permanently.')
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, () => db.query(`select 1 from items where owner_id = $1 and name <> 'Kept'`, [person.id]), [])
})

t.same(browser.errors, [])
