import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { axeFaults } from '../support/browser.ts'
import { eventually } from '../support/poll.ts'
import { openGallery } from './browser.ts'

const open = await openGallery(t)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** The page, and each state of it in which something is open. */
const checkStates = async (t: Test, page: Page) => {
  t.strictSame(await axeFaults(page), [], 'the page')
  await button(page, 'Toasts').click()
  await page.locator('[role=alert]').waitFor()
  for (const name of ['Dialog', 'Menu', 'Sorting', 'Alert']) {
    await button(page, name).click()
    await page.locator('[role=dialog], [role=menu], [role=alertdialog]').first().waitFor()
    t.strictSame(await axeFaults(page), [], name)
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog], [role=menu], [role=alertdialog]').first().waitFor({ state: 'detached' })
  }
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('listbox').waitFor()
  t.strictSame(await axeFaults(page), [], 'the select with search')
}

t.test('gallery on a phone: no axe violation; nothing overflows at 320 px', async (t) => {
  const page = await open('theme=light', 390)
  await page.setViewportSize({ width: 320, height: 900 })
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  await page.setViewportSize({ width: 390, height: 900 })
  await checkStates(t, page)
  await page.context().close()
})

t.test(
  'gallery on a desktop in the dark: no axe violation; every theme and brand color has enough contrast',
  async (t) => {
    const page = await open('theme=dark', 1440)
    await checkStates(t, page)
    for (const query of [
      'theme=light',
      'theme=light&brand=FFE600',
      'theme=dark&brand=001a4d',
      'theme=light&brand=ffffff',
    ]) {
      await open(query, 1440)
      t.strictSame(await axeFaults(page, ['color-contrast']), [], query)
    }
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await open('theme=system', 1440)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    t.not(await ground(), light, 'the system theme follows the system without a script')
    await page.context().close()
  },
)

t.test('gallery: Escape closes the topmost layer only, and the focus returns each time', async (t) => {
  const page = await open('', 1440)
  await button(page, 'Dialog').click()
  await page.getByRole('dialog').getByLabel('Name').fill('x')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
  await eventually(t, () => focused(page), 'Cancel', 'the safe answer has the focus')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  t.equal(await page.getByRole('dialog').count(), 1, 'the popup below stays')
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.press('Escape')
  await button(page, 'Discard').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(t, () => focused(page), 'Dialog')
})

t.test('gallery: a list inside a dialog scrolls by wheel and closes alone', async (t) => {
  const page = await open('', 1440)
  await button(page, 'Dialog').click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  const list = page.getByRole('listbox')
  await list.hover()
  await page.mouse.wheel(0, 300)
  await page.waitForFunction(() => (document.querySelector('[role=listbox]')?.scrollTop ?? 0) > 100)
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  t.equal(await page.getByRole('dialog').count(), 1, 'the popup stays')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.keyboard.type('+13')
  await page.keyboard.press('Enter')
  await eventually(t, () => page.getByRole('combobox', { name: 'Time zone' }).textContent(), 'UTC+13')
})

t.test(
  'gallery: a form whose submit button is busy is not submitted again, neither by Enter nor by a click',
  async (t) => {
    const page = await open('', 1440)
    const field = page.getByLabel('Folder')
    await field.press('Enter')
    await page.getByText('Sent: 1').waitFor()
    await field.press('Enter')
    await button(page, 'Create Loading').click({ force: true })
    await field.press('Enter')
    t.equal(await page.getByRole('status').filter({ hasText: 'Sent' }).textContent(), 'Sent: 1')
  },
)

t.test('gallery: a disabled menu item with a reason can be focused, and does nothing', async (t) => {
  const page = await open('', 1440)
  await button(page, 'Menu').click()
  const line = page.getByRole('menuitem', { name: 'Move This folder is read-only for you.' })
  await line.hover()
  await eventually(t, () => line.evaluate((element) => element === document.activeElement), true)
  await line.click({ force: true })
  t.equal(await page.getByRole('menu').count(), 1, 'the menu stays open')
})

t.test(
  'gallery: toasts disappear by themselves, wait while focused, are reached by F8, and return the focus',
  async (t) => {
    const page = await open('', 1440)
    const shown = page.locator('section[aria-live] > div')
    // The test controls the page's clock.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await button(page, 'Toasts').click()
    await shown.nth(2).waitFor()
    await page.clock.runFor(5000)
    t.equal(await shown.count(), 3)
    await page.clock.runFor(1500)
    await eventually(t, () => shown.count(), 1, 'after 6 s only the one with an action is left')
    await page.keyboard.press('F8')
    await page.waitForFunction(() => document.activeElement?.closest('section[aria-live]'))
    await page.clock.runFor(20_000)
    t.equal(await shown.count(), 1, 'it stays while it has the focus')
    await page.keyboard.press('Enter')
    await page.clock.runFor(100)
    await eventually(t, () => shown.count(), 0)
    await eventually(t, () => focused(page), 'Toasts')
    await button(page, 'Toasts').click()
    await shown.nth(2).waitFor()
    await page.clock.runFor(10_500)
    await eventually(t, () => shown.count(), 0, 'after 10 s that one is gone too')

    await button(page, 'Toasts').click()
    await shown.nth(2).waitFor()
    await button(page, 'Dialog').click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.focus()
    await page.keyboard.press('F8')
    t.equal(await page.evaluate(() => !!document.activeElement?.closest('section[aria-live]')), true)
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Enter')
      await eventually(t, () => shown.count(), left)
    }
    await eventually(t, () => name.evaluate((field) => field === document.activeElement), true)
    t.equal(await page.getByRole('dialog').count(), 1, 'the dialog stays')
    await page.context().close()
  },
)
