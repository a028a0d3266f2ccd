import { generate } from 'otplib'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { authenticator } from '../../../../tests/support/authenticator.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { consentAt, identityProvider, offerProvider } from '../../../../tests/support/identity-provider.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'

const port = await freePort()
const app = await testApp(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
const provider = await identityProvider(t, app, port)
await offerProvider(app, provider.issuer)
const { db } = app.coffer.platform

const confirmed = async (): Promise<Actor> => {
  const person = await signUp(app)
  await person.client.post('/user/confirm-password', { password: person.password })
  return person
}
/**
 * Holds the account's row, starts `act`, and once that waits runs `meanwhile`; resolves with the answer after the
 * commit.
 */
const during = async <Answer>(id: string, act: () => Promise<Answer>, meanwhile: string | null): Promise<Answer> => {
  const { answer } = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [id])
    const answer = act()
    await Promise.race([waitsForLock(db), answer])
    if (meanwhile) await tx.query(meanwhile, [id])
    else await app.coffer.users.sessions.revokeAll(id, { tx })
    return { answer }
  })
  return answer
}
const stored = (table: string, id: string) => db.query(`select 1 from ${table} where user_id = $1`, [id])

/** Begins to link an identity of the provider, and resolves with what finishes it. */
const linking = async ({ client }: Actor, sub: string) => {
  provider.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Eve' }
  const begun = await client.post<{ data: { url: string } }>('/api/user/identities', { provider: 'openid' })
  const callback = await consentAt(begun.body.data.url, app)
  return () => client.call('GET', callback, undefined, { headers: { accept: 'text/html' } })
}

t.test('A53: a session that ends meanwhile links no provider', async (t) => {
  const person = await confirmed()
  const { id } = person
  const { status, headers } = await during(id, await linking(person, 'intruder'), null)
  t.equal(status, 302)
  t.match(headers.get('location'), 'problem=unauthenticated')
  t.strictSame(await stored('sign_in_identities', id), [])
})

t.test(
  'providers: of two identities of one provider that two devices link at once, the second replaces the first',
  async (t) => {
    const person = await confirmed()
    const other = { ...person, client: anonymous(app) }
    await other.client.post('/login', { email: person.email, password: person.password })
    await other.client.post('/user/confirm-password', { password: person.password })
    const { answers } = await db.transaction(async (tx) => {
      await tx.query('lock table audit_log in share mode')
      const first = (await linking(person, 'home'))()
      await waitsForLock(db)
      const second = (await linking(other, 'work'))()
      await waitsForLock(db, 2)
      return { answers: Promise.all([first, second]) }
    })
    for (const { headers } of await answers) t.equal(headers.get('location'), '/user/settings/password')
    t.match(await db.query('select subject from sign_in_identities where user_id = $1', [person.id]), [
      { subject: 'work' },
    ])
  },
)

t.test('A53: a session that ends meanwhile adds no passkey', async (t) => {
  const create = async ({ client }: Actor) => {
    const { options } = (await client.post<{ options: { challenge: string } }>('/api/user/passkeys/options')).body
    const response = authenticator(app.url).attestation(options.challenge)
    return () => client.post('/api/user/passkeys', { name: 'Laptop', response })
  }
  const owner = await confirmed()
  t.equal((await (await create(owner))()).status, 201)
  const intruder = await confirmed()
  t.equal((await during(intruder.id, await create(intruder), null)).status, 401)
  t.strictSame(await stored('passkeys', intruder.id), [])
})

t.test('a second factor that another tab turns on meanwhile is not replaced, nor put in use unchecked', async (t) => {
  const prepare = ({ client }: Actor) => client.post('/user/two-factor-authentication')
  const secretOf = async ({ client }: Actor) =>
    (await client.get<{ secretKey: string }>('/user/two-factor-secret-key')).body.secretKey
  const row = async ({ id }: Actor) =>
    (
      await db.query<{ secret: string; on: boolean }>(
        'select two_factor_secret as secret, two_factor_confirmed_at is not null as on from users where id = $1',
        [id],
      )
    )[0]
  const first = await confirmed()
  await prepare(first)
  const before = await row(first)
  const late = await during(
    first.id,
    () => prepare(first),
    'update users set two_factor_confirmed_at = now() where id = $1',
  )
  t.equal(late.status, 409)
  t.strictSame(await row(first), { secret: before?.secret, on: true })

  const second = await confirmed()
  await prepare(second)
  const code = await generate({ secret: await secretOf(second) })
  const replaced = await during(
    second.id,
    () => second.client.post('/user/confirmed-two-factor-authentication', { code }),
    `update users set two_factor_secret = 'of another tab' where id = $1`,
  )
  t.equal(replaced.status, 422)
  t.strictSame(await row(second), { secret: 'of another tab', on: false })
})

/** Begins a sign-in by the provider, and resolves with what finishes it. */
const entering = async (sub: string, client = anonymous(app)) => {
  provider.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada' }
  const begun = await client.get<{ data: { url: string } }>('/api/socialite/openid/redirect')
  const callback = await consentAt(begun.body.data.url, app)
  return () => client.call('GET', callback, undefined, { headers: { accept: 'text/html' } })
}
/** The id of an account that the provider signs in to; without sessions. */
const linkedAccount = async (sub: string): Promise<string> => {
  const client = anonymous(app)
  const answer = await (await entering(sub, client))()
  t.equal(answer.headers.get('location'), '/platform/files')
  const { id } = (await app.coffer.users.accounts.byEmail(`${sub}@example.org`)) as { id: string }
  await db.query('delete from sessions where user_id = $1', [id])
  return id
}

t.test('a sign-in by a provider that a suspension overtakes leaves no session', async (t) => {
  const id = await linkedAccount('member')
  const late = await during(id, await entering('member'), `update users set status = 'suspended' where id = $1`)
  t.equal(late.headers.get('location'), '/sign-in?problem=account-suspended')
  t.strictSame(await stored('sessions', id), [])
})

t.test('A53: a sign-in by a provider that is unlinked meanwhile leaves no session', async (t) => {
  const id = await linkedAccount('unlinked')
  const late = await during(id, await entering('unlinked'), 'delete from sign_in_identities where user_id = $1')
  t.equal(late.headers.get('location'), '/sign-in?problem=provider-failed')
  t.strictSame(await stored('sessions', id), [])
})

t.test('A53: a provider that is unlinked before the second factor was entered leaves no session', async (t) => {
  const person = await confirmed()
  const { id, client } = person
  t.equal((await (await linking(person, 'second-factor'))()).headers.get('location'), '/user/settings/password')
  await client.post('/user/two-factor-authentication')
  const { secretKey: secret } = (await client.get<{ secretKey: string }>('/user/two-factor-secret-key')).body
  await client.post('/user/confirmed-two-factor-authentication', { code: await generate({ secret }) })
  await db.query('update users set two_factor_last_step = null where id = $1', [id])
  const intruder = anonymous(app)
  t.match((await (await entering('second-factor', intruder))()).headers.get('location'), 'step=two-factor')
  const [identity] = await db.query<{ id: string }>('select id from sign_in_identities where user_id = $1', [id])
  t.equal((await client.delete(`/api/user/identities/${identity?.id}`)).status, 204)
  const late = await intruder.post('/two-factor-challenge', { code: await generate({ secret }) })
  t.match(late, { status: 401, body: { code: 'sign-in-expired' } })
  t.equal((await stored('sessions', id)).length, 1)
})

t.test('A53: a sign-in by a passkey that is removed meanwhile leaves no session', async (t) => {
  const { id } = await signUp(app)
  await db.query('delete from sessions where user_id = $1', [id])
  const passkey = authenticator(app.url)
  const { credentialId, publicKey } = passkey.stored
  await db.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, 0, '[]', 'laptop')`,
    [id, credentialId, publicKey],
  )
  const begin = async () => {
    const client = anonymous(app)
    const { options } = (await client.post<{ options: { challenge: string } }>('/api/passkeys/options')).body
    return () => client.post('/api/passkeys/sign-in', { response: passkey.assertion(options.challenge) })
  }
  const late = await during(id, await begin(), 'delete from passkeys where user_id = $1')
  t.match(late, { status: 422, body: { code: 'passkey-invalid' } })
  t.strictSame(await stored('sessions', id), [])
})
