import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { gone, handle, heading, listed, there, told } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { soon } from '../support/soon.ts'

const { browser, enter, somebody } = await filesTest(t)
const editing = (page: Page) => page.locator('input[aria-label=Name]:focus').waitFor()

/** A key press may overtake the message that requests are to be caught; a new page does not. */
const caught = async (page: Page) => {
  await page.reload()
  await hydrated(page)
  await there(page, 'item 1.bin')
}

/** The server answers when it is let. */
const held = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/create-folder', async (route) => {
    await promise
    await route.continue()
  })
  await caught(page)
  return resolve
}

t.test('a folder that is still being made opens once it is there', async (t) => {
  const { person } = await somebody([], 1)
  const page = await enter(person)
  const answer = await held(page)
  await page.keyboard.press('n')
  await editing(page)
  await page.keyboard.type('Late')
  await page.keyboard.press('Enter')
  await there(page, 'Late')
  await handle(page, 'Late').dblclick()
  await sleep(100)
  t.match(page.url(), /\/platform\/files$/)
  answer()
  await heading(page, 'Late')
  await page.waitForURL(/\/platform\/files\/[0-9a-f-]{36}$/)
  await page.getByText('This folder is empty').waitFor()
  await soon(t, listed(person), ['Late', 'item 1.bin'])
})

t.test('a folder that is deleted before it is there is deleted', async (t) => {
  const { person } = await somebody([], 1)
  const page = await enter(person)
  const answer = await held(page)
  await page.keyboard.press('n')
  await editing(page)
  await page.keyboard.press('Escape')
  await page.locator('input[aria-label=Name]').waitFor({ state: 'detached' })
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  answer()
  await told(page, '“New Folder” moved to the trash')
  await gone(page, 'New Folder')
  await soon(t, listed(person), ['item 1.bin'])
  await soon(t, listed(person, 'trash/all'), ['New Folder'])
})

t.test('a folder that is refused leaves no selection behind', async (t) => {
  const { person } = await somebody([], 1)
  const page = await enter(person)
  await page.route('**/api/create-folder', (route) =>
    route.fulfill({ status: 503, json: { type: 'error', code: 'busy', message: 'Not now.' } }),
  )
  await caught(page)
  await page.keyboard.press('n')
  await told(page, 'Not now.')
  await page.getByText('1 selected').first().waitFor({ state: 'detached' })
  t.equal(await page.getByRole('toolbar', { name: 'Selection' }).count(), 0)
})

t.test('no page threw', async (t) => {
  t.same(browser.errors, [])
})

t.test('issue 13.24 (D50): a folder whose name is taken shows the number that it got', async (t) => {
  const { person } = await somebody([], 1)
  const page = await enter(person)
  const names = ['New Folder', 'New Folder (1)', 'New Folder (2)']
  for (const name of names) {
    await page.keyboard.press('n')
    await editing(page)
    await page.keyboard.press('Escape')
    await page.locator('input[aria-label=Name]').waitFor({ state: 'detached' })
    await there(page, name)
  }
  await soon(t, listed(person), [...names, 'item 1.bin'])
})
