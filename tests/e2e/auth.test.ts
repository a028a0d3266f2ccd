import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import t from 'tap'
import { signUp } from '../support/actors.ts'
import { axeFaults, hydrated, revisit } from '../support/browser.ts'
import { mailedLink as mailedLinkTo, mailsTo } from '../support/mail-folder.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually, eventuallyMatches, poll } from '../support/poll.ts'
import { signInOn } from '../support/sign-in.ts'

const { app, browser } = await pagesTest(t)
await app.coffer.platform.settings.set({ user_verification: true })

const person = { email: 'ada@example.org', name: 'Ada Lovelace', password: 'analytical engine notes' }

/** The newest link with this path in DATA_DIR/mail, once `count` emails contain one: older links are invalid. */
const mailedLink = async (path: string, count = 1): Promise<string> => {
  const folder = join(app.dataDir, 'mail')
  const links = async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name)) : []
    const mails = await Promise.all(files.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
    return mails.flatMap(({ text }) => text?.match(/https?:\/\/[^\s<>"]+/g) ?? []).filter((link) => link.includes(path))
  }
  return (await poll(links, ({ length }) => length >= count)).at(-1)!
}

const heading = (page: Page) => page.locator('h1').innerText()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const signIn = (page: Page, password: string) => signInOn(page, { ...person, password })

t.test('sign up, verify by the link in the email, sign in, sign out', async (t) => {
  const page = await browser.visit(`${app.url}/sign-up`)
  t.equal(await page.title(), 'Create account – Coffer')

  await press(page, 'Create account')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await eventually(t, focused, 'email', 'focus on the first error')
  const email = page.getByLabel('Email')
  await eventually(t, () => email.getAttribute('aria-invalid'), 'true')
  const described = (await email.getAttribute('aria-describedby')) ?? ''
  t.equal(await page.locator(`[id="${described}"]`).innerText(), 'This field is required.')

  await email.fill(person.email)
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Password', { exact: true }).fill('ada lovelace')
  const meter = page.getByRole('status').filter({ hasText: 'guessed' })
  await eventuallyMatches(t, () => meter.innerText(), /Weak/, 'the meter is honest')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat password').fill('something else')
  await press(page, 'Create account')
  await page.getByText('The passwords don’t match.').waitFor()
  await page.getByLabel('Repeat password').fill(person.password)
  await press(page, 'Create account')
  await page.waitForURL('**/successfully-send')
  await eventually(t, () => heading(page), 'Check your email')

  await page.goto(`${app.url}/sign-in`)
  await hydrated(page)
  await signIn(page, person.password)
  await page.getByRole('heading', { name: 'Confirm your email' }).waitFor()
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await eventually(t, focusedText, 'Confirm your email', 'read out where the form was')
  await press(page, 'Send the link again')
  await page.getByRole('button', { name: /Send again in \d+ seconds/ }).waitFor()
  await eventuallyMatches(t, focusedText, /Send again/, 'the focus stays')

  await page.goto(await mailedLink('/api/user/verify/', 2))
  t.match(page.url(), /\/sign-in\?verification=/, 'somebody else may have registered the email')
  await hydrated(page)
  await page.getByText('Sign in to confirm your email').waitFor()
  await signIn(page, person.password)
  await page.waitForURL('**/platform/files')
  await hydrated(page)
  await press(page, 'Sign out')
  await page.waitForURL(`${app.url}/`)

  await page.goto(`${app.url}/platform/recent-uploads?x=1`)
  t.equal(new URL(page.url()).search, `?redirect=${encodeURIComponent('/platform/recent-uploads?x=1')}`)
  await hydrated(page)
  await signIn(page, 'not the password')
  await page.locator('[aria-invalid=true][name=password]').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Sign in')
  await page.waitForURL('**/platform/recent-uploads?x=1')

  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(app.url + path)
    t.equal(new URL(page.url()).pathname, '/platform/files', `${path} redirects signed-in users (D32)`)
  }
  await page.goto(`${app.url}/sign-in?redirect=//evil.example`)
  t.equal(page.url(), `${app.url}/platform/files`, 'A56: stays here')

  await hydrated(page)
  await press(page, 'Sign out')
  await page.waitForURL(`${app.url}/`)
  await page.goto(`${app.url}/platform/files`)
  t.equal(new URL(page.url()).pathname, '/sign-in')
  t.strictSame(browser.errors, [])
})

t.test('sign-in: a known and an unknown email look the same', async (t) => {
  const texts = await Promise.all(
    [person.email, 'bob@example.org'].map(async (email) => {
      const page = await browser.visit(`${app.url}/sign-in`)
      await page.getByLabel('Email').fill(email)
      await press(page, 'Continue')
      await page.getByLabel('Password', { exact: true }).fill('wrong wrong wrong')
      await press(page, 'Sign in')
      await page.locator('[aria-invalid=true][name=password]').waitFor()
      // The avatar's letter and the email come from the input.
      return async () => (await page.locator('main').innerText()).replace(email, '').replace(/^\s*[AB]\s*$/m, '')
    }),
  )
  // A spinner would be a temporary difference.
  const seen = await poll(
    () => Promise.all(texts.map((text) => text())),
    ([known, unknown]) => known === unknown,
  )
  t.equal(seen[0], seen[1])
})

t.test('password recovery: the link in the email sets a new password', async (t) => {
  const page = await browser.visit(`${app.url}/forgotten-password`)
  await page.getByLabel('Email').fill(person.email)
  await press(page, 'Send link')
  const textOfFocus = () => page.evaluate(() => document.activeElement?.textContent)
  await eventually(t, textOfFocus, 'Check your email', 'the focus is on the heading of the result')
  await page.goto(await mailedLink('/create-new-password?token='))
  await hydrated(page)
  person.password = 'difference engine number two'
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('New password', { exact: true }).fill(person.password)
  await page.getByLabel('Repeat new password').fill(person.password)
  await app.coffer.platform.db.query(
    `with unproven as (update users set email_proven_at = null where email = $1 returning id)
     insert into sign_in_identities (user_id, provider, subject) select id, 'github', 'x' from unproven`,
    [person.email],
  )
  await press(page, 'Save password')
  await eventually(t, textOfFocus, 'Password changed')
  await page.getByText('passkeys and sign-in providers were removed').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await eventually(t, () => page.title(), 'Sign in – Coffer')
  await signIn(page, person.password)
  await page.waitForURL('**/platform/files')
})

t.test('sign-in form before hydration: keeps the input, and Enter does not submit', async (t) => {
  const page = await browser.visit(`${app.url}/robots.txt`, { hydrates: false })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/translations/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${app.url}/sign-in`, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('early@example.org')
  await page.keyboard.press('Enter')
  release()
  await hydrated(page)
  t.equal(await page.getByLabel('Email').inputValue(), 'early@example.org')
  t.equal(page.url(), `${app.url}/sign-in`)
})

t.test('a tab whose visitor has signed in or out in another one loads the next page as that visitor', async (t) => {
  const page = await browser.visit(`${app.url}/`)
  const other = await page.context().newPage()
  await other.goto(`${app.url}/sign-in`)
  await hydrated(other)
  await signIn(other, person.password)
  await other.waitForURL('**/platform/files')
  const saved = other.waitForResponse('**/api/user/settings')
  await press(other, 'Theme')
  await other.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await saved
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.waitForURL('**/platform/files')
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.context().clearCookies({ name: 'sid' })
  await page.evaluate(() => Object.assign(window, { before: true }))
  await page.getByRole('link', { name: 'Trash' }).first().click()
  await page.waitForURL('**/sign-in?redirect=*')
  await page.waitForFunction(() => !('before' in window))
  t.strictSame(browser.errors, [])
})

t.test('a verification link that has ended, or belongs to another account, says so to the signed-in', async (t) => {
  await app.coffer.platform.settings.set({ user_verification: false })
  t.teardown(() => app.coffer.platform.settings.set({ user_verification: true }))
  const [ann, bob] = [await signUp(app), await signUp(app)]
  await app.coffer.users.sendVerification(ann.id)
  const former = await mailedLinkTo(app.dataDir, ann.email, '/api/user/verify/')
  await app.coffer.users.sendVerification(ann.id)
  await eventually(t, async () => (await mailsTo(app.dataDir, ann.email)).length, 2)
  const link = await mailedLinkTo(app.dataDir, ann.email, '/api/user/verify/')

  const page = await browser.visit(former, { as: ann })
  t.equal(page.url(), `${app.url}/user/profile?verification=expired`)
  await page.getByText('This link no longer works').waitFor()
  t.same(await axeFaults(page), [])
  await press(page, 'Send the link')
  await page.getByText(`We sent a link to ${ann.email}`).waitFor()
  await eventually(t, async () => (await mailsTo(app.dataDir, ann.email)).length, 3)
  const latest = await mailedLinkTo(app.dataDir, ann.email, '/api/user/verify/')
  t.not(latest, link)

  await revisit(page, latest, { as: bob })
  t.equal(new URL(page.url()).pathname, '/confirm-email')
  t.notOk((await page.locator('main').innerText()).includes(ann.email), 'names no account')
  t.same(await axeFaults(page), [])
  await press(page, 'Sign out and continue')
  await page.waitForURL('**/sign-in?verification=*')
  await hydrated(page)
  await signInOn(page, ann)
  await page.waitForURL('**/platform/files')
  t.equal((await ann.client.get<{ data: { proven: boolean } }>('/api/user/email')).body.data.proven, true)
  await page.goto(`${app.url}/user/profile`)
  t.equal(await page.getByRole('button', { name: 'Send the link' }).count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('theme and language: change at once and are remembered', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`)
  await press(page, 'Theme: Light')
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
  await eventually(t, () => page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await press(page, 'Language: English')
  await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Willkommen zurück' }).waitFor()
  const html = async () => (await page.request.get(`${app.url}/sign-in`)).text()
  await eventuallyMatches(t, html, /<html lang="de" dir="ltr" data-theme="dark">/, 'the server knows both')
  t.strictSame(browser.errors, [])
})

t.test('closed registration has no form; unknown paths are 404', async (t) => {
  await app.coffer.platform.settings.set({ registration: false })
  t.teardown(() => app.coffer.platform.settings.set({ registration: true }))
  const html = await (await fetch(`${app.url}/sign-up`)).text()
  t.match(html, /<h1[^>]*>Sign-up is closed</)
  t.notMatch(html, /<input[^>]* name="(email|password)"/)
  const answer = await fetch(`${app.url}/nothing/here`)
  t.equal(answer.status, 404)
  t.match(await answer.text(), '<title>Not found – Coffer</title>')
})
