import t from 'tap'
import { createAccount, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'

interface Body {
  code: string
  errors: Record<string, string[]>
}

t.test('settings: accepts listed names and valid values, ignores blank values', async (t) => {
  const app = await testApp(t)
  const { client, id } = await signUp(app)
  const read = async (column: string) =>
    (
      await app.coffer.platform.db.query<Record<string, unknown>>(`select ${column} as v from users where id = $1`, [
        id,
      ])
    )[0]?.v
  const set = (name: string, value: unknown, extra: object = {}) =>
    client.post<Body>('/api/user/settings', { name, value, _method: 'patch', ...extra })

  const theme = await set('theme_mode', 'dark')
  t.equal(theme.status, 200)
  t.equal(client.cookies.get('theme'), 'dark', 'the next page is rendered with it')
  const german = await client.patch<{ message: string }>('/api/user/settings', { locale: 'de' })
  t.equal(german.body.message, 'Gespeichert')
  t.equal(client.cookies.get('locale'), 'de')

  t.equal((await set('last_name', '')).status, 200)
  t.equal(await read('last_name'), null, 'the last name may be cleared')
  await set('city', 'Ulm')
  t.equal((await set('city', '  ')).status, 200)
  t.equal(await read('city'), 'Ulm', 'blank: ignored')
  await set('city', '', { force: true })
  t.equal(await read('city'), null, 'forced')
  await set('first_name', '', { force: true })
  t.not(await read('first_name'), null)

  t.equal((await set('timezone', '5.75')).status, 200)
  t.equal(await read('timezone'), '+05:45')
  await set('timezone', 'Europe/Berlin')
  t.equal(await read('timezone'), 'Europe/Berlin')
  for (const [name, value] of [
    ['timezone', 'Mars/Phobos'],
    ['timezone', '15'],
    ['theme_mode', 'pink'],
    ['country', 'Germany'],
    ['city', 'a\nb'],
    ['city', 'x'.repeat(256)],
    ['locale', 'xx'],
    ['city', { $gt: '' }],
    ['city', ['a']],
  ] as const) {
    const answer = await set(name, value)
    t.equal(answer.status, 422, `${name} ${JSON.stringify(value).slice(0, 30)}`)
    t.ok(answer.body.errors.value)
  }
})

t.test('A60: settings: rejects every other column', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const row = async (email: string) =>
    (await db.query<Record<string, unknown>>('select * from users where email = $1', [email]))[0]
  const extras = {
    role: 'admin',
    is_admin: true,
    status: 'suspended',
    max_storage_bytes: 1,
    email_verified_at: '2020-01-01T00:00:00.000Z',
    two_factor_confirmed_at: '2020-01-01T00:00:00.000Z',
    id: '00000000-0000-4000-8000-000000000000',
    created_at: '2020-01-01T00:00:00.000Z',
  }
  await app.coffer.platform.settings.set({ user_verification: true })
  const password = 'four unrelated words'
  const signup = { email: 'mass@example.org', name: 'Mass', password, password_confirmation: password }
  t.equal((await new Client(app.url).post('/api/register', { ...signup, ...extras })).status, 201)
  const made = await row('mass@example.org')
  t.match(made, {
    role: 'user',
    status: 'active',
    max_storage_bytes: null,
    email_verified_at: null,
    two_factor_confirmed_at: null,
  })
  t.not(made?.id, extras.id)
  t.ok(Number(made?.created_at) > Date.now() - 600_000)

  await app.coffer.platform.settings.set({ user_verification: false })
  const { client, email } = await signUp(app)
  const before = await row(email)
  for (const [name, value] of Object.entries({
    ...extras,
    password_hash: 'x',
    email: 'x@y.zz',
    avatar: 'x',
    __proto__x: 'x',
  })) {
    t.equal((await client.patch('/api/user/settings', { name, value })).status, 422, name)
    t.equal((await client.patch('/api/user/settings', { [name]: value })).status, 422, `${name}: …`)
  }
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    t.equal((await client.patch('/api/user/settings', { name, value: 'x' })).status, 422, name)
  t.strictSame(await row(email), before)
})

t.test('personal tokens: shown once, stored as a hash, revocable, exempt from CSRF', async (t) => {
  const app = await testApp(t)
  const { client, token, id } = await createAccount(app)
  const program = client.withToken(token)
  t.equal((await program.get('/api/user')).status, 200)
  t.equal((await client.withToken(`17|${token}`).get('/api/user')).status, 200, 'with an id before it')
  t.equal((await program.patch('/api/user/settings', { name: 'city', value: 'Ulm' })).status, 200)
  t.equal((await client.withToken(`${token}x`).get('/api/user')).status, 401)
  const mixed = await client.get('/api/user', { headers: { authorization: 'Bearer wrong' } })
  t.equal(mixed.status, 401, 'a wrong token does not fall back to the cookie')

  const { body } = await client.get<{
    data: { data: { id: string; attributes: { name: string; last_used_at: string | null } } }[]
  }>('/api/user/tokens')
  t.equal(body.data.length, 1)
  t.match(body.data[0]?.data.attributes, { name: 'test', last_used_at: /^20/ })
  t.notOk(JSON.stringify(body).includes(token))
  const stored = await app.coffer.platform.db.query<{ v: string }>('select t::text as v from personal_access_tokens t')
  t.notOk(stored[0]?.v.includes(token.slice(8)))

  const other = await signUp(app)
  const tokenId = body.data[0]?.data.id
  t.equal((await other.client.delete(`/api/user/tokens/${tokenId}`)).status, 404)
  t.equal((await program.get('/api/user')).status, 200)
  t.equal((await client.delete(`/api/user/tokens/${tokenId}`)).status, 204)
  t.equal((await program.get('/api/user')).status, 401, 'at once')

  const answer = await new Client(app.url).call<{ data: { token: string } }>('POST', '/api/login', {
    email: (await app.coffer.users.accounts.byId(id))?.email,
    password: 'not this one',
  })
  t.equal(answer.status, 422)
})

t.test('a token from /api/login is valid until /api/logout', async (t) => {
  const app = await testApp(t)
  const { email, password } = await signUp(app)
  const answer = await new Client(app.url).post<{ data: { token: string } }>('/api/login', { email, password })
  t.equal(answer.status, 200)
  const program = new Client(app.url).withToken(answer.body.data.token)
  t.equal((await program.get('/api/user')).status, 200)
  t.equal((await program.post('/api/logout')).status, 200)
  t.equal((await program.get('/api/user')).status, 401)
})

t.test('sign-up: rejects invalid fields, each error at its field, and closed registration', async (t) => {
  const app = await testApp(t)
  const good = {
    email: 'new@example.org',
    name: 'New',
    password: 'four unrelated words',
    password_confirmation: 'four unrelated words',
  }
  const attempt = (given: object) => new Client(app.url).post<Body>('/api/register', { ...good, ...given })
  const bad: [string, object][] = [
    ['email', { email: 'no address' }],
    ['name', { name: '   ' }],
    ...['\u2069\u202eknab ruoy', 'New\u0085', '\u0001'].map((name): [string, object] => ['name', { name }]),
    ['password', { password: 'too short', password_confirmation: 'too short' }],
    ['password', { password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) }],
    ['password', { password_confirmation: 'something else' }],
    ['password', { password: 'Passw0rd!2026', password_confirmation: 'Passw0rd!2026' }],
    ['password', { email: 'jane.roe@example.org', password: 'jane-roe-1990', password_confirmation: 'jane-roe-1990' }],
  ]
  for (const [field, given] of bad) {
    const { status, body } = await attempt(given)
    t.equal(status, 422, JSON.stringify(given).slice(0, 60))
    t.ok(body.errors[field]?.[0]?.match(/^[A-Z].*\.$/), `${field}: ${body.errors[field]}`)
  }
  await app.coffer.platform.settings.set({ registration: false })
  t.match(await attempt({}), { status: 401, body: { code: 'registration-closed' } })
})
