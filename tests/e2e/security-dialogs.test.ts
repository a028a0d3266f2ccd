import t from 'tap'
import { confirmPassword, signUp } from '../support/actors.ts'
import { hydrated } from '../support/browser.ts'
import { pagesTest } from '../support/pages-test.ts'
import { eventually } from '../support/poll.ts'

const { app, browser } = await pagesTest(t)
const path = `${app.url}/user/settings/password`

t.test('security: a new token is not lost by Escape before it was copied', async (t) => {
  const person = await signUp(app)
  await confirmPassword(person)
  const page = await browser.visit(path, { as: person })
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Backup script')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = dialog.getByLabel('Your new token')
  await token.waitFor()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close without copying the token?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await token.press('ControlOrMeta+c')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  t.equal(await question.count(), 0)
  t.strictSame(browser.errors, [])
})

t.test('security: ways to confirm that cannot be read are asked for again, not guessed', async (t) => {
  const person = await signUp(app)
  const { db } = app.coffer.platform
  await db.query('update users set password_hash = null where id = $1', [person.id])
  await db.query("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [person.id])
  await db.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1::uuid, $1::text, '\\x00', 0, '[]', 'Laptop')`,
    [person.id],
  )
  const page = await browser.visit(path, { as: person })
  let failures = 1
  await page.route('**/user/confirmed-password-status', (route) => {
    failures -= 1
    return failures >= 0 ? route.fulfill({ status: 502, body: '' }) : route.continue()
  })
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('alert').waitFor()
  t.equal(await dialog.getByLabel('Password', { exact: true }).count(), 0)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
  t.equal(await dialog.getByRole('alert').count(), 0)
})

t.test('sign-in: the email typed at either step is in the form for a forgotten password, once', async (t) => {
  const page = await browser.visit(`${app.url}/sign-in`)
  const email = page.getByRole('textbox', { name: 'Email' })
  const recover = async () => {
    await page.getByRole('link', { name: /Forgot/ }).click()
    await page.waitForURL('**/forgotten-password')
    await eventually(t, () => email.inputValue(), 'ada@example.org')
  }
  await email.fill('ada@example.org')
  await recover()
  await page.goto(`${app.url}/sign-in`)
  await hydrated(page)
  await email.fill('ada@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await recover()
  await page.reload()
  await hydrated(page)
  t.equal(await email.inputValue(), '')
})
