import { generate } from 'otplib'
import t from 'tap'
import { anonymous, proveEmail, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { consentAt, identityProvider, offerProvider } from '../../../../tests/support/identity-provider.ts'
import { mailedLink, mailsTo } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const port = await freePort()
const app = await testApp(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
const provider = await identityProvider(t, app, port)
const { db, settings } = app.coffer.platform

interface Begun {
  data: { url: string }
}
interface Identities {
  data: { data: { id: string; attributes: { provider: string; email: string } } }[]
}

let people = 0
/** Another person at the provider. */
const newPerson = (given: Record<string, unknown> = {}) => {
  people += 1
  const email = `person${people}@example.org`
  provider.person = { sub: `subject-${people}`, email, email_verified: true, name: 'Ada Lovelace', ...given }
  provider.forged = {}
  return { email: String(provider.person.email) }
}
const begin = async (client: Client, query = '') =>
  (await client.get<Begun>(`/api/socialite/openid/redirect${query}`)).body.data.url
const finish = (client: Client, callback: string, accept = 'text/html') =>
  client.call('GET', callback, undefined, { headers: { accept } })
/** Signs in by the provider; resolves with the path it leads to. */
const enter = async (client: Client, query = ''): Promise<string | null> =>
  (await finish(client, await consentAt(await begin(client, query), app))).headers.get('location')
const problem = (code: string) => `/sign-in?problem=${code}`
const userOf = async (client: Client) =>
  (await client.get<{ data: { id: string; attributes: { email: string; name: string } } }>('/api/user')).body.data

t.test('providers: offered only when allowed and configured', async (t) => {
  const visitor = anonymous(app)
  const rejected = { status: 404, body: { code: 'provider-not-configured' } }
  t.match(await visitor.get('/api/socialite/openid/redirect'), rejected)
  await offerProvider(app, provider.issuer)
  t.match(await visitor.get('/api/socialite/openid/redirect'), { status: 200 })
  await settings.set({ allowed_openid_login: false })
  t.match(await visitor.get('/api/socialite/openid/redirect'), rejected)
  t.match(await visitor.get('/api/socialite/github/redirect'), rejected)
  t.equal((await visitor.get('/api/socialite/example/redirect')).status, 404)
  await offerProvider(app, provider.issuer)
  const [stored] = await db.query<{ value: string }>(`select value from settings where name = 'openid_client_secret'`)
  t.notMatch(stored?.value, 'secret of this', 'encrypted')
  t.equal(await settings.get('openid_client_secret'), 'a secret of this installation')
})

t.test('providers: a new person gets an account, and signs in to it again', async (t) => {
  const { email } = newPerson({ name: '\u2069\u202eAda\u0085Lovelace' })
  const client = anonymous(app)
  const url = new URL(await begin(client))
  t.equal(url.searchParams.get('code_challenge_method'), 'S256')
  for (const name of ['state', 'nonce', 'code_challenge']) t.ok((url.searchParams.get(name) ?? '').length >= 43, name)
  t.equal(await enter(client, '?redirect=/platform/trash'), '/platform/trash')
  const user = await userOf(client)
  t.match(user.attributes, { email, name: /^Ada Lovelace$/ })
  const again = anonymous(app)
  t.equal(await enter(again), '/platform/files')
  t.equal((await userOf(again)).id, user.id)
  provider.person.email = 'renamed@example.org'
  const renamed = anonymous(app)
  await enter(renamed)
  t.equal((await userOf(renamed)).id, user.id, 'the subject decides, not the email')
  t.match((await again.post('/api/user/check', { email })).body, { oauth_provider: 'openid' })
  t.match((await anonymous(app).post('/api/user/check', { email })).body, { oauth_provider: null })
})

t.test('providers: the same subject of another issuer is another person', async (t) => {
  const { email } = newPerson()
  const client = anonymous(app)
  await enter(client)
  const { id } = await userOf(client)
  const { subject } = (
    await db.query<{ subject: string }>('select subject from sign_in_identities where user_id = $1', [id])
  )[0] as { subject: string }
  t.ok(subject.startsWith(`${provider.issuer} `), subject)
  await db.query('update sign_in_identities set subject = $2 where user_id = $1', [
    id,
    subject.replace(provider.issuer, 'https://former.example'),
  ])
  provider.person.email = `other-${email}`
  const other = anonymous(app)
  await enter(other)
  t.not((await userOf(other)).id, id)
})

/** A person who has followed the link of the email. */
const verifiedPerson = async (email: string) => {
  await settings.set({ user_verification: true })
  const password = 'four unrelated words'
  await anonymous(app).post('/api/register', { email, name: 'Eve', password, password_confirmation: password })
  await settings.set({ user_verification: false })
  const link = await mailedLink(app.dataDir, email, '/api/user/verify/')
  const verification = link.slice(link.lastIndexOf('/') + 1)
  t.equal((await anonymous(app).post('/login', { email, password, verification })).status, 200)
  return signIn(app, { email, name: 'Eve', password })
}

t.test('providers: an account whose email nothing has proven is not shared with the email’s owner', async (t) => {
  const person = await signUp(app)
  newPerson({ email: person.email })
  const client = anonymous(app)
  t.equal(await enter(client), problem('provider-account-exists'))
  t.equal((await client.get('/api/user')).status, 401)
})

t.test('providers: an existing account is linked by its verified email, and notified', async (t) => {
  const person = await verifiedPerson('eve@example.org')
  newPerson({ email: person.email.toUpperCase() })
  const client = anonymous(app)
  t.equal(await enter(client), '/platform/files')
  t.equal((await userOf(client)).id, person.id)
  await eventually(
    t,
    async () => (await mailsTo(app.dataDir, person.email)).some(({ subject }) => /provider was linked/.test(subject)),
    true,
  )
  newPerson({ email: person.email, email_verified: false })
  t.equal(await enter(anonymous(app)), problem('provider-email-missing'), 'not verified by the provider')
  const other = await signUp(app)
  await db.query('update users set email_verified_at = null where id = $1', [other.id])
  newPerson({ email: other.email })
  t.equal(await enter(anonymous(app)), problem('email-not-verified'), 'not verified here')
})

t.test(
  'providers: an email that recovery has proven is shared; an account and its identity are made together',
  async (t) => {
    const person = await signUp(app)
    await proveEmail(person)
    newPerson({ email: person.email })
    const client = anonymous(app)
    t.equal(await enter(client), '/platform/files')
    t.equal((await userOf(client)).id, person.id)

    const { email } = newPerson()
    await db.query(`create function reject_identity() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`)
    await db.query(`create trigger reject_identity before insert on sign_in_identities
    for each row execute function reject_identity()`)
    await enter(anonymous(app))
    await db.query('drop function reject_identity cascade')
    t.same(await db.query('select 1 from users where email = $1', [email]), [], 'no account that nothing signs in to')
    const second = anonymous(app)
    t.equal(await enter(second), '/platform/files')
  },
)

t.test('providers: wrong state, nonce, audience, issuer, signature and an expired token are rejected', async (t) => {
  newPerson()
  const rejected = async (name: string, change: (callback: string) => string = (callback) => callback) => {
    const client = anonymous(app)
    const callback = change(await consentAt(await begin(client), app))
    t.match(
      await finish(client, callback, 'application/json'),
      { status: 400, body: { code: 'provider-failed' } },
      name,
    )
    t.equal((await client.get('/api/user')).status, 401, `${name}: no session`)
    t.match(await finish(client, callback, 'application/json'), { status: 400 }, `${name}: the journey has ended`)
  }
  await rejected('state', (callback) => callback.replace(/state=[^&]+/, 'state=another'))
  await rejected('no state', (callback) => callback.replace(/state=[^&]+&?/, ''))
  await rejected('code', (callback) => callback.replace(/code=[^&]+/, 'code=another'))
  await rejected('denied', (callback) => callback.replace(/code=[^&]+/, 'error=access_denied'))
  const now = Math.floor(Date.now() / 1000)
  for (const [name, claims] of Object.entries({
    nonce: { nonce: 'another' },
    audience: { aud: 'another-client' },
    issuer: { iss: 'http://127.0.0.1:1' },
    expired: { iat: now - 7200, exp: now - 3600 },
  })) {
    provider.forged = { claims }
    await rejected(name)
  }
  provider.forged = { key: 'other' }
  await rejected('signature')
  provider.forged = {}
  const [victim, attacker] = [anonymous(app), anonymous(app)]
  const callback = await consentAt(await begin(attacker), app)
  t.equal((await finish(victim, callback)).headers.get('location'), problem('provider-failed'), 'another browser')
  await begin(victim)
  t.equal((await finish(victim, callback)).headers.get('location'), problem('provider-failed'), 'another journey')
  t.equal(await enter(anonymous(app)), '/platform/files', 'the same person with all in order')
})

t.test('providers: closed registration, suspension and the second factor apply', async (t) => {
  newPerson()
  await settings.set({ registration: false })
  t.equal(await enter(anonymous(app)), problem('registration-closed'))
  await settings.set({ registration: true })
  const client = anonymous(app)
  await enter(client)
  const { id } = await userOf(client)
  t.equal((await client.post('/user/two-factor-authentication')).status, 200, 'a new session counts as confirmed')
  const secret = (await client.get<{ secretKey: string }>('/user/two-factor-secret-key')).body.secretKey
  await client.post('/user/confirmed-two-factor-authentication', { code: await generate({ secret }) })
  await db.query('update users set two_factor_last_step = null')
  const halfway = anonymous(app)
  t.equal(await enter(halfway), '/sign-in?step=two-factor&redirect=%2Fplatform%2Ffiles')
  t.equal((await halfway.get('/api/user')).status, 401)
  t.equal((await halfway.post('/two-factor-challenge', { code: await generate({ secret }) })).status, 204)
  t.equal((await userOf(halfway)).id, id)
  await db.query(`update users set status = 'suspended' where id = $1`, [id])
  t.equal(await enter(anonymous(app)), problem('account-suspended'))
})

t.test('providers: linked and unlinked in the profile; the last way to sign in stays', async (t) => {
  const person = await signUp(app)
  const { client } = person
  newPerson()
  const link = () => client.post<Begun>('/api/user/identities', { provider: 'openid' })
  t.match(await link(), { status: 423 })
  await client.post('/user/confirm-password', { password: person.password })
  const callback = await consentAt((await link()).body.data.url, app)
  t.equal((await finish(client, callback)).headers.get('location'), '/user/settings/password')
  const [listed] = (await client.get<Identities>('/api/user/identities')).body.data
  t.match(listed?.data.attributes, { provider: 'openid', email: provider.person.email })
  const other = anonymous(app)
  await enter(other)
  t.equal((await userOf(other)).id, person.id)

  const second = await signUp(app)
  await second.client.post('/user/confirm-password', { password: second.password })
  const theirs = await consentAt(
    (await second.client.post<Begun>('/api/user/identities', { provider: 'openid' })).body.data.url,
    app,
  )
  const rejected = '/user/settings/password?problem=provider-linked-elsewhere'
  t.equal((await finish(second.client, theirs)).headers.get('location'), rejected)

  const identity = `/api/user/identities/${listed?.data.id}`
  t.equal((await second.client.delete(identity)).status, 404, 'of another account')
  await db.query('update users set password_hash = null where id = $1', [person.id])
  t.match(await client.delete(identity), { status: 409, body: { code: 'last-sign-in-method' } })
  await db.query(`update users set password_hash = 'x' where id = $1`, [person.id])
  t.equal((await client.delete(identity)).status, 204)
  t.match(await client.delete('/api/user/password'), { status: 409, body: { code: 'last-sign-in-method' } })
  t.same((await client.get<Identities>('/api/user/identities')).body.data, [])
})

t.test('providers: the password is removed when there is another way to sign in', async (t) => {
  const person = await verifiedPerson('mallory@example.org')
  newPerson({ email: person.email })
  const client = anonymous(app)
  await enter(client)
  t.equal((await client.delete('/api/user/password')).status, 423)
  await client.post('/user/confirm-password', { password: person.password })
  t.equal((await client.delete('/api/user/password')).status, 204)
  t.match((await client.get('/api/user')).body, { data: { attributes: { socialite_account: true } } })
  t.equal((await anonymous(app).post('/login', { email: person.email, password: person.password })).status, 422)
  t.equal(await enter(anonymous(app)), '/platform/files')
})

t.test('providers: of password and provider, removed at once, one stays', async (t) => {
  for (const name of ['oscar', 'peggy', 'quentin']) {
    const person = await verifiedPerson(`${name}@example.org`)
    newPerson({ email: person.email })
    const client = anonymous(app)
    await enter(client)
    await client.post('/user/confirm-password', { password: person.password })
    const [listed] = (await client.get<Identities>('/api/user/identities')).body.data
    const removed = await Promise.all([
      client.delete(`/api/user/identities/${listed?.data.id}`),
      client.delete('/api/user/password'),
    ])
    t.strictSame(removed.map(({ status }) => status).sort(), [204, 409])
  }
})
