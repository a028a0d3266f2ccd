import t from 'tap'
import { signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'

const { app, browser } = await pagesTest(t)
const admin = await newAdmin(app, { name: 'Ada Admin' })

t.test(
  'unsaved input: links, the history and signing out ask; declined, the page stays with what is typed',
  async (t) => {
    const page = await browser.visit(`${app.url}/admin/users`, { as: admin })
    await page.getByRole('link', { name: 'Create user' }).click()
    await page.waitForURL('**/admin/user/create')
    const email = page.getByRole('main').getByLabel('Email')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    const decline = async () => {
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      t.match(page.url(), /\/admin\/user\/create$/)
      t.equal(await email.inputValue(), 'typed@example.com')
    }
    await email.fill('typed@example.com')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await decline()
    await page.goBack()
    await decline()
    await page.evaluate(() => location.assign('/files')).catch(() => {})
    await page.waitForURL('**/files')
    t.strictSame(browser.errors, [])
  },
)

t.test('unsaved input: discarded, the link leads on; of a form that was sent, nothing is asked', async (t) => {
  const page = await browser.visit(`${app.url}/admin/user/create`, { as: admin })
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await main.getByLabel('Email').fill('typed@example.com')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto(`${app.url}/contact-us`)
  await hydrated(page)
  await page.getByLabel('Message').fill('A question')
  await page.getByRole('link', { name: 'Terms' }).first().click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/page/terms*')
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: the end of the session leaves it in the page, also where fields save themselves', async (t) => {
  for (const field of ['City', 'Email'] as const) {
    const person = await signUp(app)
    const page = await browser.visit(`${app.url}/user/profile`, { as: person })
    await page.waitForSelector('html[data-realtime=open]')
    const input = page.getByRole('main').getByRole('textbox', { name: field, exact: true })
    // What is typed cannot be saved before the session ends.
    await page.route('**/api/user/settings', (route) => route.abort())
    await input.fill('Typed@example.com')
    await app.coffer.users.sessions.revokeAll(person.id)
    const ended = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
    await ended.getByRole('button', { name: 'Not now' }).click()
    await ended.waitFor({ state: 'detached' })
    t.equal(await input.inputValue(), 'Typed@example.com')
    await page.close()
  }
})

t.test('unsaved input: an invalid value of a setting is asked for', async (t) => {
  const page = await browser.visit(`${app.url}/admin/settings/others`, { as: admin })
  const limit = page.getByLabel('Max file size')
  await limit.fill('-1')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('alertdialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click()
  t.equal(await limit.inputValue(), '-1')
  t.equal(page.url(), `${app.url}/admin/settings/others`)
  t.strictSame(browser.errors, [])
})
