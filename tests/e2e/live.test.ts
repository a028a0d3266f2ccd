import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { hydrated, testBrowser } from '../support/browser.ts'
import { seedFolder } from '../support/seed.ts'

t.setTimeout(180_000)
const app = await testApp(t, { pages: true })
const browser = await testBrowser(t)
const { db } = app.coffer.platform

/** A browser of this person with its line open. */
const enter = async (person: Actor, path = 'files') => {
  const page = await browser.visit(`${app.url}/temporary-unavailable`)
  await page.context().addCookies([...person.client.cookies].map(([name, value]) => ({ name, value, url: app.url })))
  await page.goto(`${app.url}/platform/${path}`)
  await hydrated(page)
  await page.waitForSelector('html[data-realtime]')
  return page
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-focus]:text-is("${name}")`) })
const tree = (page: Page, name: string) => page.getByRole('tree').getByText(name, { exact: true })

t.test('what one browser does appears in the other', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 3)
  const [one, other] = [await enter(person), await enter(person)]
  await row(other, 'item 2.bin').click()
  await one.keyboard.press('n')
  await one.getByRole('textbox', { name: 'Name' }).fill('Plans')
  await one.keyboard.press('Enter')
  await row(other, 'Plans').waitFor()
  await tree(other, 'Plans').waitFor()
  t.equal(await row(other, 'item 2.bin').getAttribute('aria-selected'), 'true', 'the selection stays')
  await row(one, 'item 1.bin').click()
  await one.keyboard.press('Delete')
  await row(other, 'item 1.bin').waitFor({ state: 'detached' })
  t.equal(await row(one, 'Plans').count(), 1)
})

t.test('someone in the middle of a long list stays where they are', async (t) => {
  const person = await signUp(app)
  await seedFolder(db, person.id, 400)
  const page = await enter(person)
  const list = page.locator('[data-view=files]')
  await list.evaluate((element) => {
    element.scrollTop = 6_000
  })
  const first = page.locator('[data-index="155"] [data-focus]')
  await first.waitFor()
  const name = await first.innerText()
  const before = await row(page, name).boundingBox()
  for (let n = 0; n < 5; n++) await person.client.post('/api/create-folder', { name: `Above ${n}`, parent_id: null })
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '406')
  await page.locator('[data-index="160"]').filter({ hasText: name }).waitFor()
  const after = await row(page, name).boundingBox()
  t.equal(after?.y, before?.y)
})

t.test('an ended session leaves for the sign-in page', async (t) => {
  const person = await signUp(app)
  const page = await enter(person)
  await app.coffer.users.sessions.revokeAll(person.id)
  await page.waitForURL(/sign-in\?redirect=/)
  t.same(browser.errors, [])
})
