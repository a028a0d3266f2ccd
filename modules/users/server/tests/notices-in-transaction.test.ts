import { generate } from 'otplib'
import t from 'tap'
import { anonymous, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { consentAt, identityProvider, offerProvider } from '../../../../tests/support/identity-provider.ts'
import { withoutMails } from '../../../../tests/support/mails-in-transaction.ts'

const port = await freePort()
const app = await testApp(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
const provider = await identityProvider(t, app, port)
await offerProvider(app, provider.issuer)
const { platform } = app.coffer
const { db } = platform
const person = await signUp(app)
const { client } = person
// Each kind of notice has a limit of its own then.
await proveEmail(person)
app.coffer.users.invalidate(person.id)
const confirm = () => client.post('/user/confirm-password', { password: person.password })
await confirm()
await client.post('/user/two-factor-authentication')
const { secretKey } = (await client.get<{ secretKey: string }>('/user/two-factor-secret-key')).body
const newPassword = 'seven other unrelated words'
/** A further way to sign in, which has no notice of its own. */
const addPasskey = (name: string) =>
  db.query<{ id: string }>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, '\\x00', 0, '[]', $2) returning id`,
    [person.id, name],
  )
const [passkey] = await addPasskey('laptop')
await addPasskey('phone')
provider.person = { sub: 'subject', email: 'ada@example.org', email_verified: true, name: 'Ada' }
const link = async () => {
  const { data } = (await client.post<{ data: { url: string } }>('/api/user/identities', { provider: 'openid' })).body
  return client.call('GET', await consentAt(data.url, app), undefined, { headers: { accept: 'text/html' } })
}
const identities = () => client.get<{ data: { data: { id: string } }[] }>('/api/user/identities')

/** Change that a notice announces → SQL expression over the account's row that shows it, and the call that makes it. */
const changes: Record<string, { state: string; act: () => Promise<unknown> }> = {
  'a second factor that is turned on': {
    state: 'two_factor_confirmed_at is not null',
    act: async () => {
      await db.query('update users set two_factor_last_step = null')
      const code = await generate({ secret: secretKey })
      return client.post('/user/confirmed-two-factor-authentication', { code })
    },
  },
  'new recovery codes': {
    state: 'md5(two_factor_recovery_codes::text)',
    act: () => client.post('/user/two-factor-recovery-codes'),
  },
  'a second factor that is turned off': {
    state: 'two_factor_confirmed_at is not null',
    act: () => client.delete('/user/two-factor-authentication'),
  },
  'a passkey that is removed': {
    state: '(select count(*)::int from passkeys where user_id = users.id)',
    act: () => client.delete(`/api/user/passkeys/${passkey?.id}`),
  },
  'an identity that is linked': {
    state: '(select count(*)::int from sign_in_identities where user_id = users.id)',
    act: link,
  },
  'an identity that is unlinked': {
    state: '(select count(*)::int from sign_in_identities where user_id = users.id)',
    act: async () => client.delete(`/api/user/identities/${(await identities()).body.data[0]?.data.id}`),
  },
  'a personal token': {
    state: '(select count(*)::int from personal_access_tokens where user_id = users.id)',
    act: () => client.post('/api/user/tokens', { name: 'program' }),
  },
  'a sign-in with another browser': {
    state: '(select count(*)::int from sessions where user_id = users.id)',
    act: () => anonymous(app).post('/login', person),
  },
  'a password that is changed': {
    state: 'md5(password_hash)',
    act: () =>
      client.post('/api/user/password', {
        current: person.password,
        password: newPassword,
        password_confirmation: newPassword,
      }),
  },
  'a password that is removed': {
    state: 'password_hash is not null',
    act: async () => {
      await client.post('/user/confirm-password', { password: newPassword })
      return client.delete('/api/user/password')
    },
  },
}
// The first sign-in has no notice.
await anonymous(app).post('/login', person)

for (const [name, { state, act }] of Object.entries(changes))
  t.test(`notices: ${name} is not stored when its email cannot be queued`, async (t) => {
    const read = async () =>
      (await db.query<{ state: unknown }>(`select ${state} as state from users where id = $1`, [person.id]))[0]?.state
    const entries = async () => (await db.query<{ id: number }>('select id from audit_log')).length
    const [before, entriesBefore] = [await read(), await entries()]
    await withoutMails(platform, act)
    t.same(await read(), before, 'nothing changed without its email')
    t.equal(await entries(), entriesBefore, 'nor is it in the audit log')
    await act()
    t.notSame(await read(), before)
  })
