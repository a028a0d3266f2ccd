import t from 'tap'
import { axeFaults, hydrated, resting } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { identityProvider, offerProvider } from '../support/identity-provider.ts'
import { pagesTest } from '../support/pages-test.ts'

const port = await freePort()
const { app, browser } = await pagesTest(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
const provider = await identityProvider(t, app, port)
await offerProvider(app, provider.issuer)

t.test('a provider: signs up, links and unlinks in the profile', async (t) => {
  provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' }
  const page = await browser.visit(`${app.url}/sign-in?redirect=/platform/trash`, { width: 390 })
  t.same(await axeFaults(page), [])
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/platform/trash')
  await page.goto(`${app.url}/user/settings/password`)
  const linked = page.getByRole('listitem').filter({ hasText: 'ada@example.org' })
  await linked.waitFor()
  t.same(await axeFaults(page), [])
  await linked.getByRole('button', { name: 'Unlink Example ID?' }).click()
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await page.getByText('This is your only way to sign in').waitFor()
})

t.test('a provider: an error leads back to the sign-in page, which says what happened', async (t) => {
  provider.person = { sub: 'eve', email: 'eve@example.org', email_verified: false, name: 'Eve' }
  const page = await browser.visit(`${app.url}/sign-up`, { width: 1440, theme: 'dark' })
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByText('didn’t confirm your email address').waitFor()
  t.equal(new URL(page.url()).pathname, '/sign-in')
  // Buttons that need scripts fade in.
  await hydrated(page)
  await resting(page)
  t.same(await axeFaults(page), [])
})

t.test('sign-up solves a proof of work', async () => {
  await app.coffer.platform.settings.set({ proof_of_work: true })
  const page = await browser.visit(`${app.url}/sign-up`)
  await page.getByLabel('Email').fill('grace@example.org')
  await page.getByLabel('Name').fill('Grace Hopper')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('four unrelated words')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/platform/files')
})

t.test('sign-up says so when the browser cannot run the bot check', async (t) => {
  await app.coffer.platform.settings.set({ proof_of_work: true })
  const page = await browser.visit(`${app.url}/sign-up`)
  // As on a site without HTTPS.
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await page.getByLabel('Email').fill('katherine@example.org')
  await page.getByLabel('Name').fill('Katherine Johnson')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('four unrelated words')
  await page.getByRole('button', { name: 'Create account' }).click()
  t.equal(await page.getByRole('alert').filter({ hasText: /./ }).innerText(), 'Something went wrong')
})
