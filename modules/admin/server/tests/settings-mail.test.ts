import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { mailUrlOf } from '../../../platform/index.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const other = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const { settings, db } = app.coffer.platform
const admin = await newAdmin(app)
const change = (name: string, value: unknown) => admin.client.patch('/api/admin/settings', { name, value })

t.test(
  'settings: a mail server is used after it accepted an email, in other processes too; its sign-in stays secret',
  async (t) => {
    const sink = await mailSink(t)
    const { hostname: host, port } = new URL(sink.url)
    const set = (smtp: object) => admin.client.post('/api/admin/settings/email', { mailDriver: 'smtp', smtp })
    const closed = await set({ host, port: 1, encryption: '', username: 'jane', password: 'top secret' })
    t.match(closed, { status: 422, body: { code: 'connection-failed', message: /Reason: .*ECONNREFUSED/ } })
    t.notMatch(closed.body, /top secret/)
    t.equal(await settings.get('mail_url'), '', 'nothing is saved')

    t.equal((await set({ host, port: Number(port), encryption: '' })).status, 200)
    t.match((await sink.next(admin.email)).message.subject, /test email/)
    const { email } = await signUp(other)
    await anonymous(other).post('/api/password/recover', { email })
    t.ok(await sink.next(email))
    const [row] = await db.query<{ value: string }>("select value from settings where name = 'mail_url'")
    t.notMatch(row?.value, /smtp/, 'stored encrypted')
    t.same((await admin.client.get('/api/admin/settings?column=mail_url')).body, { mail_url: '' })
    t.match(await change('mail_url', 'smtp://untested.example.org'), { status: 422, body: { code: 'setting-unknown' } })
    t.equal((await admin.client.post('/api/admin/settings/email', { mailDriver: 'log' })).status, 200)
    t.equal(await settings.get('mail_url'), '')
  },
)

t.test('settings: a mail server’s reply is shown in one line, without the sign-in', async (t) => {
  const rejecting = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail.example.org ESMTP\r\n')
    socket.on('data', (data) => {
      const line = String(data)
      if (/^EHLO/.test(line)) socket.write('250-mail.example.org\r\n250 AUTH PLAIN\r\n')
      else socket.write(`535-5.7.8 No sign-in by jane\u001b[31m\r\n535 5.7.8 with top-secret, ${'x'.repeat(500)}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(rejecting, 'listening')
  t.teardown(() => rejecting.close())
  const { port } = rejecting.address() as AddressInfo
  const smtp = { host: '127.0.0.1', port, encryption: '', username: 'jane', password: 'top-secret' }
  const { status, body } = await admin.client.post<{ message: string }>('/api/admin/settings/email', {
    mailDriver: 'smtp',
    smtp,
  })
  t.equal(status, 422)
  t.match(body.message, /Reason: 535-?5?.* No sign-in by … ?\[31m.* with …, x/)
  t.notMatch(body.message, /jane|top-secret|\p{Cc}/u)
  t.ok(body.message.length < 450)
})

t.test('settings: a long session token of Amazon SES is stored; what cannot be stored is not tested', async (t) => {
  const token = '+/='.repeat(666)
  const url = mailUrlOf({
    mailDriver: 'ses',
    ses: {
      access_key: 'k'.repeat(255),
      secret_access_key: '/'.repeat(255),
      default_region: 'eu-west-1',
      session_token: token,
      sender: 'ann@example.org',
    },
  })
  await settings.setText('mail_url', url)
  t.equal(new URL(await settings.get('mail_url')).searchParams.get('token'), token)
  await settings.setText('mail_url', '')
  const smtp = { host: ':', port: 25, encryption: '' }
  t.match(await admin.client.post('/api/admin/settings/email', { mailDriver: 'smtp', smtp }), {
    status: 422,
    body: { code: 'validation-failed', errors: { smtp: [/\w/] } },
  })
})

t.test('settings: a test email really goes out, and a test event arrives', async (t) => {
  t.equal((await admin.client.post('/api/admin/test-email', {})).status, 200)
  t.match(await mailed(app.dataDir, admin.email, ({ subject }) => subject), /test email/)
  const socket = await testSocket(t, app, admin.client)
  t.equal((await admin.client.post('/api/admin/test-websockets', {})).status, 200)
  t.match(await socket.next('test'), { user: { id: admin.id } })
})
