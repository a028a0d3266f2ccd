import t from 'tap'
import { axeFaults, picture, resting, setTheme } from '../support/browser.ts'
import {
  boxOf,
  chooseInMenu,
  headingShown,
  listedNames,
  row,
  rowHandle,
  rowShown,
  toastShown,
} from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'

const { browser, db, emptyPage, openFiles, newUser } = await filesTest(t)
const desktop = await emptyPage()
const { person, ids } = await newUser(['Clients', 'Archive of the years before'], 8)
const summer = await seedOneFolder(db, person.id, 'Summer campaign 2026', ids.Clients)
const photos = await seedOneFolder(db, person.id, 'Photos from the studio', summer)
const chosen = await seedOneFolder(db, person.id, 'Chosen by the client', photos)
await seedFolder(db, person.id, 30, { parent: chosen })

t.test('selecting keeps search and Create; the bar shows words where there is room and moves nothing', async (t) => {
  const page = await openFiles(person, { on: desktop })
  for (const [width, theme] of [
    [1440, 'light'],
    [1024, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await setTheme(page, theme)
    const before = await boxOf(row(page, 'item 1.bin'))
    await row(page, 'item 1.bin').click()
    const bar = page.getByRole('toolbar', { name: 'Selection' })
    await bar.waitFor()
    t.equal((await boxOf(row(page, 'item 1.bin'))).y, before.y, 'the row stays under the pointer')
    t.ok(await page.getByRole('button', { name: 'Search anything…' }).isVisible())
    t.ok(await page.getByRole('button', { name: 'Create', exact: true }).isVisible())
    t.ok(await bar.getByText('Download', { exact: true }).isVisible(), `words at ${width} px`)
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await bar.getByText('10 selected').waitFor()
    await resting(page)
    t.same(await axeFaults(page), [])
    await picture(page, `selecting-${width}-${theme}`)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  // The other tests expect the order by default.
  await db.query('delete from view_settings where user_id = $1', [person.id])
})

t.test('the last three steps of the path stay at 1024 px, also beside the details', async (t) => {
  await desktop.setViewportSize({ width: 1024, height: 900 })
  for (const detail of [false, true]) {
    const page = await openFiles(person, { on: desktop, path: `files/${chosen}`, prefs: { detail } })
    const path = page.getByRole('navigation', { name: 'Path' })
    await headingShown(page, 'Chosen by the client')
    for (const name of ['Summer campaign 2026', 'Photos from the studio'])
      t.ok((await boxOf(path.getByRole('link', { name }))).width >= 48, `${name}, details: ${detail}`)
    t.ok((await boxOf(page.getByRole('heading', { level: 1 }))).width >= 72)
    await row(page, 'item 1.bin').click()
    const clear = await boxOf(page.getByRole('button', { name: 'Clear selection' }).filter({ visible: true }))
    const list = await boxOf(page.getByRole('grid'))
    t.ok(clear.x + clear.width <= list.x + list.width)
    await picture(page, `path-1024-${detail ? 'details' : 'plain'}`)
    await path.getByRole('button', { name: 'More folders' }).click()
    await page.getByRole('menuitem', { name: 'Clients' }).waitFor()
    await page.getByRole('menuitem', { name: 'My Files' }).click()
    await headingShown(page, 'My Files')
  }
  await desktop.setViewportSize({ width: 1280, height: 900 })
})

t.test('the open folder has a menu: download, share, rename, move, copy, organize, delete', async (t) => {
  const page = await openFiles(person, { on: desktop, path: `files/${photos}` })
  const path = page.getByRole('navigation', { name: 'Path' })
  const open = () => page.getByRole('button', { name: 'Actions for “Photos from the studio”' }).click()
  await open()
  await page.getByRole('menuitem', { name: 'Details' }).waitFor()
  const names = [
    'Download',
    'Share',
    'More sharing options',
    'Rename',
    'Move',
    'Copy or cut',
    'Organize',
    'Details',
    'Delete',
  ]
  for (const name of names) t.ok(await page.getByRole('menuitem', { name, exact: true }).isVisible(), name)
  await picture(page, 'folder-menu-1280')
  await chooseInMenu(page, 'Move')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Archive of the years before').click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await toastShown(page, '“Photos from the studio” moved to Archive of the years before')
  await path.getByRole('link', { name: 'Archive of the years before' }).waitFor()
  await page.keyboard.press('Control+z')
  await path.getByRole('link', { name: 'Summer campaign 2026' }).waitFor()
})

t.test(
  'rows show their actions under the pointer and with the keyboard focus; menus have at most eleven rows',
  async (t) => {
    const page = await openFiles(person, { on: desktop })
    await row(page, 'Clients').hover()
    const star = row(page, 'Clients').getByRole('button', { name: 'Add to favorites' })
    await star.click()
    await row(page, 'Clients').getByRole('button', { name: 'Remove from favorites' }).waitFor()
    await picture(page, 'row-actions-1280')
    t.same(await axeFaults(page), [])
    await row(page, 'item 2.bin').hover()
    await row(page, 'item 2.bin').getByRole('button', { name: 'Rename' }).click()
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
    await page.keyboard.type('renamed')
    await page.keyboard.press('Enter')
    await rowShown(page, 'renamed.bin')

    await rowHandle(page, 'item 1.bin').click()
    await page.keyboard.press('Escape')
    await page.mouse.move(600, 850)
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('ArrowRight')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await eventually(t, focused, 'Share')
    await page.keyboard.press('ArrowRight')
    await eventually(t, focused, 'Download')

    for (const name of ['Clients', 'item 1.bin']) {
      await rowHandle(page, name).click({ button: 'right' })
      const names = await page.getByRole('menu').first().getByRole('menuitem').allInnerTexts()
      t.ok(names.length <= 11, `${name}: ${names.length} rows`)
      t.match(names.at(-1), /^Delete/)
      if (name === 'Clients') await picture(page, 'menu-1280')
      await page.keyboard.press('Escape')
    }
  },
)

t.test('tiles have a header with the sort order, covered by the selection bar', async (t) => {
  const page = await openFiles(person, { on: desktop, view: { preview: 'grid' }, theme: 'dark' })
  const last = () => page.locator('[data-index] [data-focus]').last().innerText()
  const before = await last()
  await page.getByRole('button', { name: /^Added/ }).click()
  await eventually(t, async () => (await last()) !== before, true)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
  await resting(page)
  t.same(await axeFaults(page), [])
  await picture(page, 'tiles-1280-dark')
  const phone = await openFiles(person, { width: 390, path: `files/${chosen}` })
  await phone.getByRole('button', { name: 'Actions for “Chosen by the client”' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Rename' }).waitFor()
  t.same(await axeFaults(phone), [])
  await picture(phone, 'folder-menu-390')
  t.same(browser.errors, [])
})

t.test('a link to a list clears what an earlier visit selected; a step back keeps it', async (t) => {
  const page = await openFiles(person, { on: desktop })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  const sections = page.getByRole('navigation', { name: 'Main', exact: true })
  await row(page, 'item 1.bin').click()
  await bar.getByText('1 selected').waitFor()
  await sections.getByRole('link', { name: 'Recent Uploads' }).click()
  await page.waitForURL(/recent/)
  await headingShown(page, 'Recent Uploads')
  await page.goBack()
  await headingShown(page, 'My Files')
  await bar.getByText('1 selected').waitFor()
  await sections.getByRole('link', { name: 'Recent Uploads' }).click()
  await page.waitForURL(/recent/)
  await headingShown(page, 'Recent Uploads')
  await sections.getByRole('link', { name: 'My Files' }).click()
  await headingShown(page, 'My Files')
  await rowShown(page, 'item 1.bin')
  t.equal(await bar.isVisible(), false)
  t.equal(await page.locator('[role=row][aria-selected=true]').count(), 0)
})

t.test('keys after a rename by the button of a row mean that row', async (t) => {
  const other = await newUser(['Keep'], 2)
  const page = await openFiles(other.person, { on: desktop })
  await row(page, 'Keep').click()
  await row(page, 'item 1.bin').hover()
  await row(page, 'item 1.bin').getByRole('button', { name: 'Rename' }).click()
  await page.locator('input[aria-label=Name]:focus').press('Enter')
  await page.keyboard.press('Delete')
  await row(page, 'item 1.bin').waitFor({ state: 'detached' })
  await rowShown(page, 'Keep')
  await eventually(t, listedNames(other.person), ['Keep', 'item 2.bin'])
})

t.test('with “Open with one click”, a click opens, and with Ctrl or in the checkbox it selects', async (t) => {
  const { person } = await newUser(['Photos', 'Texts'], 1)
  const page = await openFiles(person, { on: desktop })
  await rowHandle(page, 'Photos').click()
  t.equal(await row(page, 'Photos').getAttribute('aria-selected'), 'true', 'selects by default')
  await page.getByRole('button', { name: 'Sort and view' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Open with one click' }).click()
  await page.reload()
  await rowHandle(page, 'Texts').click({ modifiers: ['Control'] })
  t.equal(await row(page, 'Texts').getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Escape')
  // The second click of two must not open what is in the folder.
  await rowHandle(page, 'Photos').dblclick()
  await headingShown(page, 'Photos')
  // The entry of the history comes after the folder is shown.
  await page.waitForURL(/\/platform\/files\/./)
  await page.goBack()
  await rowHandle(page, 'item 1.bin').click()
  await page.getByRole('dialog', { name: 'item 1.bin' }).waitFor()
})
