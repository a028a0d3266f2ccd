import { generate } from 'otplib'
import t from 'tap'
import { type Actor, anonymous, proveEmail, signIn, signUp } from '../../../../tests/support/actors.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'

const confirmPassword = (person: Actor) => person.client.post('/user/confirm-password', { password: person.password })

/** Forgets used steps and rate limits, so that a test need not wait for the next code. */
const forget = async (app: TestApp) => {
  await app.coffer.platform.db.query('update users set two_factor_last_step = null')
  await app.coffer.platform.db.query('delete from rate_limits')
}

/** Sets the second factor up; returns its secret and recovery codes. */
const enable = async (app: TestApp, person: Actor) => {
  await confirmPassword(person)
  const { client } = person
  t.equal((await client.post('/user/two-factor-authentication')).status, 200)
  const { secretKey } = (await client.get<{ secretKey: string }>('/user/two-factor-secret-key')).body
  const confirmed = await client.post('/user/confirmed-two-factor-authentication', {
    code: await generate({ secret: secretKey }),
  })
  t.equal(confirmed.status, 200)
  const codes = (await client.get<string[]>('/user/two-factor-recovery-codes')).body
  await forget(app)
  return { secret: secretKey, codes }
}

t.test('A52: the second factor is in use after a first right code; secrets are encrypted', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const { client } = person
  for (const path of ['/user/two-factor-qr-code', '/user/two-factor-secret-key', '/user/two-factor-recovery-codes'])
    t.match(await client.get(path), { status: 423, body: { code: 'password-confirmation-required' } }, path)
  t.equal((await client.post('/user/two-factor-authentication')).status, 423)
  await confirmPassword(person)
  t.equal((await client.get('/user/two-factor-qr-code')).status, 409, 'not prepared')
  t.equal((await client.post('/user/two-factor-authentication')).status, 200)
  const qr = (await client.get<{ svg: string; url: string }>('/user/two-factor-qr-code')).body
  t.match(qr.svg, /^<svg/)
  t.match(decodeURIComponent(qr.url), `otpauth://totp/Coffer:${person.email}`)
  t.match(await client.post('/user/confirmed-two-factor-authentication', { code: '000000' }), {
    status: 422,
    body: { errors: { code: [/\w/] } },
  })
  t.match((await anonymous(app).post('/login', person)).body, { two_factor: false }, 'not in use yet')
  const { secret, codes } = await enable(app, person)
  t.equal(new Set(codes).size, 10)
  t.ok(codes.every((code) => /^[a-z2-9]{10}-[a-z2-9]{10}$/.test(code)))
  t.equal((await client.post('/user/two-factor-authentication')).status, 409, 'in use')
  t.equal((await client.get('/user/two-factor-secret-key')).status, 409, 'the secret is not shown again')
  const [row] = await app.coffer.platform.db.query<object>('select * from users where id = $1', [person.id])
  for (const text of [secret, codes[0] as string]) t.notMatch(JSON.stringify(row), text, 'encrypted at rest')
  await app.coffer.users.settled()
  await app.coffer.platform.mailer.settled()
  t.match(
    (await mailsTo(app.dataDir, person.email)).map(({ subject }) => subject),
    [/Two-factor .* on/],
  )
})

t.test('A52: a password alone opens no session; each code counts once; wrong ones are limited', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const { secret, codes } = await enable(app, person)
  const begin = async () => {
    const client = anonymous(app)
    t.match((await client.post('/login', person)).body, { two_factor: true })
    return client
  }
  const client = await begin()
  t.equal(client.cookies.has('sid'), false)
  for (const path of ['/api/user', '/user/two-factor-recovery-codes']) t.equal((await client.get(path)).status, 401)
  t.equal((await client.post('/user/two-factor-authentication')).status, 401, 'no second enrolment')
  const code = await generate({ secret })
  t.equal((await client.post('/two-factor-challenge', { code })).status, 204)
  t.equal((await client.get('/api/user')).status, 200)
  t.equal((await client.post('/two-factor-challenge', { code })).status, 401, 'the challenge is used up')

  const second = await begin()
  t.match(await second.post('/two-factor-challenge', { code }), { status: 422, body: { errors: { code: [/\w/] } } })
  const used = codes[0] as string
  t.equal((await second.post('/two-factor-challenge', { recovery_code: used.toUpperCase() })).status, 204)
  const third = await begin()
  t.match(await third.post('/two-factor-challenge', { recovery_code: used }), {
    status: 422,
    body: { code: 'recovery-code-invalid', errors: { recovery_code: [/\w/] } },
  })
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++)
    statuses.push((await third.post('/two-factor-challenge', { code: '000000' })).status)
  t.strictSame(statuses, [422, 422, 422, 422, 429, 401], 'then the password is asked for again')
  await forget(app)
  t.equal((await third.post('/two-factor-challenge', { code: await generate({ secret }) })).status, 401)

  const atOnce = await Promise.all([begin(), begin()])
  const same = await generate({ secret })
  const raced = await Promise.all(atOnce.map((one) => one.post('/two-factor-challenge', { code: same })))
  t.strictSame(raced.map(({ status }) => status).sort(), [204, 422], 'concurrent use of one code')
})

t.test('A52: a code that a failure of the server kept from signing in stays usable', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const person = await signUp(app)
  const { secret, codes } = await enable(app, person)
  const client = anonymous(app)
  await client.post('/login', person)
  const [first = '', second = ''] = codes
  const enter = async (factor: object) => (await client.post('/two-factor-challenge', factor)).status
  const program = async (factor: object) => (await anonymous(app).post('/api/login', { ...person, ...factor })).status
  const accept = await Promise.all([failWrites(db, 'sessions'), failWrites(db, 'personal_access_tokens')])
  const code = await generate({ secret })
  for (const factor of [{ code }, { recovery_code: first }]) {
    t.equal(await enter(factor), 500)
    t.equal(await program(factor), 500)
  }
  for (const end of accept) await end()
  t.equal(await enter({ recovery_code: first }), 204)
  t.equal(await program({ recovery_code: first }), 422, 'used')
  t.equal(await program({ recovery_code: second }), 200)
  t.equal(await program({ code: await generate({ secret }) }), 200)
})

t.test(
  'A52: a reset password voids half-finished sign-ins and keeps the second factor; tokens need it too',
  async (t) => {
    const app = await testApp(t)
    const person = await signUp(app)
    const { secret } = await enable(app, person)
    const pending = anonymous(app)
    await pending.post('/login', person)
    await app.coffer.users.adminCommands.setPassword(person.email, 'words that are hard to guess')
    t.equal((await pending.post('/two-factor-challenge', { code: await generate({ secret }) })).status, 401)

    const credentials = { email: person.email, password: 'words that are hard to guess' }
    const program = anonymous(app)
    t.match(await program.post('/api/login', credentials), { status: 423, body: { code: 'two-factor-required' } })
    t.equal((await program.post('/api/login', { ...credentials, code: '000000' })).status, 422)
    const code = (await generate({ secret })).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    t.equal((await program.post('/api/login', { ...credentials, code })).status, 200, 'typed on an Arabic keyboard')

    await forget(app)
    await program.post('/login', credentials)
    await program.post('/two-factor-challenge', { code: await generate({ secret }) })
    t.equal((await program.delete('/user/two-factor-authentication')).status, 423)
    t.equal((await program.post('/user/two-factor-recovery-codes')).status, 423)
    await program.post('/user/confirm-password', credentials)
    const isConfirmed = () => program.get('/user/confirmed-password-status')
    t.match((await isConfirmed()).body, { confirmed: true, methods: ['password'] })
    const aged = (minutes: number) =>
      app.coffer.platform.db.query('update sessions set password_confirmed_at = now() - make_interval(mins => $1)', [
        minutes,
      ])
    await aged(16)
    t.match((await isConfirmed()).body, { confirmed: false })
    t.equal((await program.delete('/user/two-factor-authentication')).status, 423, 'the window of 15 minutes is over')
    await aged(14)
    t.equal((await program.delete('/user/two-factor-authentication')).status, 200)
    t.match((await anonymous(app).post('/login', credentials)).body, { two_factor: false })
  },
)

t.test('tokens: scopes and expiry limit them, and no token creates one that may do more', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  // Each kind of notice has a limit of its own then.
  await proveEmail(person)
  await confirmPassword(person)
  const create = async (body: object, client = person.client) =>
    client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'script', ...body })
  const withScopes = async (...scopes: string[]) =>
    anonymous(app).withToken((await create({ scopes })).body.plainTextToken)
  const [reader, writer, manager] = [
    await withScopes('read'),
    await withScopes('write'),
    await withScopes('read', 'account'),
  ]
  const folder = { name: 'Folder', parent_id: null }
  t.equal((await reader.get('/api/browse/folders/all')).status, 200)
  t.match(await reader.post('/api/create-folder', folder), { status: 403, body: { code: 'scope-missing' } })
  t.equal((await writer.get('/api/browse/folders/all')).status, 403)
  const made = await writer.post<{ data: { id: string } }>('/api/create-folder', folder)
  t.equal(made.status, 201)
  const items = [{ id: made.body.data.id, type: 'folder' }]
  for (const client of [reader, writer]) {
    const zip = await client.post<{ data: { attributes: { url: string } } }>('/api/zip', { items })
    const size = await client.post('/api/items/size', { items })
    const conflicts = await client.post('/api/upload/conflicts', { paths: ['a.txt'] })
    const statuses = [zip, size, conflicts].map(({ status }) => status)
    t.same(
      statuses,
      client === reader ? [201, 200, 200] : [403, 403, 403],
      'calls that only read, with a list in the body',
    )
    if (client === reader) t.equal((await reader.fetch(zip.body.data.attributes.url)).status, 200)
  }
  t.equal((await writer.patch('/api/user/settings', { name: 'city', value: 'Ulm' })).status, 403)
  t.equal((await manager.patch('/api/user/settings', { name: 'city', value: 'Ulm' })).status, 200)
  t.equal((await create({ scopes: ['write'] }, manager)).status, 403)
  t.equal((await create({ scopes: ['read'] }, manager)).status, 201)
  t.equal((await reader.post('/api/logout')).status, 200, 'any token may end itself')
  t.equal((await reader.get('/api/user')).status, 401)

  const lent = await create({ expires_in_days: 7 })
  const program = anonymous(app).withToken(lent.body.plainTextToken)
  t.equal((await program.get('/api/user')).status, 200)
  await app.coffer.platform.db.query("update personal_access_tokens set expires_at = now() - interval '1 second'")
  app.coffer.users.invalidate(person.id)
  t.equal((await program.get('/api/user')).status, 401, 'expired')

  const [other, third] = [await signIn(app, person), await signIn(app, person)]
  t.equal((await person.client.delete('/api/user/sessions')).status, 204)
  const works = await Promise.all([person, other, third].map(({ client }) => client.get('/api/user')))
  t.strictSame(
    works.map(({ status }) => status),
    [200, 401, 401],
    'all other browsers are signed out',
  )
  await app.coffer.users.settled()
  await app.coffer.platform.mailer.settled()
  t.match((await mailsTo(app.dataDir, person.email))[0], { subject: /New sign-in/, text: /Unknown device/ })
})
