import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, confirmPassword, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { offerProvider } from '../../../../tests/support/identity-provider.ts'
import type { Identity } from '../../contract.ts'

t.test(
  'A50: the passkey of another account is neither listed nor removed; the answer is that of an unknown one',
  async (t) => {
    const app = await testApp(t)
    const { db } = app.coffer.platform
    const [owner, other] = [await signUp(app), await signUp(app)]
    const [passkey] = await db.query<{ id: string }>(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, 'credential', '\\x00', 0, '[]', 'Laptop') returning id`,
      [owner.id],
    )
    const path = `/api/user/passkeys/${passkey?.id}`
    t.equal((await anonymous(app).delete(path)).status, 401)
    t.match(await owner.client.delete(path), { status: 423, body: { code: 'password-confirmation-required' } })
    for (const { client, password } of [owner, other]) await client.post('/user/confirm-password', { password })
    const foreign = await other.client.delete(path)
    const unknown = await other.client.delete(`/api/user/passkeys/${randomUUID()}`)
    t.equal(foreign.status, unknown.status)
    t.same(foreign.body, unknown.body)
    const list = async (person: typeof owner) => JSON.stringify((await person.client.get('/api/user/passkeys')).body)
    t.match(await list(owner), 'Laptop', 'still there')
    t.notMatch(await list(other), 'Laptop')
    t.equal((await owner.client.delete(path)).status, 204)
    t.notMatch(await list(owner), 'Laptop')
  },
)

t.test('a half-finished sign-in of another account does not decide whose passkeys confirm an action', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const [person, other] = [await signUp(app), await signUp(app)]
  for (const { id } of [person, other])
    await db.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
       values ($1::uuid, $1::text, '\\x00', 0, '[]', 'Laptop')`,
      [id],
    )
  await db.query(`update users set two_factor_secret = 'x', two_factor_confirmed_at = now() where id = $1`, [other.id])
  const client = anonymous(app)
  const offered = async () =>
    (await client.post<{ options: { allowCredentials: { id: string }[] } }>('/api/passkeys/options')).body.options
      .allowCredentials
  t.match((await client.post('/login', other)).body, { two_factor: true })
  t.match(await offered(), [{ id: other.id }])
  t.match((await client.post('/login', person)).body, { two_factor: false })
  t.match(await offered(), [{ id: person.id }])
  t.strictSame(await db.query(`select 1 from sign_in_challenges where purpose = 'second-factor'`), [])
  t.notOk(client.cookies.has('second-factor'))
})

t.test('passkeys: an account with 20 gets no options for another, which its device would keep', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  await person.client.post('/user/confirm-password', { password: person.password })
  const add = (from: number, to: number) =>
    app.coffer.platform.db.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
       select $1::uuid, n::text, '\\x00', 0, '[]', 'Key' from generate_series($2::int, $3::int) n`,
      [person.id, from, to],
    )
  const options = () => person.client.post('/api/user/passkeys/options')
  await add(1, 19)
  t.equal((await options()).status, 200)
  await add(20, 20)
  t.match(await options(), { status: 422, body: { code: 'passkeys-limit', message: /20/ } })
})

t.test('an identity of a provider that signs in to nothing any more is no way to sign in', async (t) => {
  const app = await testApp(t)
  const { db, settings } = app.coffer.platform
  const { id, client, email, password } = await signUp(app)
  await confirmPassword({ client, password })
  await db.query(
    `insert into sign_in_identities (user_id, provider, subject) values ($1, 'openid', 'https://id.example ada')`,
    [id],
  )
  const usable = async () =>
    (await client.get<{ data: { data: Identity }[] }>('/api/user/identities')).body.data.map(
      ({ data }) => data.attributes.usable,
    )
  for (const change of [{ allowed_openid_login: false }, { openid_issuer: 'https://another.example' }]) {
    await offerProvider(app, 'https://id.example/')
    await settings.set(change)
    t.same(await usable(), [false])
    t.match(await client.delete('/api/user/password'), { status: 409, body: { code: 'last-sign-in-method' } })
  }
  await offerProvider(app, 'https://id.example/')
  t.same(await usable(), [true])
  t.equal((await client.delete('/api/user/password')).status, 204)
  const check = async () => (await client.post('/api/user/check', { email })).body
  t.match(await check(), { oauth_provider: 'openid' })
  await settings.set({ allowed_openid_login: false })
  t.match(await check(), { oauth_provider: null })
})
