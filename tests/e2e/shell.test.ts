import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, type Visit } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, poll } from '../support/poll.ts'
import { signInOn } from '../support/sign-in.ts'

const { app, browser } = await pagesTest(t)
/** A person's browser on the files page. */
const enter = (as: Actor, visit: Visit = {}): Promise<Page> =>
  browser.visit(`${app.url}/platform/files`, { as, ...visit })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).filter({ visible: true })
const reload = async (page: Page) => {
  await page.reload()
  await hydrated(page)
}

t.test('shell: navigation bars, keyboard, a lost connection', async (t) => {
  const page = await enter(await signUp(app))
  await t.test('hidden navigation bars are hidden in the server’s markup too', async (t) => {
    await eventually(t, () => rail(page).count(), 1)
    await page.getByRole('button', { name: 'Hide navigation bars' }).click()
    await eventually(t, () => rail(page).count(), 0)
    const html = await poll(
      async () => (await page.request.get(`${app.url}/platform/files`)).text(),
      (text) => !text.includes('Hide navigation bars'),
    )
    t.notMatch(html, 'Hide navigation bars', 'the server does not even send them')
    await reload(page)
    await page.getByRole('button', { name: 'Show navigation bars' }).click()
    await eventually(t, () => rail(page).count(), 1)
  })

  await t.test('keyboard: skip link, sequences, shortcuts dialog, focus after navigation', async (t) => {
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await eventually(t, () => page.evaluate(() => document.activeElement?.id), 'content')
    await page.getByRole('button', { name: 'Theme' }).press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Theme')
    await page.getByRole('link', { name: 'Recent Uploads' }).press('Enter')
    await page.waitForURL('**/platform/recent-uploads')
    // The focus moves shortly after the URL; an earlier key press would miss it.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.getByRole('link', { name: 'My Files' }).press('Enter')
    await page.waitForURL('**/platform/files')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Go to Trash').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    t.match(page.url(), /\/platform\/files$/, 'the open dialog handles the keys')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL('**/platform/trash')
    const focused = () => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent])
    await eventually(t, focused, ['H1', 'Trash'])
    await eventually(t, () => page.title(), 'Trash – Coffer')
  })

  await t.test('announces a lost and a restored connection', async (t) => {
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
    t.pass('gone again')
  })
})

t.test('shell: theme and language are stored in the account', async (t) => {
  const person = await signUp(app)
  const page = await enter(person)
  const saving = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'))
  const saved = saving(page)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await eventually(t, () => page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  t.equal((await saved).status(), 200)
  const other = await browser.visit(`${app.url}/sign-in`)
  await signInOn(other, person)
  await other.waitForURL('**/platform/files')
  await hydrated(other)
  t.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'dark', 'another browser uses it')
  await other.getByRole('button', { name: 'My account' }).click()
  await other.getByRole('menuitem', { name: 'Language' }).press('ArrowRight')
  await other.route('**/api/user/settings', (route) => route.abort(), { times: 1 })
  await other.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await other.getByText('Can’t reach the server').waitFor()
  await other.getByRole('button', { name: 'My account' }).click()
  await other.getByRole('menuitem', { name: 'Language' }).press('ArrowRight')
  const german = saving(other)
  await other.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await other.getByRole('button', { name: 'Abmelden' }).waitFor()
  await eventually(t, () => other.evaluate(() => document.documentElement.lang), 'de')
  t.equal((await german).status(), 200)
  await reload(page)
  await page.getByRole('button', { name: 'Mein Konto' }).click()
  await page.getByRole('menuitem', { name: 'Sprache' }).press('ArrowRight')
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  t.strictSame(browser.errors, [])
})

t.test('shell on a phone: bottom bar, drawer, account sheet, without axe violations', async (t) => {
  const page = await enter(await signUp(app), { width: 390 })
  t.strictSame(await axeFaults(page), [], 'files')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Trash' }).waitFor()
  t.strictSame(await axeFaults(page), [], 'drawer')
  await page.getByRole('dialog').getByRole('link', { name: 'Trash' }).click()
  await page.waitForURL('**/platform/trash')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  t.strictSame(await axeFaults(page), [], 'account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${app.url}/`)
})

t.test('sign out: shows progress while the response is pending; an ended session is signed out', async (t) => {
  const page = await enter(await signUp(app))
  t.strictSame(await axeFaults(page), [], 'files, 1440 px')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/logout', async (route) => {
    await released
    await route.continue()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.context().clearCookies({ name: 'sid' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.clock.runFor(299)
  t.equal(await page.getByText('Signing out…').count(), 0, 'not before 300 ms')
  await page.clock.runFor(1)
  await page.getByText('Signing out…').waitFor()
  await page.clock.resume()
  release()
  await page.waitForURL(`${app.url}/`)
  t.strictSame(browser.errors, [])
})

t.test('sign out: a page that the browser has kept for Back is loaded again', async (t) => {
  const page = await browser.visit(`${app.url}/user/profile`, { as: await signUp(app) })
  await t.test('tabs scroll sideways only, so that the wheel moves the page below the pointer', async (t) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const tabs = page.getByRole('navigation', { name: 'Account pages' })
    t.ok(await tabs.evaluate((nav) => nav.scrollHeight === nav.clientHeight))
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  // Without content there, the page stays, as if Back had been pressed.
  const leaving = page.waitForResponse(`${app.url}/`)
  await page.route(`${app.url}/`, (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await leaving
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL('**/sign-in**')
  t.strictSame(browser.errors, [])
})

t.test('sign out: a failed one keeps the tab connected; asks while files are uploading', async (t) => {
  const page = await enter(await signUp(app))
  const connected = page.locator('html[data-realtime]')
  await connected.waitFor()
  await page.route('**/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Couldn’t sign out').first().waitFor()
  t.equal(await connected.count(), 1)
  await page.unroute('**/logout')

  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await page.route('**/api/upload/**', async (route) => {
    if (route.request().method() !== 'POST' || !/chunks|bundle/.test(route.request().url())) return route.fallback()
    await ended
    await route.abort()
  })
  const browserQuestions: string[] = []
  page.on('dialog', (dialog) => {
    browserQuestions.push(dialog.type())
    return dialog.dismiss()
  })
  const sent = page.waitForRequest(/upload\/(chunks|bundle)/)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await chooser).setFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') })
  await sent
  const question = page.getByRole('alertdialog', { name: 'Sign out while files are uploading?' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await question.waitFor({ state: 'detached' })
  t.equal((await page.request.get(`${app.url}/api/user`)).status(), 200, 'still signed in')
  await page.getByRole('region', { name: 'Uploads' }).getByText('slow.txt').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${app.url}/`)
  t.strictSame(browserQuestions, [])
  end()
  t.strictSame(browser.errors, [])
})
