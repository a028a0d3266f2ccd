import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { testFolder } from '../support/folders.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { tabTo } from '../support/tab-to.ts'
import { teamWith } from '../support/teams.ts'
import { tinyPdf } from '../support/tiny-files.ts'

const { app, browser } = await pagesTest(t)
const disk = testFolder(t)
const person = await signUp(app)

const names = (page: Page) => page.locator('[data-index] [data-focus]').allInnerTexts()
const shows = async (page: Page, name: string) =>
  page.locator('[data-index]').filter({ hasText: name }).first().waitFor()
const keys = async (page: Page, ...list: string[]) => {
  for (const key of list) await page.keyboard.press(key)
}
/** Names of the selected rows. */
const selected = async (page: Page) =>
  (await page.locator('[aria-selected=true] [data-focus]').allInnerTexts()).toSorted()
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-index]')?.querySelector('[data-focus]')?.textContent)

t.test('every screen by keyboard alone', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`, { width: 1280, height: 800 })
  // Enter on a button causes a click, but no pointer event.
  await page.context().addInitScript(() => {
    const count = () => localStorage.setItem('pointers', `${Number(localStorage.getItem('pointers') ?? 0) + 1}`)
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(kind, count, true)
  })
  await page.reload()
  await hydrated(page)

  await tabTo(page, 'Email')
  await page.keyboard.type(person.email)
  await keys(page, 'Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await tabTo(page, 'Password')
  await page.keyboard.type(person.password)
  await keys(page, 'Enter')
  await page.waitForURL('**/platform/files')
  await hydrated(page)
  await page.getByText('Upload your first file').waitFor()

  await keys(page, 'Alt+n')
  await page.locator('input[aria-label=Name]:focus').waitFor()
  await page.keyboard.type('Invoices')
  await keys(page, 'Enter')
  await shows(page, 'Invoices')
  await page.locator('[data-index] [data-focus]:focus').waitFor()
  await keys(page, 'F2')
  await page.locator('input[aria-label=Name]:focus').waitFor()
  await page.keyboard.type('Rechnungen')
  await keys(page, 'Enter')
  await shows(page, 'Rechnungen')
  await page.locator('[data-index] [data-focus]:focus').waitFor()

  const chooser = page.waitForEvent('filechooser')
  await keys(page, 'Alt+u')
  mkdirSync(disk, { recursive: true })
  const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => join(disk, name))
  for (const file of files) writeFileSync(file, file)
  await (await chooser).setFiles(files)
  await page.locator('[data-upload-panel="finished"]').waitFor()
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await shows(page, name)

  await keys(page, 'ArrowDown', 'Home')
  await eventually(t, () => focusedRow(page), 'Rechnungen', 'folders first')
  await keys(page, 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await page.getByText('3 selected').first().waitFor()
  await picture(page, 'keyboard-1-range')
  const cut = await selected(page)
  t.equal(cut.length, 3)
  await keys(page, 'Control+x', 'Home', 'Enter')
  await page.getByRole('heading', { name: 'Rechnungen' }).waitFor()
  await page.getByText('This folder is empty').waitFor()
  await keys(page, 'Control+v')
  await shows(page, cut[0] ?? '')
  await eventually(t, async () => (await names(page)).sort(), cut, 'cut there, pasted here')

  await keys(page, 'ArrowDown', 'Home')
  const deleted = (await poll(() => focusedRow(page))) ?? ''
  await keys(page, 'Delete')
  await page.locator('[data-index]').filter({ hasText: deleted }).waitFor({ state: 'detached' })
  t.ok(await poll(() => focusedRow(page)), 'the focus stays in the list')
  await keys(page, 'Control+z')
  await shows(page, deleted)

  await keys(page, '?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  t.strictSame(await axeFaults(page), [], 'the sheet of keys')
  await picture(page, 'keyboard-2-sheet')
  await keys(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await keys(page, 'ArrowDown', 'Home')
  const again = (await poll(() => focusedRow(page))) ?? ''
  await keys(page, 'Delete')
  await page.locator('[data-index]').filter({ hasText: again }).waitFor({ state: 'detached' })
  await keys(page, 'Alt+g', 't')
  await page.waitForURL('**/platform/trash')
  await shows(page, again)
  await keys(page, 'ArrowDown', 'Home', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  await picture(page, 'keyboard-3-menu')
  const line = () => page.evaluate(() => document.activeElement?.closest('[role=menuitem]')?.textContent)
  for (let steps = 0; steps < 5; steps++) {
    const at = await poll(line)
    if (at === 'Restore') break
    await keys(page, 'ArrowDown')
    await poll(line, (next) => next !== at)
  }
  await keys(page, 'Enter')
  await page.getByText('Your trash is empty').waitFor()

  await keys(page, 'Alt+g', 'f')
  await page.waitForURL('**/platform/files')
  await shows(page, 'Rechnungen')
  await keys(page, 'ArrowDown', 'Home', 'Enter')
  await page.getByRole('heading', { name: 'Rechnungen' }).waitFor()
  await shows(page, again)
  await eventually(t, async () => (await names(page)).length, 3)
  await keys(page, 'Backspace')
  await page.getByRole('heading', { name: 'My Files' }).waitFor()

  await tabTo(page, 'Sign out')
  await keys(page, 'Enter')
  await page.waitForURL(`${app.url}/`)
  t.equal(await page.evaluate(() => localStorage.getItem('pointers')), null, 'no pointer was used')
  t.strictSame(browser.errors, [])
})

t.test(
  'Escape: clears the search in a PDF or closes suggestions first, and what is around them by the next press',
  async (t) => {
    const [owner, member] = [await signUp(app), await signUp(app)]
    const { id } = await putFile(owner, 'paper.pdf', tinyPdf(['The first speaks of apples']))
    const page = await browser.visit(`${app.url}/platform/files?view=${id}`, { as: owner })
    const search = page.getByRole('searchbox', { name: 'Find in document' })
    await page.locator('.textLayer').getByText('speaks of apples').waitFor()
    await search.fill('apples')
    await page.getByText('1 / 1').waitFor()
    await keys(page, 'Escape')
    await eventually(t, () => search.inputValue(), '')
    t.ok(await page.getByRole('dialog', { name: 'paper.pdf' }).isVisible(), 'the viewer stays')
    await keys(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await teamWith(owner, [[member, 'can_view']], 'First team')
    await page.goto(`${app.url}/platform/team-folders?new`)
    await hydrated(page)
    await page.getByRole('combobox', { name: 'Invite by email' }).fill(member.email.slice(0, 6))
    const suggestion = page.getByRole('option').filter({ hasText: member.email })
    await suggestion.waitFor()
    await keys(page, 'Escape')
    await suggestion.waitFor({ state: 'detached' })
    t.ok(await page.getByRole('dialog').isVisible(), 'the dialog stays')
    t.equal(await page.getByRole('alertdialog').count(), 0, 'and asks nothing')
    await keys(page, 'Escape')
    await page.getByRole('alertdialog').getByText('Discard').first().waitFor()
    t.strictSame(browser.errors, [])
  },
)
