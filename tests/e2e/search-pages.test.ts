import t from 'tap'
import { signUp } from '../support/actors.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'

const { app, browser } = await pagesTest(t)

t.test('search: “Show more results” leads to the last one', async (t) => {
  const collector = await signUp(app)
  await seedFolder(app.coffer.platform.db, collector.id, 120, { prefix: 'Invoice ' })
  const page = await browser.visit(`${app.url}/platform/files`, { as: collector })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill('invoice')
  await page.getByRole('dialog').getByRole('status').filter({ hasText: '120' }).waitFor({ state: 'attached' })
  const hits = page.getByRole('option').filter({ hasText: 'Invoice' })
  const more = page.getByRole('option', { name: 'Show more results' })
  await more.click()
  await eventually(t, () => hits.count(), 50)
  await page.route('**/api/search?*', (route) => route.abort(), { times: 1 })
  await more.click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(t, () => hits.count(), 100, 'those that are there stay')
  await more.click()
  await eventually(t, () => hits.count(), 120)
  t.equal(await more.count(), 0)
})
