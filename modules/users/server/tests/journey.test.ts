import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'

const password = 'four unrelated words'
const person = { email: 'jane@example.org', name: 'Jane van Doe', password, password_confirmation: password }

/** The link in the newest matching email of the mail folder. */
const mailedLink = async (dataDir: string, subject: RegExp): Promise<string> => {
  const files = readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'))
  for (const file of files.sort().reverse()) {
    const mail = await PostalMime.parse(readFileSync(join(dataDir, 'mail', file)))
    if (subject.test(mail.subject ?? '')) return /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  }
  return ''
}

t.test('sign up without verification, sign out, sign in', async (t) => {
  const app = await testApp(t)
  const browser = new Client(app.url)
  const signedUp = await browser.post<{ data: { signed_in: boolean } }>('/api/register', person)
  t.equal(signedUp.status, 201)
  t.equal(signedUp.body.data.signed_in, true)

  const { status, body } = await browser.get<{ data: Record<string, Record<string, unknown>> }>('/api/user')
  t.equal(status, 200)
  t.match(body.data, {
    type: 'user',
    attributes: {
      name: 'Jane van Doe',
      email: 'jane@example.org',
      avatar: null,
      role: 'user',
      color: /^#[0-9A-F]{6}$/i,
      two_factor_confirmed_at: null,
      storage: { used: 0, capacity: 5_000_000_000, percentage: 0 },
    },
    relationships: {
      settings: { data: { attributes: { first_name: 'Jane', last_name: 'van Doe', theme_mode: 'system' } } },
      favourites: [],
      readNotifications: { data: [] },
      unreadNotifications: { data: [] },
    },
    meta: {
      restrictions: { canUpload: true, canDownload: true, canCreateFolder: true, reason: null },
      limitations: {},
      usages: {},
    },
  })
  t.notMatch(JSON.stringify(body), /hash|argon/)

  t.equal((await browser.post('/logout')).status, 204)
  t.equal((await browser.get('/api/user')).status, 401)
  const again = await browser.post('/login', { email: 'JANE@example.org', password })
  t.strictSame([again.status, again.body], [200, { two_factor: false }])
  t.equal((await browser.get('/api/user')).status, 200)

  const taken = await new Client(app.url).post<{ errors: Record<string, string[]> }>('/api/register', person)
  t.equal(taken.status, 422)
  t.ok(taken.body.errors.email?.[0])
})

t.test('sign up with verification: the link in the email activates the account', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.settings.set({ user_verification: true })
  const browser = new Client(app.url)
  const signedUp = await browser.post<{ data: { signed_in: boolean } }>('/api/register', person)
  t.strictSame([signedUp.status, signedUp.body.data.signed_in], [201, false])
  t.equal((await browser.get('/api/user')).status, 401)
  const early = await browser.post<{ code: string }>('/login', person)
  t.strictSame([early.status, early.body.code], [403, 'email-not-verified'])

  await app.coffer.users.settled()
  await app.coffer.platform.mailer.settled()
  const link = await mailedLink(app.dataDir, /Confirm/)
  t.ok(link.startsWith(`${app.url}/api/user/verify/`), link)
  const { pathname } = new URL(link)
  const open = async () => (await browser.fetch(pathname)).headers.get('location')
  const verification = pathname.slice(pathname.lastIndexOf('/') + 1)
  t.equal(await open(), `/sign-in?verification=${verification}`, 'the link alone proves nothing')
  t.equal((await browser.post('/login', person)).status, 403)
  const other = { ...person, verification: 'x'.repeat(43) }
  t.equal((await browser.post('/login', other)).status, 403, 'nor does another token')
  t.equal((await browser.post('/login', { ...person, password: 'not the password', verification })).status, 422)
  t.equal((await browser.post('/login', { ...person, verification })).status, 200)
  t.equal(await open(), '/successfully-verified', 'a second time does no harm')

  const dead = await browser.get<{ code: string }>('/api/user/verify/nonsense')
  t.strictSame([dead.status, dead.body.code], [422, 'verification-link-invalid'])
})

t.test('repeated sign-ups with an address send its owner few emails, and end no link', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.settings.set({ user_verification: true })
  const owner = new Client(app.url)
  await owner.post('/api/register', person)
  const settled = async () => {
    await app.coffer.users.settled()
    await app.coffer.platform.mailer.settled()
  }
  await settled()
  const { pathname } = new URL(await mailedLink(app.dataDir, /Confirm/))
  for (let n = 0; n < 4; n++)
    t.equal((await new Client(app.url).post('/api/register', { ...person, name: 'Eve' })).status, 201)
  await settled()
  t.equal(readdirSync(join(app.dataDir, 'mail')).length, 4, 'one, and three in an hour')
  const verification = pathname.slice(pathname.lastIndexOf('/') + 1)
  t.equal((await owner.post('/login', { ...person, verification })).status, 200)
})

t.test('whoever registered an address first gains nothing when its owner opens the link of the email', async (t) => {
  const app = await testApp(t)
  const squatter = new Client(app.url)
  await squatter.post('/api/register', person)
  t.equal((await squatter.get('/api/user')).status, 200)
  await app.coffer.users.sendVerification(
    ((await app.coffer.users.accounts.byEmail(person.email)) as { id: string }).id,
  )
  await app.coffer.platform.mailer.settled()
  const { pathname } = new URL(await mailedLink(app.dataDir, /Confirm/))
  const owner = new Client(app.url)
  t.match((await owner.fetch(pathname)).headers.get('location'), /^\/sign-in\?verification=/)
  const proven = async () => (await app.coffer.users.accounts.byEmail(person.email))?.email_proven_at ?? null
  t.equal(await proven(), null)

  await owner.post('/api/password/recover', { email: person.email })
  await app.coffer.users.settled()
  await app.coffer.platform.mailer.settled()
  const reset = new URL(await mailedLink(app.dataDir, /new password/))
  const chosen = { password: 'words of the owner', password_confirmation: 'words of the owner' }
  const token = reset.searchParams.get('token')
  t.equal((await owner.post('/api/password/reset', { token, email: person.email, ...chosen })).status, 200)
  t.ok(await proven())
  t.equal((await squatter.get('/api/user')).status, 401)
})

t.test('A54: a reset link works once, for its own email, and ends all sessions', async (t) => {
  const app = await testApp(t)
  const { users, platform } = app.coffer
  const browser = new Client(app.url)
  await browser.post('/api/register', person)
  const visitor = new Client(app.url)
  const ask = async () => {
    t.equal((await visitor.post('/api/password/recover', { email: person.email })).status, 200)
    await users.settled()
    await platform.mailer.settled()
    const link = new URL(await mailedLink(app.dataDir, /new password/))
    t.equal(link.pathname, '/create-new-password')
    return link.searchParams.get('token') as string
  }
  const first = await ask()
  const token = await ask()
  t.not(first, token)
  const chosen = 'another set of words'
  const reset = (given: object) =>
    visitor.post<{ code: string }>('/api/password/reset', {
      token,
      email: person.email,
      password: chosen,
      password_confirmation: chosen,
      ...given,
    })
  t.match(
    await reset({ token: first }),
    { status: 422, body: { code: 'reset-token-invalid' } },
    'an older link is void',
  )
  t.match(await reset({ email: 'other@example.org' }), { status: 422, body: { code: 'reset-token-invalid' } })
  t.match(await reset({ password: 'short', password_confirmation: 'short' }), {
    status: 422,
    body: { code: 'validation-failed' },
  })
  t.equal((await browser.get('/api/user')).status, 200)
  const age = (sign: '+' | '-') =>
    platform.db.query(`update email_tokens set expires_at = expires_at ${sign} interval '61 minutes'`)
  await age('-')
  t.match(await reset({}), { status: 422, body: { code: 'reset-token-invalid' } }, 'after an hour')
  await age('+')
  t.equal((await reset({})).status, 200)
  t.equal((await browser.get('/api/user')).status, 401, 'other sessions are over')
  t.match(await reset({}), { status: 422, body: { code: 'reset-token-invalid' } }, 'single use')
  t.equal((await visitor.post('/login', person)).status, 422)
  t.equal((await visitor.post('/login', { email: person.email, password: chosen })).status, 200)

  const guesses: number[] = []
  for (let guess = 0; guess < 11; guess++) guesses.push((await reset({ token: `guess${guess}` })).status)
  t.equal(guesses.at(-1), 429)
  const rows = await platform.db.query<{ stored: string }>(
    "select encode(token_hash, 'escape') as stored from email_tokens",
  )
  t.notOk(
    rows.some(({ stored }) => stored.includes(token)),
    'hashed at rest',
  )
})
