import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { ServerStatus } from '../../contract.ts'

const app = await testApp(t)
const { platform } = app.coffer
const admin = await newAdmin(app)
const flushed = '/api/admin/settings/flush-cache'

t.test('log: administrators download the files of warnings, and no other file', async (t) => {
  t.equal((await admin.client.get('/admin/log/warnings.log')).status, 404, 'there is none yet')
  platform.logFiles.add('{"level":40,"msg":"a warning"}\n')
  await platform.logFiles.settled()
  const answer = await admin.client.fetch('/admin/log/warnings.log')
  t.match(answer.headers.get('content-disposition'), 'attachment; filename="warnings.log"')
  t.match(answer.headers.get('content-type'), /^text\/plain/)
  t.match(await answer.text(), 'a warning')
  const [audited] = await platform.db.query("select target from audit_log where action = 'admin.log.downloaded'")
  t.match(audited, { target: 'warnings.log' })
  for (const name of ['.env', '..%2F.env', 'postgres.log', 'warnings.3.log'])
    t.equal((await admin.client.get(`/admin/log/${name}`)).status, 404, name)
  t.equal((await (await signUp(app)).client.get('/admin/log/warnings.log')).status, 403)
  t.equal((await anonymous(app).get('/admin/log/warnings.log')).status, 401)
})

t.test('status: names of logs and backups, limits, and whether jobs run', async (t) => {
  const { status, body } = await admin.client.get<ServerStatus>('/api/admin/status')
  t.equal(status, 200)
  t.match(body, {
    writable: { storage: true },
    modules: { database: true, extensions: true },
    ini: { upload_max_filesize: { current: 0, status: true } },
    php_version: { acceptable: true, current: process.versions.node },
    logs: ['warnings.log'],
    cron: { running: true },
  })
  await platform.settings.set({ upload_limit: 0.5 })
  const limited = await admin.client.get<ServerStatus>('/api/admin/status')
  t.equal(limited.body.ini.upload_max_filesize.current, 0.5, 'not the 0 of no limit')
  await platform.settings.set({ upload_limit: 0 })
})

t.test('flush-cache: the next reading is of the database; browsers may send it by fetch only', async (t) => {
  await platform.settings.set({ app_title: 'Before' })
  t.equal(await platform.settings.get('app_title'), 'Before')
  await platform.db.query(
    `update settings set value = replace(value::text, 'Before', 'After') where name = 'app_title'`,
  )
  t.equal((await admin.client.get(flushed)).status, 200)
  t.equal(await platform.settings.get('app_title'), 'After')
  const headers = { origin: app.url, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  t.equal((await admin.client.fetch(flushed, { headers })).status, 200)
  const rejected: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'document' },
    { origin: 'https://x.example' },
  ]
  for (const sent of rejected)
    for (const path of [flushed, '/api/subscriptions/admin/plans/synchronize'])
      t.equal((await admin.client.fetch(path, { headers: sent })).status, 403, JSON.stringify(sent))
  t.equal((await admin.client.get('/api/subscriptions/admin/plans/synchronize')).status, 200)
})

t.test('social-service: credentials are stored and the service is on', async (t) => {
  const given = { client_id: ' an-id ', client_secret: 'a-secret' }
  const send = (body: object) => admin.client.post('/api/admin/settings/social-service', body)
  for (const service of ['google', 'recaptcha']) t.equal((await send({ service, ...given })).status, 200)
  const { settings } = platform
  t.equal(await settings.get('google_client_id'), 'an-id')
  t.equal(await settings.get('google_client_secret'), 'a-secret')
  t.ok(await settings.get('allowed_google_login'))
  t.ok(await settings.get('allowed_recaptcha'))
  t.match(await send({ service: 'myspace', ...given }), { status: 422, body: { errors: { service: [/./] } } })
  t.match(await send({ service: 'github', ...given, client_secret: '' }), {
    status: 422,
    body: { errors: { client_secret: [/./] } },
  })
  const audited = () => platform.db.query("select 1 from audit_log where action = 'admin.setting.changed'")
  const before = (await audited()).length
  t.match(await send({ service: 'google', client_id: 'another', client_secret: 'a\nb' }), {
    status: 422,
    body: { code: 'setting-invalid', errors: { client_secret: [/./] } },
  })
  t.equal(await settings.get('google_client_id'), 'an-id', 'nothing of a rejected call is stored')
  t.equal((await audited()).length, before)
})

t.test('broadcast: the server has one websocket', async (t) => {
  const send = (driver: string) => admin.client.post('/api/admin/settings/broadcast', { driver, host: null })
  t.equal((await send('native')).status, 200)
  t.match(await send('pusher'), { status: 422, body: { errors: { driver: [/./] } } })
})
