import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { resting } from '../support/browser.ts'
import { row, rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'

const { browser, openFiles, newUser } = await filesTest(t)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

t.test('files: every action by keyboard alone', async (t) => {
  const { person } = await newUser(['Deep'], 3)
  const page = await openFiles(person)
  await page.keyboard.press('ArrowDown')
  // Only the last one counts of keys that are pressed before their code has loaded.
  await page.waitForFunction(() => document.activeElement?.closest('[data-view]'))
  await page.keyboard.press('Home')
  await eventually(t, () => focused(page), 'Deep')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  await page.keyboard.press('Alt+n')
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Inner')
  await page.keyboard.press('Enter')
  await rowShown(page, 'Inner')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Inner')
  await page.keyboard.press('Backspace')
  await page.getByRole('heading', { name: 'My Files', level: 1 }).waitFor()
  await rowShown(page, 'Deep')
  await resting(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = await poll(
    () => focused(page),
    (name) => name.startsWith('item'),
  )
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.getByRole('menuitem', { name: 'Move' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction((name) => document.activeElement?.textContent === name, last)
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true })))
  await rowShown(page, last)
  await page.keyboard.press('Alt+v')
  await page.locator('.file-tile').first().waitFor()
  await page.keyboard.press('Alt+i')
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Move through the list').waitFor()
  t.pass('opened, made, named, moved, looked around')
})

/** Name of the focused row, or `list`; otherwise the focused element. */
const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (element?.hasAttribute('data-view')) return 'list'
    return element?.hasAttribute('data-focus') ? element.textContent : element?.tagName
  })
const onRow = (t: Test, page: Page, name: string, message: string) =>
  eventually(t, () => focusedRow(page), name, message)

t.test('files: arrow keys pressed outside the list continue from the focused row', async (t) => {
  const { person } = await newUser([], 4)
  const page = await openFiles(person)
  await page.keyboard.press('ArrowDown')
  await onRow(t, page, 'item 1.bin', 'the first row')
  await page.keyboard.press('ArrowDown')
  await onRow(t, page, 'item 2.bin', 'the second')
  const grid = await openFiles(person, { view: { preview: 'grid' } })
  await grid.keyboard.press('ArrowDown')
  await onRow(t, grid, 'item 1.bin', 'the first tile')
  await grid.keyboard.press('ArrowRight')
  await onRow(t, grid, 'item 2.bin', 'the second')
})

t.test('files: the focus returns to the list when a focused row disappears', async (t) => {
  const { person } = await newUser([], 6)
  const page = await openFiles(person)
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  const choose = async (button: string) => {
    await bar.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
  }
  await row(page, 'item 2.bin').click()
  await choose('Clear selection')
  await onRow(t, page, 'item 2.bin', 'nothing is selected any more')
  await row(page, 'item 2.bin').click()
  await choose('Delete')
  await onRow(t, page, 'item 3.bin', 'deleted from the bar')
  await page.keyboard.press('Space')
  await choose('More actions')
  await page.getByRole('menuitem', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await onRow(t, page, 'item 4.bin', 'deleted from its menu')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await eventually(t, () => focusedRow(page), 'list', 'no row is left')

  await page.keyboard.press('Alt+g')
  await page.keyboard.press('t')
  await rowShown(page, 'item 6.bin')
  await resting(page)
  await row(page, 'item 1.bin').click()
  await page.keyboard.press('Delete')
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' })
  await sure.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await eventuallyMatches(t, () => focusedRow(page), /^item/, 'deleted permanently from its row')
  await page.keyboard.press('Space')
  await choose('Delete permanently')
  await sure.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await eventuallyMatches(t, () => focusedRow(page), /^item/, 'deleted permanently from the bar')
  await page.getByRole('button', { name: 'Empty trash' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button').last().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Your trash is empty').waitFor()
  await eventually(t, () => focusedRow(page), 'list', 'the trash is empty')
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})
