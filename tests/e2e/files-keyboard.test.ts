import type { Page } from 'playwright-core'
import t from 'tap'
import { resting } from '../support/browser.ts'
import { there } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { soon, until } from '../support/soon.ts'

const { browser, enter, somebody } = await filesTest(t)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

t.test('by keyboard alone', async (t) => {
  const { person } = await somebody(['Deep'], 3)
  const page = await enter(person)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await soon(t, () => focused(page), 'Deep')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Inner')
  await page.keyboard.press('Enter')
  await there(page, 'Inner')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Inner')
  await page.keyboard.press('Backspace')
  await page.getByRole('heading', { name: 'My Files', level: 1 }).waitFor()
  await there(page, 'Deep')
  await resting(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = await until(
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
  await there(page, last)
  await page.keyboard.press('v')
  await page.locator('.file-tile').first().waitFor()
  await page.keyboard.press('i')
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Move through the list').waitFor()
  t.pass('opened, made, named, moved, looked around')
})

t.test('no page threw', async (t) => {
  t.same(browser.errors, [])
})
