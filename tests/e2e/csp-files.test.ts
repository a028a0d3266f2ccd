import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hydrated, resting } from '../support/browser.ts'
import { dropFromDesktop, middleOf } from '../support/desktop-drop.ts'
import { filesOfEachKind } from '../support/files-of-each-kind.ts'
import { chooseInMenu, row, rowGone, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { testFolder } from '../support/folders.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)
const violations = (t: Test, what: string) => t.strictSame(browser.errors.splice(0), [], what)
const { person, ids, names } = await filesOfEachKind(app, newUser)
await putFile(person, 'z last.txt', 'dragged')

t.test('the files screens do not violate the policy during client navigation', async (t) => {
  const page = await openFiles(person, { inAdvance: true })
  const opened = () => page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor()
  const shut = async (what: string) => {
    await resting(page)
    violations(t, what)
    await page.keyboard.press('Escape')
    await page.locator('[role=menu], [role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' })
  }
  await resting(page)
  violations(t, 'the list')
  await page.keyboard.press('Alt+v')
  await page.locator('.file-tile').first().waitFor()
  await resting(page)
  violations(t, 'the grid')
  await page.keyboard.press('Alt+v')
  await page.getByRole('button', { name: 'Sort and view' }).click()
  await opened()
  await shut('the menu of orders and views')
  await page.getByRole('button', { name: 'My account' }).click()
  await opened()
  await shut('the account menu')
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await opened()
  await shut('a context menu')
  for (const [keys, what] of [
    ['Control+k', 'the search'],
    ['?', 'the keys'],
    ['F2', 'renaming'],
  ] as const) {
    await rowHandle(page, 'Letters').focus()
    await page.keyboard.press(keys)
    if (keys !== 'F2') await opened()
    await shut(what)
  }
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await chooseInMenu(page, 'Organize', 'Customize')
  await opened()
  const locks = () => page.evaluate(() => getComputedStyle(document.body).overflow)
  await eventually(t, locks, 'hidden', 'a dialog keeps the page from scrolling: its style sheet is applied')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose an emoji' }).click()
  await page.getByRole('dialog').getByLabel('Search emoji').waitFor()
  await resting(page)
  violations(t, 'colors and emoji')
  await page.reload()
  await hydrated(page)
  await rowHandle(page, 'f main.ts').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await opened()
  await shut('the share dialog')
  await rowHandle(page, 'Letters').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await opened()
  await shut('the move dialog')
  await row(page, 'z last.txt').locator('[data-focus]').dragTo(row(page, 'Letters'))
  await rowGone(page, 'z last.txt')
  await toastShown(page, '“z last.txt” moved to Letters')
  violations(t, 'a drag and its toast')
  const upload = join(testFolder(t), 'dropped.txt')
  writeFileSync(upload, 'dropped')
  await dropFromDesktop(page, [upload], await middleOf(page, 'main'))
  await rowShown(page, 'dropped.txt')
  violations(t, 'an upload')
  await page.keyboard.press('Alt+i')
  await resting(page)
  violations(t, 'details')
  for (const [keys, what] of [
    ['gt', 'trash'],
    ['gr', 'recent'],
    ['gs', 'shared'],
    ['gf', 'files'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForTimeout(50)
    await resting(page)
    violations(t, what)
  }
  for (const path of ['/platform/requests', '/user/settings/storage', '/platform/trash', '/platform/recent-uploads']) {
    await page.goto(`${app.url}${path}`)
    await hydrated(page)
    await resting(page)
    violations(t, path)
  }
  await page.context().close()
})

t.test('the viewer shows every kind of file without violating the policy', async (t) => {
  const shown: Record<string, string> = { 'd paper.pdf': 'canvas', 'b clip.webm': 'video', 'c tone.wav': 'audio' }
  const page = await openFiles(person)
  for (const name of names) {
    await page.goto(`${app.url}/platform/files?view=${ids[name]}`)
    await hydrated(page)
    const dialog = page.getByRole('dialog', { name, exact: true })
    await dialog.waitFor()
    await dialog
      .locator(shown[name] ?? 'img, pre, article, table, h1, code')
      .first()
      .waitFor({ state: 'attached' })
    await resting(page)
    violations(t, name)
  }
})
