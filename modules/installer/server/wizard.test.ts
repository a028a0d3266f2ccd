import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { signIn } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { cli } from '../../../tests/support/cli.ts'
import { Client } from '../../../tests/support/client.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { mailSink } from '../../../tests/support/smtp.ts'
import { holdsInstance, readInstallationId, setVariables } from '../../platform/index.ts'
import { Wizard } from './wizard.ts'

const password = 'four unrelated words'
const admin = { name: 'Ada', email: 'ada@example.org', password, password_confirmation: password }
const fields = {
  title: 'Ours',
  description: '',
  color: '#AA0000',
  contactMail: 'help@example.org',
  userRegistration: '0',
  storageLimitation: '1',
  defaultStorage: '7',
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
  t.equal((await answer('/api/setup/app-setup', fields)).status, 200)
  t.match(await answer('/admin-setup', { ...admin, password_confirmation: 'other' }), {
    status: 422,
    body: { code: 'password-mismatch', errors: { password_confirmation: [/\w/] } },
  })
  t.match(await answer('/admin-setup', { ...admin, password: 'short', password_confirmation: 'short' }), {
    body: { code: 'password-weak', errors: { password: [/\w/] } },
  })
  t.match(await answer('/admin-setup', { ...admin, email: 'ada' }), { body: { errors: { email: [/\w/] } } })

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
      settings: Object.fromEntries(await platform.settings.texts()),
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
    registration: '0',
    default_max_storage_amount: '7',
    default_max_team_member: '-1',
    license: 'CODE-1',
  }
  t.same(byWizard, { ...byCommand, settings: { ...byCommand.settings, ...chosen } })
})

t.test('the database step: a database of one’s own is tested and prepared; every failure is named', async (t) => {
  const app = await testApp(t, { installed: false, env: { DATABASE_URL: '' } })
  const used = new URL((await testDatabase(t)).url)
  const token = (await app.coffer.setupToken()) as string
  const silent = createServer((socket) => socket.end('220 mail ready\r\n')).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const host = used.hostname
  const right = {
    connection: 'pgsql',
    host,
    port: used.port,
    name: used.pathname.slice(1),
    username: decodeURIComponent(used.username),
    password: decodeURIComponent(used.password),
  }
  const choose = async (body: object) => {
    const response = await new Client(app.url).fetch('/api/setup/database', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-token': token },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { code?: string; errors?: object } }
  }
  for (const [change, code, field] of [
    [{ password: 'wrong' }, 'database-sign-in', 'password'],
    [{ name: 'nothing' }, 'database-missing', 'name'],
    [{ port: 1 }, 'database-unreachable', 'host'],
    [{ port: (silent.address() as { port: number }).port }, 'database-unreachable', 'host'],
    [{}, 'database-used', 'name'],
    [{ host: 'a b' }, 'value-invalid', 'host'],
    [{ username: '' }, 'value-invalid', 'username'],
  ] as const)
    t.match(await choose({ ...right, ...change }), { status: 422, body: { code, errors: { [field]: [/\w/] } } }, code)
  const dotEnv = () => readFileSync(join(app.dataDir, '.env'), 'utf8')
  t.notMatch(dotEnv(), /DATABASE_URL/)
  t.match(await choose({ connection: 'embedded' }), { status: 200 })
  const { db } = app.coffer.platform
  const installationId = await readInstallationId(db)
  setVariables(app.dataDir, { BLOB_URL: 's3://key:secret@store.example.org/ours' })
  t.match(await choose({ ...right, allow_used: '1' }), { status: 200 })
  t.match(dotEnv(), new RegExp(`DATABASE_URL=postgres://.*/${right.name}`))
  t.notMatch(dotEnv(), /BLOB_URL/, 'the store is chosen after the database')
  const shown = await new Wizard({
    ...app.coffer.platform,
    config: { ...app.coffer.platform.config, databaseUrl: `postgres://jane:se%40cret@db.example.org/files` },
  }).page('database')
  t.match(shown.values, {
    ...{ connection: 'pgsql', host: 'db.example.org', port: '5432', name: 'files', username: 'jane' },
    password_stored: '1',
  })
  t.notMatch(JSON.stringify(shown), /se@cret|se%40cret/)
  const client = new pg.Client({ connectionString: used.href })
  await client.connect()
  t.teardown(() => client.end())
  const { rows } = await client.query(`select value from settings where name = 'installation_id'`)
  t.same(rows, [{ value: installationId }], 'a bucket that was chosen before stays that of this installation')
})

t.test('the environment step: address, proxies and a mail server that is tested', async (t) => {
  const app = await testApp(t, { installed: false, env: { TRUSTED_PROXIES: '' } })
  const sink = await mailSink(t)
  const { hostname: host, port } = new URL(sink.url)
  const token = (await app.coffer.setupToken()) as string
  const send = async (body: object) => {
    const response = await new Client(app.url).fetch('/api/setup/environment-setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-token': token, host: 'files.example.com' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as object }
  }
  const url = 'https://files.example.com'
  t.match(await send({ url: 'files' }), { status: 422, body: { errors: { url: [/\w/] } } })
  t.match(await send({ url, trusted_proxies: 'proxy' }), { body: { errors: { trusted_proxies: [/\w/] } } })
  t.match(await send({ url, mailDriver: 'smtp', host, port: 1 }), { body: { code: 'mail-unreachable' } })
  t.match(await send({ url, trusted_proxies: '127.0.0.1', mailDriver: 'smtp', host, port, encryption: '' }), {
    status: 200,
  })
  t.match(
    readFileSync(join(app.dataDir, '.env'), 'utf8'),
    /^APP_URL=https:\/\/files\.example\.com\nTRUSTED_PROXIES=127\.0\.0\.1$/m,
  )
  const { settings } = app.coffer.platform
  t.equal(await settings.get('mail_url'), `smtp://${host}:${port}`)
  const shown = async () => (await new Wizard(app.coffer.platform).page('environment')).values
  t.match(await shown(), { mailDriver: 'smtp', host, port, encryption: '' })
  const mailUrl = `smtp://jane:secret@${host}:${port}`
  await settings.setText('mail_url', mailUrl)
  t.match(await shown(), { username: 'jane', password_stored: '1' })
  t.notMatch(JSON.stringify(await shown()), /secret@|"secret"/)
  const same = { url, mailDriver: 'smtp', host, port, username: 'jane', encryption: '' }
  t.match(await send({ ...same, trusted_proxies: '127.0.0.1' }), { status: 200 })
  t.equal(await settings.get('mail_url'), mailUrl, 'the password may be left out')
  t.match(await send({ url, trusted_proxies: '127.0.0.1', mailDriver: 'log' }), { status: 200 })
  t.equal(await settings.get('mail_url'), '')
  t.match(await shown(), { mailDriver: 'log' })
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
