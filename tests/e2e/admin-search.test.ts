import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const admin = await newAdmin(app)
const person = await signUp(app)

t.test('search dialog: an administrator finds pages and settings, which open at their place', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: admin })
  const find = async (words: string, option: string) => {
    await hydrated(page)
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]').fill(words)
    await page.getByRole('option', { name: option }).click()
  }
  await find('users', 'Go to Users')
  await page.waitForURL('**/admin/users')
  await page.goto(`${app.url}/platform/files`)
  await find('branding', 'Settings: Appearance · Brand')
  await page.waitForURL('**/admin/settings/appearance#brand')
  await page.locator('#brand').waitFor()
  await page.goto(`${app.url}/platform/files`)
  await find('mail', 'Settings: Mail and storage · Mail server')
  await page.locator('#mail').waitFor()
  const isInView = async (id: string) => {
    const box = await page.locator(`#${id}`).boundingBox()
    return box !== null && box.y >= 0 && box.y < 450
  }
  await page.goto(`${app.url}/platform/files`)
  await find('backups', 'Settings: General · Backup schedule')
  await eventually(t, () => isInView('backups'), true)
  await page.goto(`${app.url}/platform/files`)
  await find('create user', 'Create user')
  await page.waitForURL('**/admin/user/create')
  await page.goto(`${app.url}/admin/settings/others#backups`)
  await hydrated(page)
  await eventually(t, () => isInView('backups'), true, 'also as the first page of a visit')
  t.strictSame(browser.errors, [])
})

t.test('search dialog: hides the navigation bars and shows them again, on every page', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: admin })
  const bars = page.getByRole('button', { name: 'Show navigation bars' })
  const run = async (words: string, option: string) => {
    await hydrated(page)
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]').fill(words)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  for (const path of ['/platform/files', '/user/profile', '/admin/users']) {
    await page.goto(`${app.url}${path}`)
    await run('navigation', 'Hide navigation bars')
    await bars.waitFor()
    await run('navigation', 'Show navigation bars')
    await bars.waitFor({ state: 'detached' })
  }
  t.strictSame(browser.errors, [])
})

t.test('search dialog: others find nothing of it, and do not load it', async (t) => {
  const page = await browser.visit(`${app.url}/platform/files`, { as: person })
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]').fill('branding')
  await page.getByText('No results').waitFor()
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const sources = await Promise.all(
    scripts.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text()),
  )
  t.ok(sources.length > 3)
  t.notOk(sources.some((source) => source.includes('admin:settings.group.')))
  t.strictSame(browser.errors, [])
})
