import t from 'tap'
import { wizardSteps } from '../../modules/installer/contract.ts'
import { SetupState } from '../../modules/platform/index.ts'
import { testApp } from '../support/app.ts'
import { testBrowser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { testFolder } from '../support/folders.ts'
import { testServer } from '../support/server.ts'

const browser = await testBrowser(t)
const steps = (path: string) => (url: URL) => url.pathname === `/setup-wizard/${path}`

t.test(
  'the setup wizard without JavaScript: failures are shown, it is resumed after a restart, and gone at the end',
  async (t) => {
    const server = await testServer(t, { database: 'embedded', installed: false })
    const own = new URL((await testDatabase(t)).url)
    const token = /\?token=(\S+)/.exec(server.logs())?.[1] as string
    const page = await browser.visit(server.url, { scripts: false })
    t.match(page.url(), /\/install$/, 'without the token')
    await page.getByLabel('Setup token').fill('wrong')
    await page.getByRole('button', { name: 'Start setup' }).click()
    await page.getByText('Wrong setup token').waitFor()
    await page.goto(`${server.url}/setup-wizard/status-check?token=${token}`)
    t.notMatch(page.url(), /token/, 'the token does not stay in the address')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Purchase code').fill('CODE-1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(steps('database'))

    const connect = async (name: string, secret: string) => {
      await page.getByLabel('My own PostgreSQL').check()
      await page.getByLabel('Host').fill(own.hostname)
      await page.getByLabel('Port').fill(own.port)
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Username').fill(own.username)
      await page.getByLabel('Password', { exact: true }).fill(secret)
      await page.getByRole('button', { name: 'Connect and continue' }).click()
    }
    await connect('coffer', 'wrong')
    await page.getByText('PostgreSQL rejects this user or password.').waitFor()
    t.equal(await page.getByLabel('Port').inputValue(), own.port, 'what was typed stays')
    await connect(own.pathname.slice(1), own.password)
    await page.getByText('This database is not empty.').waitFor()
    await page.getByLabel('Use existing data').check()
    await connect(own.pathname.slice(1), own.password)
    await page.waitForURL(steps('environment'))

    await server.restart()
    await page.goto(`${server.url}/setup-wizard/environment`)
    await page.getByLabel('Mail server (SMTP)').check()
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('Port').fill('1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The mail server can’t be reached').waitFor()
    await page.getByLabel('No mail server yet').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(steps('app-setup'))
    await page.getByLabel('Name of the installation').fill('Ours')
    await page.getByLabel('Contact email').fill('help@example.org')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(steps('admin-setup'))
    for (const [label, value] of [
      ['Full name', 'Ada'],
      ['Email', 'ada@example.org'],
      ['Password', 'four unrelated words'],
      ['Repeat password', 'four unrelated words'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Create account and finish' }).click()
    await page.waitForURL((url) => url.pathname === '/sign-in')
    const client = new Client(server.url)
    t.equal((await client.fetch(`/setup-wizard/status-check?token=${token}`)).status, 404)
    t.equal((await client.fetch('/install')).status, 404)
    t.notMatch(server.logs(), /"page failed"/, 'an unknown page is no failure')
    t.match(await client.get('/api/config'), { body: { app_name: 'Ours', installation: 'installation-done' } })
  },
)

t.test('the setup wizard in another language: its sizes, and its word for the name of a person', async (t) => {
  const dataDir = testFolder(t)
  const fresh = await testApp(t, { dataDir, pages: true, installed: false })
  const progress = new SetupState(dataDir)
  for (const step of wizardSteps) progress.complete(step)
  const visit = async (step: string, language: string) =>
    (
      await fetch(`${fresh.url}/setup-wizard/${step}`, {
        headers: { cookie: `coffer_setup=${progress.read().token}`, 'accept-language': language },
      })
    ).text()
  t.match(await visit('status-check', 'fr'), /data-check="space".*?\d\s[GT]o</s)
  t.match(await visit('admin-setup', 'pl'), /<label[^>]*>Imię i nazwisko</)
})

t.test('the setup wizard: a confirmed URL stays confirmed when another field is rejected', async (t) => {
  const dataDir = testFolder(t)
  const fresh = await testApp(t, { dataDir, pages: true, installed: false })
  const progress = new SetupState(dataDir)
  for (const step of wizardSteps) progress.complete(step)
  const headers = { cookie: `coffer_setup=${progress.read().token}` }
  const sent = { url: 'https://files.example.com', storage: 'local', mailDriver: 'smtp', host: '127.0.0.1', port: '1' }
  const body = new URLSearchParams({ ...sent, confirm_url: '1' })
  const action = `${fresh.url}/api/setup/environment-setup`
  t.equal((await fetch(action, { method: 'POST', headers, body, redirect: 'manual' })).status, 303)
  const page = await (await fetch(`${fresh.url}/setup-wizard/environment`, { headers })).text()
  const [field = ''] =
    /<input[^>]*type="checkbox"[^>]*name="confirm_url"[^>]*>|<input[^>]*name="confirm_url"[^>]*type="checkbox"[^>]*>/.exec(
      page,
    ) ?? []
  t.match(field, /checked/)
})
