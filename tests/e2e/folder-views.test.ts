import type { Page } from 'playwright-core'
import t from 'tap'
import { axeFaults, picture } from '../support/browser.ts'
import { cuttableSocket } from '../support/cut-socket.ts'
import { boxOf, row, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeShare, putFile } from '../support/shares.ts'

const { app, browser, db, openFiles, newUser } = await filesTest(t)
const viewMenu = async (page: Page, ...path: string[]) => {
  await page.getByRole('button', { name: 'Sort and view' }).click()
  for (const name of path)
    await page
      .getByRole('menuitem', { name, exact: true })
      .or(page.getByRole('menuitemradio', { name, exact: true }))
      .or(page.getByRole('menuitemcheckbox', { name, exact: true }))
      .click()
}
const handle = (page: Page, column: string) => page.getByRole('separator', { name: `Width of ${column}` })
const columnWidth = async (page: Page, column: string) =>
  Math.round((await boxOf(page.getByRole('columnheader', { name: column }))).width)
const stored = async (id: string): Promise<Record<string, object>> => {
  const rows = await db.query<{ key: string; settings: object }>(
    'select key, settings from view_settings where user_id = $1',
    [id],
  )
  return Object.fromEntries(rows.map(({ key, settings }) => [key, settings]))
}

t.test(
  'columns are resized by pointer and keys; a double click restores the width; another device has the same',
  async (t) => {
    const { person } = await newUser(['Clients', 'Photos'], 3)
    const page = await openFiles(person, { width: 1440 })
    t.equal(await columnWidth(page, 'Size'), 96)
    const box = await boxOf(handle(page, 'Size'))
    await page.mouse.move(box.middle.x, box.middle.y)
    await page.mouse.down()
    await page.mouse.move(box.middle.x - 60, box.middle.y, { steps: 4 })
    t.equal(await columnWidth(page, 'Size'), 156, 'follows the pointer')
    await page.mouse.up()
    await handle(page, 'Added').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    t.equal(await columnWidth(page, 'Added'), 136 + 8 + 32)
    await eventually(t, () => stored(person.id), { files: { widths: { size: 156, created_at: 176 } } })
    t.same(await axeFaults(page), [])
    await picture(page, 'columns-1440')
    const other = await openFiles(person, { width: 1440, theme: 'dark' })
    t.equal(await columnWidth(other, 'Size'), 156)
    await handle(other, 'Size').dblclick()
    t.equal(await columnWidth(other, 'Size'), 96)
    await picture(other, 'columns-1440-dark')
    for (const [entry, width] of [
      ['Wider', 96 + 48],
      ['Narrower', 96],
      ['Wider', 96 + 48],
      ['Default width', 96],
    ] as const) {
      await handle(other, 'Size').click({ button: 'right' })
      await other.getByRole('menuitem', { name: entry }).click()
      await eventually(t, () => columnWidth(other, 'Size'), width, entry)
    }

    // Another order removes no column.
    const heads = other.getByRole('columnheader')
    const columns = async () => (await heads.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
    const own = ['Name', 'Added', 'Size', 'Actions']
    t.same(await columns(), own)
    await heads.getByRole('button', { name: 'Size' }).click()
    await other.locator('[aria-sort=descending]').filter({ hasText: 'Size' }).waitFor()
    t.same(await columns(), own)
    await viewMenu(other)
    await other.getByRole('menuitemcheckbox', { name: 'Modified' }).first().click()
    await eventually(t, columns, ['Name', 'Added', 'Modified', 'Size', 'Actions'], 'the order that is chosen is seen')
    await heads.getByRole('button', { name: 'Name' }).click()
    await eventually(t, columns, own)
  },
)

t.test('on a touch screen, a tap on the border of a column opens the menu of its width', async (t) => {
  const { person } = await newUser(['Clients'], 3)
  const page = await openFiles(person, { width: 1100, touch: true })
  const width = await columnWidth(page, 'Size')
  for (const [entry, change] of [
    ['Wider', 48],
    ['Narrower', 0],
  ] as const) {
    await handle(page, 'Size').tap()
    await page.getByRole('menuitem', { name: entry }).tap()
    await eventually(t, () => columnWidth(page, 'Size'), width + change, entry)
  }
})

t.test('the actions of a row cover a column as a whole, and so does the selection bar its heads', async (t) => {
  const { person } = await newUser(['Clients'], 3)
  const file = await putFile(person, 'report.txt', 'Report')
  await makeShare(person, file)
  const page = await openFiles(person, { width: 1440, path: 'my-shared-items' })
  await row(page, 'report.txt').hover()
  const actions = row(page, 'report.txt').locator('.file-acts')
  await actions.getByRole('button').nth(2).waitFor()
  const shown = await boxOf(actions)
  const downloads = await boxOf(row(page, 'report.txt').locator('.file-cell').last())
  t.ok(shown.x <= downloads.x + 8, `${shown.x} is not within ${downloads.x}`)
  await picture(page, 'row-actions-1440')
  await row(page, 'report.txt').click()
  const bar = await boxOf(page.getByRole('toolbar', { name: 'Selection' }).filter({ visible: true }))
  const grid = await boxOf(page.getByRole('grid'))
  t.ok(bar.x + bar.width >= grid.x + grid.width)
  await picture(page, 'selection-bar-1440')
})

t.test('a folder has its own view, others inherit the root’s; the first paint has it, without a request', async (t) => {
  const { person, ids } = await newUser(['Clients', 'Photos'], 3)
  await seedFolder(db, person.id, 5, { parent: ids.Photos as string })
  const page = await openFiles(person, { width: 1440, path: `files/${ids.Photos}` })
  const elsewhere = await openFiles(person, { width: 1440, path: `files/${ids.Photos}` })
  await page.getByRole('button', { name: 'Grid view' }).click()
  await page.locator('.file-tile').first().waitFor()
  await elsewhere.locator('.file-tile').first().waitFor()
  await eventually(t, () => stored(person.id), { [ids.Photos as string]: { preview: 'grid' } })
  const html = await (await person.client.fetch(`/platform/files/${ids.Photos}`)).text()
  t.match(html, /file-tile/, 'the rendered page')
  t.notMatch(await (await person.client.fetch('/platform/files')).text(), /class="file-tile/)
  await page.goto(`${app.url}/platform/files`)
  await rowShown(page, 'Photos')
  await viewMenu(page, 'Compact')
  await eventually(t, async () => Math.round((await boxOf(row(page, 'Photos'))).height), 32)
  await picture(page, 'compact-1440')
  await rowShown(page, 'item 1.bin')
  await page.goto(`${app.url}/platform/files/${ids.Clients}`)
  await page.goBack()
  t.equal(Math.round((await boxOf(row(page, 'Photos'))).height), 32)
  await page.goto(`${app.url}/platform/files/${ids.Photos}`)
  await viewMenu(page, 'Reset to default')
  await row(page, 'item 1.bin').waitFor()
  await eventually(t, () => elsewhere.locator('.file-tile').count(), 0)
  await row(elsewhere, 'item 1.bin').waitFor()
  await elsewhere.context().close()
  t.equal(await page.locator('.file-tile').count(), 0)
  await eventually(t, () => stored(person.id), { files: { density: 'compact' } })
})

t.test('a tab whose connection was lost overwrites no settings of another device, and follows them', async (t) => {
  const { person } = await newUser(['Clients'], 3)
  const page = await browser.visit(`${app.url}/temporary-unavailable`, { width: 1440, as: person })
  const { cut, restore } = await cuttableSocket(page)
  await page.goto(`${app.url}/platform/files`)
  await rowShown(page, 'Clients')
  await cut()
  await person.client.patch('/api/views/files', { density: 'compact' })
  await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click()
  const sorting = { field: 'name', direction: 'ASC' }
  await eventually(t, () => stored(person.id), { files: { density: 'compact', sorting } })
  restore()
  await eventually(t, async () => Math.round((await boxOf(row(page, 'Clients'))).height), 32)
})
