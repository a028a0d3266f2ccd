import type { Page } from 'playwright-core'
import t from 'tap'
import { signIn } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { rowHandle, toastShown } from '../support/files-page.ts'
import { filesTest } from '../support/pages-test.ts'
import { putFile } from '../support/shares.ts'

const { app, browser, openFiles, newUser } = await filesTest(t)

/** Holds the requests of a path back until `release` is called. `sent`: their number. */
const held = async (page: Page, url: string, method: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const calls = { sent: 0, release }
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    calls.sent += 1
    await released
    await route.fallback()
  })
  return calls
}

t.test('versions: a second click while one is being restored does nothing', async (t) => {
  const { person } = await newUser([])
  await putFile(person, 'note.txt', 'first')
  await putFile(person, 'note.txt', 'second', null, { on_conflict: 'replace' })
  const page = await openFiles(person)
  await rowHandle(page, 'note.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const calls = await held(page, '**/versions/**', 'POST')
  const restore = page.locator('[data-version]').getByRole('button', { name: /Restore/ })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/versions/'))
  await restore.click()
  await sent
  // Browsers deliver clicks on a button that is busy, too.
  await restore.click({ force: true })
  await restore.click({ force: true })
  calls.release()
  await toastShown(page, '“note.txt” restored.')
  t.equal(calls.sent, 1)
  t.strictSame(browser.errors, [])
})

t.test('sessions: a second click while one is being ended does nothing', async (t) => {
  const { person } = await newUser([])
  await signIn(app, person)
  const page = await browser.visit(`${app.url}/user/settings/password`, { as: person })
  const calls = await held(page, '**/api/user/sessions/*', 'DELETE')
  const end = page.locator('#sessions').getByRole('listitem').getByRole('button')
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await end.click()
  await sent
  await end.click({ force: true })
  calls.release()
  await end.waitFor({ state: 'detached' })
  t.equal(calls.sent, 1)
})

t.test('mail server: a second click while a test is being sent does nothing', async (t) => {
  await app.coffer.platform.settings.set({ mail_url: 'smtp://127.0.0.1:1' })
  const admin = await newAdmin(app)
  const page = await browser.visit(`${app.url}/admin/settings/environment`, { as: admin })
  const calls = await held(page, '**/api/admin/test-email', 'POST')
  const send = page.getByRole('button', { name: /^Send a test to/ })
  await send.click()
  await page.locator('button[aria-busy=true]').waitFor()
  await page.locator('button[aria-busy=true]').click({ force: true })
  const answered = page.waitForResponse((response) => response.url().endsWith('/test-email'))
  calls.release()
  await answered
  await send.waitFor()
  t.equal(calls.sent, 1)
})
