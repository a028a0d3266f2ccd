import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated } from '../support/browser.ts'
import { rowShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser, newUser, openFiles } = await filesTest(t)

/** Two tabs of a browser with the files page of the same user. */
const twoTabs = async (): Promise<[Page, Page]> => {
  const { person } = await newUser(['Letters'], 1)
  const first = await openFiles(person, { width: 1440 })
  const second = await first.context().newPage()
  await second.goto(`${app.url}/platform/files`)
  for (const page of [first, second]) {
    await hydrated(page)
    await rowShown(page, 'Letters')
  }
  return [first, second]
}
const soundButton = async (page: Page, name: 'Turn the sound off' | 'Turn the sound on') => {
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  if (!(await panel.isVisible())) await page.getByRole('button', { name: /^Notifications/ }).click()
  return panel.getByRole('button', { name })
}
const group = (page: Page, name: string) => page.getByRole('button', { name, exact: true, expanded: false })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

t.test('display preferences: a tab takes nothing back that another one stored, and shows it at once', async (t) => {
  const [first, second] = await twoTabs()
  await (await soundButton(second, 'Turn the sound off')).click()
  await (await soundButton(second, 'Turn the sound on')).waitFor()
  await second.keyboard.press('Escape')
  await (await soundButton(first, 'Turn the sound on')).waitFor()
  await first.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Folders', exact: true }).click()
  await group(first, 'Folders').waitFor()
  await first.getByRole('button', { name: 'Favorites', exact: true }).click()
  await first.keyboard.press('i')
  await details(first).waitFor()
  await details(second).waitFor()
  await second.reload()
  await hydrated(second)
  await details(second).waitFor()
  for (const name of ['Folders', 'Favorites']) await group(second, name).waitFor()
  await (await soundButton(second, 'Turn the sound on')).waitFor()
  await eventually(t, async () => browser.errors, [])
})
