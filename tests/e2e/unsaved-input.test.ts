import type { Page } from 'playwright-core'
import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { newAdmin } from '../support/admins.ts'
import { hydrated, revisit } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t, { env: { API_RATE_LIMIT: '0,0' } })
const admin = await newAdmin(app, { name: 'Ada Admin' })
/** Each test goes on in it. Questions of the browser that no test listens to are accepted. */
const tab = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
const open = async (path: string, as: Actor = admin) => {
  for (const event of ['dialog', 'request'] as const) tab.removeAllListeners(event)
  await tab.unrouteAll({ behavior: 'ignoreErrors' })
  return revisit(tab, `${app.url}${path}`, { as })
}
const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })
const answer = async (page: Page, name: 'Cancel' | 'Discard') => {
  await questionOf(page).getByRole('button', { name }).click()
  await questionOf(page).waitFor({ state: 'detached' })
}
const dashboard = (page: Page) => page.getByRole('link', { name: 'Dashboard' }).first()
/** Questions of the browser itself, each of which is accepted. */
const browserQuestions = (page: Page): string[] => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  return asked
}

t.test(
  'unsaved input: links, the history and signing out ask; declined, the page stays with what is typed',
  async (t) => {
    const page = await open('/admin/users')
    await page.getByRole('link', { name: 'Create user' }).click()
    await page.waitForURL('**/admin/user/create')
    const email = page.getByRole('textbox', { name: 'Email', exact: true })
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
    await page.getByRole('button', { name: 'Sign out' }).click()
    await decline()
    const asked = browserQuestions(page)
    await page.evaluate(() => location.assign('/files')).catch(() => {})
    await page.waitForURL('**/files')
    t.strictSame(asked, ['beforeunload'])
    t.strictSame(browser.errors, [])
  },
)

t.test('unsaved input: discarded, the link leads on; of a form that was sent, nothing is asked', async (t) => {
  const page = await open('/admin/user/create')
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
    const page = await open('/user/profile', person)
    await page.waitForSelector('html[data-realtime=open]')
    const input = page.getByRole('main').getByRole('textbox', { name: field, exact: true })
    // Typed input cannot be saved before the session ends.
    await page.route('**/api/user/settings', (route) => route.abort())
    await input.fill('Typed@example.com')
    await app.coffer.users.sessions.revokeAll(person.id)
    const ended = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
    await ended.getByRole('button', { name: 'Not now' }).click()
    await ended.waitFor({ state: 'detached' })
    t.equal(await input.inputValue(), 'Typed@example.com')
  }
})

t.test('unsaved input: an invalid value of a setting is asked for', async (t) => {
  const page = await open('/admin/settings/others')
  const limit = page.getByLabel('Max file size')
  await limit.fill('-1')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('alertdialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click()
  t.equal(await limit.inputValue(), '-1')
  t.equal(page.url(), `${app.url}/admin/settings/others`)
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: what is discarded is never saved, neither by a link nor by signing out', async (t) => {
  const person = await signUp(app)
  const page = await open('/user/profile', person)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/user/settings') && sent.push(request.url()))
  for (const leave of ['link', 'sign-out'] as const) {
    if (leave === 'sign-out') await page.goto(`${app.url}/user/profile`)
    await hydrated(page)
    await page.route('**/api/user/settings', (route) => route.abort())
    await page.getByRole('textbox', { name: 'City', exact: true }).fill('Typed')
    await page.getByText('Not saved').waitFor()
    t.match(sent.splice(0), [/settings/])
    await page.unroute('**/api/user/settings')
    if (leave === 'link') await page.getByRole('link', { name: 'Security' }).first().click()
    else await page.getByRole('button', { name: 'Sign out' }).click()
    await answer(page, 'Discard')
    await page.waitForURL(leave === 'link' ? '**/user/settings/password' : `${app.url}/`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    t.strictSame(sent, [])
  }
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: another language of a legal page asks before it replaces a text in conflict', async (t) => {
  const page = await open('/admin/pages/privacy-policy')
  await admin.client.patch('/api/admin/pages/privacy-policy', { name: 'content', value: 'Theirs' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/privacy-policy/index.pageContext.json*', async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const content = page.locator('[name=content]')
  await content.fill('Mine')
  await page.getByText('Someone else has changed this text').waitFor()
  const language = page.getByRole('combobox', { name: 'Language' })
  await language.selectOption('Deutsch')
  await answer(page, 'Cancel')
  t.equal(await content.inputValue(), 'Mine')
  t.equal(page.url(), `${app.url}/admin/pages/privacy-policy`)
  release()
  await language.selectOption('Deutsch')
  await answer(page, 'Discard')
  await page.waitForURL('**/privacy-policy?locale=de')
  t.strictSame(browser.errors, [])
})

t.test(
  'unsaved input: other texts of a language ask, and what was discarded then is not asked for again',
  async (t) => {
    const page = await open('/admin/language?locale=de')
    const field = page.locator('main textarea').first()
    const stored = await field.inputValue()
    await field.fill('{{unknown}}')
    await page.locator('main textarea[aria-invalid=true]').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await answer(page, 'Cancel')
    t.equal(await field.inputValue(), '{{unknown}}')
    await page.getByRole('link', { name: 'Next' }).click()
    await answer(page, 'Discard')
    await page.waitForURL(/cursor=/)
    await page.goBack()
    await eventually(t, () => field.inputValue(), stored)
    await dashboard(page).click()
    await page.waitForURL('**/admin/dashboard')
    t.strictSame(browser.errors, [])
  },
)

t.test('unsaved input: a step back that was declined leaves a history that leads where it says', async (t) => {
  const page = await open('/admin/dashboard')
  await page.getByRole('link', { name: 'Languages' }).first().click()
  await page.waitForURL('**/admin/language')
  const field = page.locator('main textarea').first()
  const shown = () => field.getAttribute('lang')
  const [first, stored] = [await shown(), await field.inputValue()]
  await field.fill('{{unknown}}')
  await page.locator('main textarea[aria-invalid=true]').waitFor()
  await page.goBack()
  await answer(page, 'Cancel')
  t.equal(page.url(), `${app.url}/admin/language`)
  await field.fill(stored)
  await page.locator('main textarea[aria-invalid=true]').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Deutsch/ }).click()
  await eventually(t, shown, 'de')
  await page.goBack()
  await eventually(t, shown, first)
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: a second step back closes the question, and asks no other', async (t) => {
  const page = await open('/admin/dashboard')
  await page.getByRole('link', { name: 'Users' }).first().click()
  await page.getByRole('link', { name: 'Create user' }).click()
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('typed@example.com')
  await page.goBack()
  await questionOf(page).waitFor()
  await page.goBack()
  await page.waitForURL('**/admin/user/create')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await questionOf(page).waitFor({ state: 'detached' })
  t.equal(await email.inputValue(), 'typed@example.com')
  await dashboard(page).click()
  await answer(page, 'Discard')
  await page.waitForURL('**/admin/dashboard')
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: discarded for signing out, which fails, it is asked for again', async (t) => {
  const page = await open('/admin/user/create')
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  await email.fill('typed@example.com')
  await page.route('**/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await answer(page, 'Discard')
  await page.getByText('Couldn’t sign out').first().waitFor()
  await dashboard(page).click()
  await answer(page, 'Cancel')
  t.equal(await email.inputValue(), 'typed@example.com')
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: a reload that a declined link has dropped is made afterwards', async (t) => {
  const page = await open('/admin/user/create')
  await page.getByRole('main').getByLabel('Email').fill('typed@example.com')
  await page.waitForSelector('html[data-realtime=open]')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let loads = 0
  await page.route('**/admin/user/create/index.pageContext.json*', async (route) => {
    loads += 1
    if (loads === 1) await released
    await route.continue().catch(() => {})
  })
  await app.coffer.platform.settings.set({ app_title: 'Renamed' })
  await eventually(t, () => loads, 1)
  await dashboard(page).click()
  await answer(page, 'Cancel')
  await eventually(t, () => loads, 2)
  release()
  t.strictSame(browser.errors, [])
})

t.test('unsaved input: after the end of the session the browser asks for nothing', async (t) => {
  const person = await signUp(app)
  const page = await open('/user/profile', person)
  const asked = browserQuestions(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/user/settings', async (route) => {
    await released
    await route.abort()
  })
  await page.route('**/logout', async (route) => {
    release()
    await page.getByText('Not saved').waitFor()
    await route.continue()
  })
  const sent = page.waitForRequest('**/api/user/settings')
  await page.getByRole('textbox', { name: 'City', exact: true }).fill('Typed')
  await sent
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${app.url}/`)
  t.strictSame(asked, [])
  t.strictSame(browser.errors, [])
})
