import t from 'tap'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { gone, handle, names, row, there, told } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { soon } from '../support/soon.ts'

const { app, browser, enter, somebody, db } = await filesTest(t)

t.test('a duplicate beside it, a copy elsewhere; a folder shows what is in it', async (t) => {
  const { person, ids } = await somebody(['Box', 'Letters'])
  const deep = await seedOneFolder(db, person.id, 'deep', ids.Letters)
  await seedFolder(db, person.id, 3, { parent: deep })
  await db.query('update blobs set size = 1000 where true')
  await db.query('update items set size = 1000 where not is_folder')
  const page = await enter(person)
  await handle(page, 'Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await there(page, 'Letters (1)')
  await row(page, 'Letters (1)').getByText('3 kB').waitFor()
  await handle(page, 'Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy to…' }).click()
  const popup = page.getByRole('dialog')
  await popup.getByText('Box').click()
  t.same(await axeFaults(page), [])
  await popup.getByRole('button', { name: 'Copy here' }).click()
  await told(page, '“Letters” copied to Box')
  await row(page, 'Box').getByText('3 kB').waitFor()
  await picture(page, 'folder-sizes-1280')
  await page.context().close()
})

t.test('replaced, the former content is a version; its menu entry leads there, and it comes back', async (t) => {
  const { person } = await somebody([])
  const page = await enter(person)
  const send = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Create' }).first().click()
    await page.getByRole('menuitem', { name: 'Upload files' }).click()
    await (await chooser).setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  }
  await send('first')
  await there(page, 'note.txt')
  await handle(page, 'note.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page.getByText('There are none yet.').waitFor()
  await page.reload()
  await hydrated(page)
  await send('second, longer')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Replace', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await row(page, 'note.txt').getByRole('gridcell', { name: '14 bytes', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
  await handle(page, 'note.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const version = page.locator('[data-version]')
  await version.waitFor()
  await soon(t, () => version.count(), 1)
  t.same(await axeFaults(page), [])
  await picture(page, 'versions-1280')
  await version.getByRole('button', { name: /Restore/ }).click()
  await told(page, '“note.txt” is as it was.')
  await row(page, 'note.txt').getByRole('gridcell', { name: '5 bytes', exact: true }).waitFor()
  await page.context().close()

  for (const [width, theme] of [
    [390, 'light'],
    [1440, 'dark'],
  ] as const) {
    const other = await enter(person, { width, theme })
    if (width > 640) await handle(other, 'note.txt').click({ button: 'right' })
    else await other.getByRole('button', { name: 'Actions for note.txt' }).tap()
    await other.getByRole(width > 640 ? 'menuitem' : 'button', { name: 'Versions' }).click()
    await other.locator('[data-version]').waitFor()
    t.same(await axeFaults(other), [])
    await picture(other, `versions-${width}-${theme}`)
    await other.context().close()
  }
})

t.test('the trash tells how long it keeps; emptied, it shows how far it is', async (t) => {
  const { person, ids } = await somebody(['Old', 'Kept'])
  await seedFolder(db, person.id, 4_000, { parent: ids.Old as string })
  await app.coffer.storage.api.trash.remove(
    { root: null, ownerId: person.id, actor: { userId: person.id, key: 'test' }, permission: 'owner' },
    { items: [{ id: ids.Old as string, type: 'folder' }] },
  )
  for (const [width, theme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    const page = await enter(person, { path: 'trash', width, theme })
    await page.getByText('What is here is deleted for good after 30 days.').waitFor()
    t.same(await axeFaults(page), [])
    await picture(page, `trash-${width}-${theme}`)
    if (width > 640) {
      await soon(t, () => names(page), ['Old'])
      await page.getByRole('button', { name: 'Empty trash' }).first().click()
      const sure = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await sure.getByText('4,001 items').waitFor()
      await sure.getByRole('button', { name: 'Empty trash' }).click()
      await told(page, 'Your trash was successfully cleared.')
      await gone(page, 'Old')
      await told(page, 'Everything was deleted permanently.')
      await page.getByText('Your trash is empty').waitFor()
    }
    await page.context().close()
  }
  await soon(t, () => db.query(`select 1 from items where owner_id = $1 and name <> 'Kept'`, [person.id]), [])
})

t.same(browser.errors, [])
