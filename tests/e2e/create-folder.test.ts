import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { headingShown, listedNames, rowGone, rowHandle, rowShown, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { browser, openFiles, newUser } = await filesTest(t)
const editing = (page: Page) => page.locator('input[aria-label=Name]:focus').waitFor()

/** Intercepting requires a new page: on the current one a key press may overtake the browser's setup. */
const intercept = async (page: Page) => {
  await page.reload()
  await hydrated(page)
  await rowShown(page, 'item 1.bin')
}

/** Delays the server's response until it is released. */
const delayResponse = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/create-folder', async (route) => {
    await promise
    await route.continue()
  })
  await intercept(page)
  return resolve
}

t.test('create folder: a folder opened before the response opens once it exists', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  const answer = await delayResponse(page)
  await page.keyboard.press('Alt+n')
  await editing(page)
  await page.keyboard.type('Late')
  await page.keyboard.press('Enter')
  await rowShown(page, 'Late')
  await rowHandle(page, 'Late').dblclick()
  await sleep(100)
  t.match(page.url(), /\/platform\/files$/)
  answer()
  await headingShown(page, 'Late')
  await page.waitForURL(/\/platform\/files\/[0-9a-f-]{36}$/)
  await page.getByText('This folder is empty').waitFor()
  await eventually(t, listedNames(person), ['Late', 'item 1.bin'])
})

t.test('create folder: a folder deleted before the response is deleted', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  const answer = await delayResponse(page)
  await page.keyboard.press('Alt+n')
  await editing(page)
  await page.keyboard.press('Escape')
  await page.locator('input[aria-label=Name]').waitFor({ state: 'detached' })
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  answer()
  await toastShown(page, '“New Folder” moved to the trash')
  await rowGone(page, 'New Folder')
  await eventually(t, listedNames(person), ['item 1.bin'])
  await eventually(t, listedNames(person, 'trash/all'), ['New Folder'])
})

t.test('create folder: a rejected folder leaves no selection', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  await page.route('**/api/create-folder', (route) =>
    route.fulfill({ status: 503, json: { type: 'error', code: 'busy', message: 'Not now.' } }),
  )
  await intercept(page)
  await page.keyboard.press('Alt+n')
  await toastShown(page, 'Not now.')
  await page.getByText('1 selected').first().waitFor({ state: 'detached' })
  t.equal(await page.getByRole('toolbar', { name: 'Selection' }).count(), 0)
})

t.test('create folder: a menu that closes late leaves the focus in the name field', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  // Radix returns the focus in a timer of 0 ms, which a slow device runs after timers of 10 ms.
  await page.addInitScript(() => {
    const { setTimeout: start, clearTimeout: stop } = window
    const late = new Set<number>()
    const setTimeout = (run: () => void, ms?: number, ...rest: []) => {
      if (ms) return start(run, ms, ...rest)
      const timer = start(() => late.delete(timer) && run(), 100)
      late.add(timer)
      return timer
    }
    const clearTimeout = (timer: number) => {
      late.delete(timer)
      stop(timer)
    }
    Object.assign(window, { late, setTimeout, clearTimeout })
  })
  await intercept(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await editing(page)
  await page.waitForFunction(() => 'late' in window && (window.late as Set<number>).size === 0)
  await page.keyboard.type('Plans')
  await page.keyboard.press('Enter')
  await rowShown(page, 'Plans')
  await eventually(t, listedNames(person), ['Plans', 'item 1.bin'])
})

t.test('no page reported an error', async (t) => {
  t.same(browser.errors, [])
})

t.test('D50: create folder: a taken name shows the number that was added', async (t) => {
  const { person } = await newUser([], 1)
  const page = await openFiles(person)
  const names = ['New Folder', 'New Folder (1)', 'New Folder (2)']
  for (const name of names) {
    await page.keyboard.press('Alt+n')
    await editing(page)
    await page.keyboard.press('Escape')
    await page.locator('input[aria-label=Name]').waitFor({ state: 'detached' })
    await rowShown(page, name)
  }
  await eventually(t, listedNames(person), [...names, 'item 1.bin'])
})

t.test(
  'create folder: in the move dialog, Enter pressed again before the response creates no second one',
  async (t) => {
    const { person } = await newUser([], 1)
    const page = await openFiles(person)
    const answer = await delayResponse(page)
    await rowHandle(page, 'item 1.bin').click()
    await page.getByRole('button', { name: 'Move', exact: true }).first().click()
    const name = page.getByRole('dialog').getByLabel('New folder in My Files')
    await name.fill('Plans')
    await name.press('Enter')
    await name.press('Enter')
    answer()
    await page.getByRole('dialog').getByLabel('New folder in Plans').waitFor()
    await eventually(t, listedNames(person), ['Plans', 'item 1.bin'])
  },
)
