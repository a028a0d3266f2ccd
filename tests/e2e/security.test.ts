import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import t from 'tap'
import { anonymous, confirmPassword, signIn, signUp } from '../support/actors.ts'
import { axeFaults, hydrated, picture } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const path = `${app.url}/user/settings/password`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const confirmInDialog = async (page: Page, password: string) => {
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const signInWith = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Email').fill(email)
  await button(page, 'Continue').click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

t.test('security: sessions, tokens and a second factor on a page that stays open', async (t) => {
  const person = await signUp(app)
  const page = await browser.visit(path, { as: person })

  await t.test('the open page shows sessions and tokens that begin and end elsewhere', async (t) => {
    await page.waitForSelector('html[data-realtime=open]')
    const sessions = page.locator('#sessions').getByRole('listitem')
    await eventually(t, () => sessions.count(), 1)
    t.equal(await page.locator('#network-drive').getByLabel('Address').inputValue(), `${app.url}/dav/`)
    const other = await signIn(app, person)
    const { client } = other
    await eventually(t, () => sessions.count(), 2)
    await confirmPassword(other)
    type Made = { data: { id: string }; plainTextToken: string }
    const { body } = await client.post<Made>('/api/user/tokens', { name: 'from elsewhere' })
    await page.getByText('from elsewhere').waitFor()
    await new Client(app.url).withToken(body.plainTextToken).post('/api/user/tokens', { name: 'nightly' })
    await page.getByText('Created with “from elsewhere”').waitFor()
    await button(page, 'Delete the token “from elsewhere”?').click()
    await page.getByText('1 token created with it is deleted too.').waitFor()
    await button(page, 'Cancel').click()
    await client.delete(`/api/user/tokens/${body.data.id}`)
    await eventually(t, () => page.getByText(/from elsewhere|nightly/).count(), 0)
    await client.post('/logout', {})
    await eventually(t, () => sessions.count(), 1)
    t.strictSame(browser.errors, [])
  })

  await t.test('two actions that need a confirmation at once share one question, and both end', async (t) => {
    const both = Promise.withResolvers<void>()
    let requests = 0
    await page.route(/passkeys\/options|two-factor-authentication$/, async (route) => {
      requests += 1
      if (requests === 2) both.resolve()
      await both.promise
      await route.continue()
    })
    const [setUp, addPasskey] = [button(page, 'Set up'), button(page, 'Add a passkey')]
    await setUp.click()
    await addPasskey.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(t, () => page.locator('main [aria-busy=true]').count(), 0)
    await page.unrouteAll({ behavior: 'wait' })
    await setUp.click()
    await confirmInDialog(page, person.password)
    await page.getByRole('dialog', { name: 'Set up two-factor authentication' }).waitFor()
    t.strictSame(browser.errors, [])
  })

  await t.test('a confirmation that expires while the app is set up is asked for again', async (t) => {
    const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    const secret = await setup.getByLabel('Or enter this key in the app').inputValue()
    await app.coffer.platform.db.query(
      `update sessions set password_confirmed_at = now() - interval '16 minutes' where user_id = $1`,
      [person.id],
    )
    await setup.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
    await button(page, 'Turn on').click()
    await confirmInDialog(page, person.password)
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
    t.strictSame(browser.errors, [])
  })

  await t.test('a double click replaces recovery codes once, and the new ones do not wait for the page', async (t) => {
    const shown = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem')
    await page.getByText('Two-factor authentication is on').waitFor()
    await shown.nth(9).waitFor()
    const first = await shown.allInnerTexts()

    const clicked = Promise.withResolvers<void>()
    let renewals = 0
    await page.route('**/user/two-factor-recovery-codes', async (route) => {
      if (route.request().method() === 'POST') renewals += 1
      await clicked.promise
      await route.continue()
    })
    const reloaded = Promise.withResolvers<void>()
    await page.route(/pageContext\.json/, async (route) => {
      await reloaded.promise
      await route.continue()
    })
    await button(page, 'Replace codes').dblclick()
    clicked.resolve()
    await eventually(t, async () => (await shown.allInnerTexts()).some((code) => first.includes(code)), false)
    t.equal(renewals, 1)
    t.strictSame(await shown.allInnerTexts(), (await person.client.get('/user/two-factor-recovery-codes')).body)
    reloaded.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    t.strictSame(browser.errors, [])
  })
})

t.test('security: a second factor is set up, asked for at sign-in, and turned off', async (t) => {
  const person = await signUp(app, { name: 'Ada Lovelace' })
  const page = await browser.visit(path, { as: person })
  t.equal(await page.title(), 'Security – Coffer')
  await button(page, 'Set up').click()
  await confirmInDialog(page, person.password)
  const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  const secret = await setup.getByLabel('Or enter this key in the app').inputValue()
  await picture(page, 'two-factor-setup')
  await setup.getByLabel('Code', { exact: true }).fill('000000')
  await button(page, 'Turn on').click()
  await setup.locator('[aria-invalid=true]').waitFor()
  await setup.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
  await button(page, 'Turn on').click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await codes.waitFor()
  await page.getByText('Two-factor authentication is on').waitFor()
  t.equal(await codes.getByRole('listitem').count(), 10)
  const recovery = await codes.getByRole('listitem').first().innerText()
  await picture(page, 'recovery-codes')
  t.strictSame(await axeFaults(page), [])
  await button(page, 'Done').click()
  await page.getByText('10 recovery codes left').waitFor()

  const phone = await browser.visit(`${app.url}/sign-in?redirect=%2Fuser%2Fprofile`, {
    width: 390,
    height: 844,
    theme: 'dark',
  })
  await signInWith(phone, person)
  await phone.getByLabel('Code', { exact: true }).fill('000000')
  await phone.locator('[name=code][aria-invalid=true]').waitFor()
  await picture(phone, 'two-factor-step')
  t.strictSame(await axeFaults(phone), [])
  // As after ten minutes, or too many wrong codes.
  await app.coffer.platform.db.query('delete from sign_in_challenges')
  await phone.getByLabel('Code', { exact: true }).fill('123456')
  await phone.getByRole('alert').getByText('This took too long. Sign in again.').waitFor()
  await signInWith(phone, person)
  await button(phone, 'Use a recovery code').click()
  await phone.getByLabel('Recovery code').fill(recovery)
  await phone.waitForURL('**/user/profile')

  await button(page, 'Turn off').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await button(page, 'Set up').waitFor()
  t.match((await anonymous(app).post('/login', person)).body, { two_factor: false })
  t.strictSame(browser.errors, [])
})

const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

t.test(
  'security: a passkey signs in alone, is deleted, and confirms where there is no password, or a new sign-in does',
  async (t) => {
    const person = await signUp(app, { name: 'Grace Hopper' })
    const page = await browser.visit(path, { as: person })
    await addAuthenticator(page)
    await button(page, 'Add a passkey').click()
    await confirmInDialog(page, person.password)
    await page.getByText('Passkey added').waitFor()
    await page.getByText(/^Added .*Never used$/).waitFor()
    await picture(page, 'security')
    t.strictSame(await axeFaults(page), [])

    await page.context().clearCookies()
    await page.goto(`${app.url}/sign-in?redirect=${encodeURIComponent('/user/settings/password')}`)
    await hydrated(page)
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL('**/user/settings/password')
    await hydrated(page)
    await page.getByText(/^Added .*Last used/).waitFor()
    await page.getByRole('button', { name: /^Delete the passkey/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await confirmInDialog(page, person.password)
    await page.getByText('No passkeys yet.').waitFor()

    await button(page, 'Add a passkey').click()
    await page.getByText(/^Added .*Never used$/).waitFor()
    await button(page, 'Remove password').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove password' }).click()
    await page.getByRole('link', { name: 'Set a password' }).waitFor()
    const { db } = app.coffer.platform
    const later = `update sessions set created_at = created_at - interval '1 hour', password_confirmed_at = null where user_id = $1`
    await db.query(later, [person.id])
    await button(page, 'Set up').click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
    t.equal(await dialog.getByLabel('Password', { exact: true }).count(), 0)
    await picture(page, 'confirm-passkey')
    t.strictSame(await axeFaults(page), [])
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('dialog', { name: 'Set up two-factor authentication' }).waitFor()

    await db.query(later, [person.id])
    await db.query('delete from passkeys where user_id = $1', [person.id])
    await page.reload()
    await hydrated(page)
    await button(page, 'Set up').click()
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await page.waitForURL(`**/sign-in?redirect=${encodeURIComponent('/user/settings/password')}`)
    t.strictSame(browser.errors, [])
  },
)

t.test('security: the password is changed, a token created once, a device signed out', async (t) => {
  const person = await signUp(app, { name: 'Mary Shelley' })
  const page = await browser.visit(path, { as: person, width: 390, height: 844, theme: 'dark' })
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('four words are hard to guess')
  await page.getByLabel('Repeat new password').fill('four words are hard to guess')
  await page.keyboard.press('Enter')
  await page.getByText('Password changed. You’re signed out everywhere else.').waitFor()
  t.equal(await page.getByLabel('Current password').inputValue(), '')
  const textOfFocus = () => page.evaluate(() => document.activeElement?.textContent)
  await eventually(t, textOfFocus, 'Password', 'the focus stays in the section, whose fields are new')
  const other = await signIn(app, { ...person, password: 'four words are hard to guess' })
  await page.reload()
  await hydrated(page)
  await button(page, 'Sign out').last().click()
  await eventually(t, async () => (await other.client.get('/api/user')).status, 401)

  await button(page, 'Create token').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Backup script')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await confirmInDialog(page, 'four words are hard to guess')
  const token = await dialog.getByLabel('Your new token').inputValue()
  t.strictSame(await axeFaults(page), [])
  const program = anonymous(app).withToken(token)
  t.equal((await program.get('/api/user')).status, 200)
  t.equal((await program.post('/api/create-folder', { name: 'x', parent_id: null })).status, 403)
  await button(page, 'Done').click()
  await page.getByText('Backup script').waitFor()
  await picture(page, 'security-phone')
  t.strictSame(browser.errors, [])
})
