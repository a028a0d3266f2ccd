import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'
import { Wizard } from '../wizard.ts'

/** Sends the environment step. */
const stepOf = async (app: TestApp) => {
  const token = (await app.coffer.setupToken()) as string
  return async (body: object) => {
    const response = await new Client(app.url).fetch('/api/setup/environment-setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-token': token, host: 'files.example.com' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as object }
  }
}

t.test('the environment step: address, proxies and a mail server that is tested', async (t) => {
  const app = await testApp(t, { installed: false, env: { TRUSTED_PROXIES: '' } })
  const sink = await mailSink(t)
  const { hostname: host, port } = new URL(sink.url)
  const send = await stepOf(app)
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

t.test('proxies that the environment sets are shown, and others are rejected', async (t) => {
  const app = await testApp(t, { installed: false, env: { TRUSTED_PROXIES: '10.0.0.1' } })
  const send = await stepOf(app)
  const url = 'https://files.example.com'
  const wizard = new Wizard(app.coffer.platform)
  t.match((await wizard.page('environment')).values, { proxies_fixed: '1', trusted_proxies: '10.0.0.1' })
  const other = await send({ url, trusted_proxies: '192.168.1.1' })
  t.match(other, { status: 422, body: { code: 'proxies-fixed', errors: { trusted_proxies: [/TRUSTED_PROXIES/] } } })
  t.match(await send({ url, trusted_proxies: '10.0.0.1' }), { status: 200 })
  t.match(await send({ url }), { status: 200 })
  t.same(app.coffer.platform.config.trustedProxies, ['10.0.0.1'])
})

t.test(
  'the environment step: mail services, whose missing fields are named and whose secrets are not shown',
  async (t) => {
    const app = await testApp(t, { installed: false, env: { TRUSTED_PROXIES: '' } })
    const send = await stepOf(app)
    const url = 'https://files.example.com'
    for (const [mailDriver, fields, wrong] of [
      ['mailgun', { mailgun_domain: 'a b' }, ['mailgun_domain', 'mailgun_endpoint', 'mailgun_secret', 'mail_sender']],
      ['ses', { ses_access_key: 'KEY', mail_sender: 'x' }, ['ses_region', 'ses_secret_access_key', 'mail_sender']],
      ['postmark', { mail_sender: 'files@example.org' }, ['postmark_token']],
      ['postmark', { mail_sender: 'a,b@example.org' }, ['postmark_token', 'mail_sender']],
      ['smtp', { port: 'x' }, ['host', 'port']],
    ] as const) {
      const { status, body } = await send({ url, mailDriver, ...fields })
      t.equal(status, 422)
      t.same(Object.keys((body as { errors: object }).errors).sort(), [...wrong].sort(), mailDriver)
    }
    const account = { mailDriver: 'postmark', postmark_token: 'wrong', mail_sender: 'files@example.org' }
    t.match(await send({ url, ...account }), {
      status: 422,
      body: { code: 'mail-unreachable', errors: { postmark_token: [/\w/], host: undefined } },
    })
    t.match(await send({ url, mailDriver: 'pigeon' }), { status: 422, body: { errors: { mailDriver: [/\w/] } } })

    const { settings } = app.coffer.platform
    const shown = async () => (await new Wizard(app.coffer.platform).page('environment')).values
    for (const [stored, fields] of [
      [
        'mailgun://:secret-key@api.eu.mailgun.net/mg.example.org?sender=files%40example.org',
        { mailDriver: 'mailgun', mailgun_domain: 'mg.example.org', mailgun_endpoint: 'api.eu.mailgun.net' },
      ],
      [
        'ses://KEY:secret-key@email.eu-west-1.amazonaws.com?region=eu-west-1&sender=files%40example.org',
        { mailDriver: 'ses', ses_access_key: 'KEY', ses_region: 'eu-west-1' },
      ],
      ['postmark://:secret-key@api.postmarkapp.com?sender=files%40example.org', { mailDriver: 'postmark' }],
    ] as const) {
      await settings.setText('mail_url', stored)
      const given = { ...fields, mail_sender: 'files@example.org' }
      t.match(await shown(), { ...given, password_stored: '1' })
      t.notMatch(JSON.stringify(await shown()), /secret-key/)
      t.match(await send({ url, ...given }), { status: 200 })
      t.equal(await settings.get('mail_url'), stored, 'the secret may be left out')
    }
  },
)

t.test('the WebSocket of the setup answers those with the token, on pages of this server only', async (t) => {
  const app = await testApp(t, { installed: false })
  const token = (await app.coffer.setupToken()) as string
  const ask = (headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/setup/socket`, { headers })
      t.teardown(() => socket.terminate())
      socket.on('open', () => socket.send('ping'))
      socket.on('message', (data) => resolve(String(data)))
      socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
      socket.on('error', () => undefined)
    })
  const origin = app.url
  t.equal(await ask({ origin, cookie: `coffer_setup=${token}` }), 'ping')
  t.equal(await ask({ origin }), '403')
  t.equal(await ask({ origin: 'https://evil.example', cookie: `coffer_setup=${token}` }), '403')
  await app.coffer.platform.settings.set({ setup_wizard_success: true })
  t.equal(await ask({ origin, cookie: `coffer_setup=${token}` }), '410')
})
