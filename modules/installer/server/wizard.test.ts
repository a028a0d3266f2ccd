import { existsSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { signIn } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { cli } from '../../../tests/support/cli.ts'
import { Client } from '../../../tests/support/client.ts'
import { holdsInstance } from '../../platform/index.ts'
import { settingOfField } from './steps/app.ts'
import { Wizard } from './wizard.ts'

const password = 'four unrelated words'
const admin = { name: 'Ada', email: 'ada@example.org', password, password_confirmation: password }
const fields = {
  title: 'Ours',
  description: '',
  color: '#AA0000',
  contactMail: 'help@example.org',
  googleAnalytics: 'G-ABC123XYZ',
  userRegistration: '0',
  storageLimitation: '1',
  defaultStorage: '7,5',
  teamsDefaultMembers: '-1',
  subscriptionType: 'fixed',
}

t.test('A58: the wizard is for whoever has the setup token, and leaves what the command setup leaves', async (t) => {
  const app = await testApp(t, { installed: false })
  const token = (await app.coffer.setupToken()) as string
  t.equal(token.length, 22)
  t.equal(statSync(join(app.dataDir, '.setup.json')).mode & 0o777, 0o600)
  const client = new Client(app.url)
  const send = (path: string, json: unknown, given: string | null = token) =>
    client.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(given === null ? {} : { 'x-setup-token': given }) },
      body: JSON.stringify(json),
    })
  const answer = async (path: string, json: unknown, given?: string | null) => {
    const response = await send(path, json, given)
    return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as unknown) }
  }
  for (const [path, body] of [
    ['/api/setup/status', {}],
    ['/api/setup/purchase-code', {}],
    ['/api/setup/database', {}],
    ['/api/setup/environment-setup', {}],
    ['/api/setup/app-setup', {}],
    ['/admin-setup', admin],
  ] as const)
    for (const given of [null, 'x'.repeat(22)])
      t.match(await answer(path, body, given), { status: 403, body: { code: 'setup-token-invalid' } }, path)
  t.equal((await answer('/api/setup/token', { token: 'wrong' })).status, 403)

  t.equal((await answer('/api/setup/purchase-code', { license: 'CODE-1' })).status, 200)
  t.match(await answer('/api/setup/app-setup', { ...fields, color: 'red', defaultStorage: 'lots' }), {
    status: 422,
    body: { code: 'value-invalid', errors: { color: [/\w/], defaultStorage: [/\w/] } },
  })
  t.match(await answer('/api/setup/app-setup', { ...fields, title: ' ' }), {
    body: { errors: { title: ['This field is required.'] } },
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, title: 'Lost' })) form.set(name, String(value))
  form.set('logo', new Blob(['picture']), 'logo.png')
  const withLogo = await client.fetch('/api/setup/app-setup', {
    method: 'POST',
    headers: { 'x-setup-token': token },
    body: form,
  })
  t.equal(withLogo.status, 422, 'a picture is not lost without a word (D99)')
  t.match(await withLogo.json(), { errors: { logo: [/\w/] } })
  t.equal((await answer('/api/setup/app-setup', fields)).status, 200)
  t.match(await answer('/admin-setup', { ...admin, password_confirmation: 'other' }), {
    status: 422,
    body: { code: 'password-mismatch', errors: { password_confirmation: [/\w/] } },
  })
  t.match(await answer('/admin-setup', { ...admin, password: 'short', password_confirmation: 'short' }), {
    body: { code: 'password-weak', errors: { password: [/\w/] } },
  })
  t.match(await answer('/admin-setup', { ...admin, email: 'ada' }), { body: { errors: { email: [/\w/] } } })
  const long = 'a'.repeat(300)
  const invalid = (errors: object) => ({ status: 422, body: { code: 'value-invalid', errors } })
  t.match(await answer('/admin-setup', { ...admin, email: `${long}@example.org` }), invalid({ email: [/\w/] }))
  t.match(await answer('/admin-setup', { ...admin, name: long }), invalid({ name: [/\w/] }))
  t.match(
    await answer('/admin-setup', { name: ' ', email: 'ada', password: 'short', password_confirmation: 'other' }),
    {
      body: {
        code: 'value-invalid',
        errors: {
          name: ['This field is required.'],
          email: ['Enter a valid value.'],
          password: [/\w/],
          password_confirmation: ['The passwords differ.'],
        },
      },
    },
  )

  const { db, settings } = app.coffer.platform
  settings.invalidate()
  await settings.get('app_title')
  // Another process has completed it, of which this one has not heard yet.
  await db.query("insert into settings (name, value) values ('setup_wizard_success', '1')")
  t.match(await answer('/admin-setup', admin), { status: 410, body: { code: 'installed' } })
  await db.query("delete from settings where name = 'setup_wizard_success'")
  const parallel = await Promise.all([
    answer('/admin-setup', admin),
    answer('/admin-setup', { ...admin, email: 'eve@example.org' }),
  ])
  t.same(parallel.map(({ status }) => status).sort(), [204, 410], 'one of two completes it')
  t.match(await answer('/admin-setup', admin), { status: 410, body: { code: 'installed' } })
  t.notOk(existsSync(join(app.dataDir, '.setup.json')))
  t.equal(await app.coffer.setupToken(), null)
  const [{ email } = { email: '' }] = await app.coffer.platform.db.query<{ email: string }>('select email from users')
  await signIn(app, { ...admin, email })

  const other = await testApp(t, { installed: false })
  const given = ['--admin-email', email, '--admin-password', password, '--title', 'Ours', '--subscription', 'fixed']
  await cli({ DATA_DIR: other.dataDir, DATABASE_URL: other.db.url }, 'setup', ...given)
  const state = async ({ coffer: { platform } }: typeof app) => {
    // The notification of what another process changed may still be on its way.
    platform.settings.invalidate()
    return {
      // Each installation has an id of its own.
      settings: { ...Object.fromEntries(await platform.settings.texts()), installation_id: '' },
      accounts: await platform.db.query(
        'select email, role, status, email_verified_at is not null as verified from users',
      ),
      audit: await platform.db.query(
        `select action from audit_log where action <> 'users.sign-in.done' order by action`,
      ),
    }
  }
  const [byWizard, byCommand] = [await state(app), await state(other)]
  const chosen = {
    app_color: '#AA0000',
    contact_email: 'help@example.org',
    google_analytics: 'G-ABC123XYZ',
    registration: '0',
    default_max_storage_amount: '7.5',
    default_max_team_member: '-1',
    license: 'CODE-1',
  }
  t.same(byWizard, { ...byCommand, settings: { ...byCommand.settings, ...chosen } })
})

t.test('the setup goes on where it was left, also with a database that was chosen before', async (t) => {
  const app = await testApp(t, { installed: false, env: { TRUSTED_PROXIES: '' } })
  const token = (await app.coffer.setupToken()) as string
  const form = async (path: string, fields: Record<string, string>) =>
    (
      await new Client(app.url).fetch(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-setup-token': token },
        body: new URLSearchParams(fields).toString(),
      })
    ).headers.get('location')
  t.equal(await form('/api/setup/token', { token }), '/setup-wizard/status-check')
  await form('/api/setup/status', {})
  await form('/api/setup/purchase-code', {})
  t.equal(await form('/api/setup/token', { token }), '/setup-wizard/database')
})

t.test('a database that holds an installation ends the setup at the sign-in', async (t) => {
  const [installed, app] = [await testApp(t), await testApp(t, { installed: false })]
  await installed.coffer.platform.settings.set({ setup_wizard_success: true })
  t.equal(await holdsInstance(installed.db.url), true)
  t.equal(await holdsInstance(app.db.url), false)
})

t.test('the form of the settings begins with those that the command setup leaves', async (t) => {
  const { platform } = (await testApp(t, { installed: false })).coffer
  const { values } = await new Wizard(platform).page('app-setup')
  const texts = await platform.settings.texts()
  for (const name of Object.values(settingOfField)) t.equal(values[name], texts.get(name), name)
})

t.test('wizard: an address by which it was not opened is set only when it is confirmed', async (t) => {
  const app = await testApp(t, { installed: false })
  const token = (await app.coffer.setupToken()) as string
  const { hostname, port } = new URL(app.url)
  const send = (host: string, body: object) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json', 'x-setup-token': token }
      const call = request({ host: hostname, port, path: '/api/setup/environment-setup', method: 'POST', headers })
      call.on('error', reject)
      call.on('response', async (response) =>
        resolve({ status: response.statusCode, text: (await response.setEncoding('utf8').toArray()).join('') }),
      )
      call.end(JSON.stringify({ storage: 'local', mailDriver: 'log', trusted_proxies: '', ...body }))
    })
  const typed = { url: 'https://file.example.com' }
  const rejected = await send('files.example.com', typed)
  t.equal(rejected.status, 422)
  t.match(JSON.parse(rejected.text), { code: 'url-differs', errors: { url: [/another name/] } })
  t.equal((await send('files.example.com', { url: 'https://files.example.com:8443' })).status, 422, 'another port')
  t.equal(app.coffer.platform.config.appUrlFixed, false, 'no address is set')
  t.equal((await send('files.example.com', { url: 'https://Files.example.com' })).status, 200)
  t.equal((await send('files.example.com', { ...typed, confirm_url: '1' })).status, 200)
  for (const host of ['127.0.0.1:8080', 'localhost', '192.168.0.2', 'coffer:3000'])
    t.equal((await send(host, { url: 'https://files.example.com' })).status, 200, `${host} is no public name`)
})
