import { request as rawRequest } from 'node:http'
import t from 'tap'
import { anonymous, createAccount, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { linksOf, mailSink } from '../../../../tests/support/smtp.ts'

t.test('A48: rejects mutating requests without a CSRF token of the session, and cross-site ones', async (t) => {
  const app = await testApp(t)
  const { client, token } = await createAccount(app)
  const other = await signUp(app)
  const path = '/api/user/settings'
  const body = JSON.stringify({ name: 'city', value: 'Ulm' })
  const json = { 'content-type': 'application/json' }
  const attempt = async (headers: Record<string, string>, sent = body) =>
    (await client.fetch(path, { method: 'PATCH', headers: { ...json, ...headers }, body: sent })).status

  t.equal(await attempt({}), 200, 'the control')
  t.equal(await attempt({ 'x-xsrf-token': '' }), 419, 'cookie only')
  t.equal(await attempt({ 'x-xsrf-token': 'wrong.token' }), 419)
  t.equal(await attempt({ 'x-xsrf-token': '%' }), 419, 'not even encoded')
  const foreign = decodeURIComponent(other.client.cookies.get('XSRF-TOKEN') as string)
  t.equal(await attempt({ 'x-xsrf-token': foreign }), 419, 'of another session')
  const planted = client.cookieHeader().replace(/XSRF-TOKEN=[^;]+/, `XSRF-TOKEN=${foreign}`)
  t.equal(await attempt({ 'x-xsrf-token': foreign, cookie: planted }), 419, 'of another session, cookie planted too')
  t.equal(await attempt({ 'sec-fetch-site': 'cross-site' }), 403)
  t.equal(await attempt({ origin: 'https://evil.example' }), 403)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json'])
    t.equal(await attempt({ 'content-type': type }), 415, type)
  const odd = JSON.stringify({ name: 'role', value: 'admin' })
  for (const type of ['Application/JSON ;x', 'application/json\ta', ' application/json'])
    t.ok([415, 400, 422].includes(await attempt({ 'content-type': type }, odd)), `${type}: never past the schema`)

  for (const public_ of ['/login', '/api/register', '/api/password/recover', '/api/password/reset', '/api/user/check'])
    t.equal((await fetch(app.url + public_, { method: 'POST', headers: json, body: '{}' })).status, 419, public_)
  t.equal((await client.fetch(`${path}?_method=patch`, { headers: json })).status, 404, 'GET never mutates')
  t.equal(
    (await client.withToken(token).patch(path, { name: 'city', value: 'Ulm' })).status,
    200,
    'bearer tokens need no CSRF token',
  )
})

t.test('A55: links in emails use APP_URL only; requests to other hosts are rejected', async (t) => {
  const sink = await mailSink(t)
  const app = await testApp(t, { env: { APP_URL: 'https://files.example.org', MAIL_URL: sink.url } })
  const { port } = new URL(app.url)
  const send = (path: string, headers: Record<string, string>, body?: string) =>
    new Promise<{ status: number; cookies: string[] }>((resolve, reject) => {
      const call = rawRequest({ port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [] }))
      })
      call.on('error', reject)
      call.end(body)
    })
  t.equal((await send('/api/config', { host: 'evil.example' })).status, 421)
  const { cookies } = await send('/api/csrf', { host: 'files.example.org' })
  t.match(cookies.join(), /XSRF-TOKEN=[^;]+;.*Secure/)
  const cookie = (cookies[0] as string).split(';')[0] as string
  const token = decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
  const headers = { host: 'files.example.org', 'content-type': 'application/json', cookie, 'x-xsrf-token': token }
  await app.coffer.users.adminCommands.create({ email: 'jane@example.org', password: 'four unrelated words' })
  const body = JSON.stringify({ email: 'jane@example.org' })
  const spoofed = {
    ...headers,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  }
  t.equal((await send('/api/password/recover', spoofed, body)).status, 200)
  const mail = await sink.next('jane@example.org')
  t.match(linksOf(mail)[0], /^https:\/\/files\.example\.org\/create-new-password\?token=[\w-]{43}$/)
  t.notMatch(JSON.stringify(mail.message), /evil/)

  const login = JSON.stringify({ email: 'jane@example.org', password: 'four unrelated words' })
  const signedIn = await send('/login', headers, login)
  const session = signedIn.cookies.find((line) => line.startsWith('__Host-sid='))
  t.match(session, /Path=\/.*HttpOnly.*Secure.*SameSite=Lax/)
  t.notMatch(session, /Domain/)
})

t.test('A64: user input never adds a recipient or a header to an email', async (t) => {
  const sink = await mailSink(t)
  const app = await testApp(t, { env: { MAIL_URL: sink.url } })
  const { platform, users } = app.coffer
  await platform.settings.set({ user_verification: true, app_title: 'Evil, Bcc: <spy@example.org>' })
  await t.rejects(platform.settings.set({ app_title: 'Evil\r\nBcc: spy@example.org' }), /one line/)
  const password = 'four unrelated words'
  const attempt = (email: string, name = 'Jane') =>
    new Client(app.url)
      .post('/api/register', { email, name, password, password_confirmation: password })
      .then(({ status }) => status)
  for (const email of [
    'a@b.co\r\nBcc: spy@example.org',
    '"a@evil x"@ok.tld',
    'group: a@b.co, c@d.co;',
    'a@b.co,spy@example.org',
    'Jane <a@b.co>',
    'a@b.co spy@example.org',
    'a@[127.0.0.1]',
  ])
    t.equal(await attempt(email), 422, email)
  t.equal(await attempt('x@example.org', 'Jane\r\nBcc: spy@example.org'), 422)
  t.equal(await attempt('jane@example.org', 'Jane <script>'), 201)
  const mail = await sink.next('jane@example.org')
  await users.settled()
  await platform.mailer.settled()
  t.strictSame([mail.to, sink.received.length], [['jane@example.org'], 0])
  t.equal(mail.message.headers.filter(({ key }) => key === 'bcc').length, 0)
  t.notMatch(mail.message.html, /<script/)
  await t.rejects(platform.mailer.send({ to: 'a@b.co, c@d.co', locale: 'en', subject: 'x', lines: [] }))
  await t.rejects(
    platform.mailer.send({
      to: 'a@b.co',
      locale: 'en',
      subject: 'x',
      lines: [],
      action: { label: 'x', url: 'https://evil.example/' },
    }),
  )
})

t.test('A56: the server redirects to its own paths only', async (t) => {
  const app = await testApp(t)
  for (const path of ['//evil.example', '/%2f%2fevil.example', '/\\evil.example']) {
    const answer = await new Client(app.url).fetch(`/api/user/verify/${encodeURIComponent(path)}`, {
      headers: { accept: 'text/html' },
    })
    t.strictSame(
      [answer.status, answer.headers.get('location')],
      [302, '/sign-in?verification=expired&redirect=%2Fuser%2Fprofile%3Fverification%3Dexpired'],
    )
  }
})

t.test('API requests are limited per account and per network', async (t) => {
  const app = await testApp(t, { env: { API_RATE_LIMIT: '30,20' } })
  const { client } = await signUp(app)
  const statuses = async (caller: Client, path: string, count: number) => {
    const all: number[] = []
    for (let at = 0; at < count; at++) all.push((await caller.get(path)).status)
    return all.filter((status) => status === 429).length
  }
  t.equal(await statuses(client, '/api/user', 35), 35 - 30 + 1, 'one was used at sign-up')
  const visitor = new Client(app.url)
  t.equal(await statuses(visitor, '/api/config', 25), 5)
  t.equal(await statuses(visitor, '/translations/en', 25), 0)
  t.equal(await statuses(new Client(app.url), '/api/config', 5), 0, 'another network')
})

t.test('sign-up rejects providers of disposable mail, unless the administrator allows them', async (t) => {
  const app = await testApp(t)
  const password = 'four unrelated words'
  const body = { email: 'jane@mailinator.com', name: 'Jane', password, password_confirmation: password }
  const register = () => anonymous(app).post('/api/register', body)
  t.match(await register(), { status: 422, body: { errors: { email: [/provider/] } } })
  await app.coffer.platform.settings.set({ block_disposable_email: false })
  t.equal((await register()).status, 201)
})
