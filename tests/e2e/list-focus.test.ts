import t from 'tap'
import { signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)
const person = await signUp(app)
await seedFolder(app.coffer.platform.db, person.id, 400, { prefix: 'File ' })

t.test('a row that was scrolled out of the list has the focus again when it is back', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await hydrated(page)
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('[data-index]')?.getAttribute('data-index') ?? element?.getAttribute('data-view')
    })
  const scrollTo = (top: number) =>
    page.evaluate((to) => {
      document.querySelector('[data-view]')?.scrollTo(0, to)
    }, top)
  await page.locator('[data-index="2"] [data-focus]').focus()
  await eventually(t, focused, '2')
  await scrollTo(9_000)
  await page.locator('[data-index="2"]').waitFor({ state: 'detached' })
  await eventually(t, focused, 'files', 'meanwhile the list has it')
  await scrollTo(0)
  await eventually(t, focused, '2')
})

t.test('a page that is loaded again while nothing has the focus leaves it to the list', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await hydrated(page)
  await page.locator('[data-index="2"] [data-focus]').focus()
  // As between the end of a dialog and the row that gets the focus back.
  await page.getByRole('button', { name: /^Notifications/ }).focus()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const shown = page.evaluate(() => new Promise((resolve) => addEventListener('coffer:navigation-end', resolve)))
  await app.coffer.platform.settings.set({ app_title: 'Other name' })
  await shown
  const index = () => page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'))
  await eventually(t, index, '2')
})
