import { generate } from 'otplib'
import t from 'tap'
import { anonymous, confirmPassword, createAccount, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailed, mailedLink } from '../../../../tests/support/mail-folder.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { hashPassword } from '../passwords/hasher.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const words = { password: 'another set of words', password_confirmation: 'another set of words' }

const apiToken = async (person: { email: string; password: string }): Promise<Client> => {
  const { email, password } = person
  const answer = await anonymous(app).post<{ data: { token: string } }>('/api/login', { email, password })
  return new Client(app.url).withToken(answer.body.data.token)
}
const reset = async (email: string) => {
  await anonymous(app).post('/api/password/recover', { email })
  const link = new URL(await mailedLink(app.dataDir, email, '/create-new-password'))
  const token = link.searchParams.get('token')
  const body = { token, email, ...words }
  const { status, body: answer } = await anonymous(app).post<{ data: object }>('/api/password/reset', body)
  return { status, removed: answer.data }
}
const status = async (client: Client) => (await client.get('/api/user')).status

t.test('A53: a changed password ends tokens of sign-ins; those for programs stay', async (t) => {
  const person = await createAccount(app)
  const { email } = (await app.coffer.users.accounts.byId(person.id)) as { email: string }
  const [program, signedIn] = [person.client.withToken(person.token), await apiToken({ ...person, email })]
  await confirmPassword(person)
  const made = await person.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'login' })
  const named = person.client.withToken(made.body.plainTextToken)
  const all = () => Promise.all([program, named, signedIn].map(status))
  t.strictSame(await all(), [200, 200, 200])
  t.equal((await person.client.post('/api/user/password', { current: person.password, ...words })).status, 200)
  t.strictSame(await all(), [200, 200, 401], 'whatever its name')
})

t.test('A53: a changed password ends the tokens that tokens of sign-ins have made', async (t) => {
  const person = await signUp(app)
  const create = async (client: Client) => {
    const { status, body } = await client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'child' })
    return { status, client: person.client.withToken(body.plainTextToken) }
  }
  const signedIn = await apiToken(person)
  const { client: child } = await create(signedIn)
  const { client: grandchild } = await create(child)
  const all = () => Promise.all([signedIn, child, grandchild].map(status))
  t.strictSame(await all(), [200, 200, 200])
  t.equal((await person.client.post('/api/user/password', { current: person.password, ...words })).status, 200)
  t.strictSame(await all(), [401, 401, 401])

  const parent = await apiToken({ ...person, ...words })
  const late = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [person.id])
    const answer = create(parent)
    // It is being created while the password changes.
    await waitsForLock(db)
    await tx.query('delete from personal_access_tokens where user_id = $1', [person.id])
    return { answer }
  })
  t.equal((await late.answer).status, 401)
})

t.test('A54: a session that ends meanwhile creates no token', async (t) => {
  const person = await signUp(app)
  const { id, client } = person
  await confirmPassword(person)
  const late = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [id])
    const answer = client.post('/api/user/tokens', { name: 'late' })
    // It is being created while the password is reset.
    await Promise.race([waitsForLock(db), answer])
    await app.coffer.users.sessions.revokeAll(id, { tx })
    return { answer }
  })
  t.equal((await late.answer).status, 401)
  t.strictSame(await db.query('select 1 from personal_access_tokens where user_id = $1', [id]), [])
})

t.test('A54: a reset password ends all tokens', async (t) => {
  const person = await createAccount(app)
  const { email } = (await app.coffer.users.accounts.byId(person.id)) as { email: string }
  const tokens = [person.client.withToken(person.token), await apiToken({ ...person, email })]
  t.match(await reset(email), { status: 200, removed: { sign_in_methods_removed: false } })
  t.strictSame(await Promise.all(tokens.map(status)), [401, 401])
})

t.test('A54: the reset that first proves an email ends what its registrant has set up', async (t) => {
  const squatter = await signUp(app)
  await db.query(`insert into sign_in_identities (user_id, provider, subject, email) values ($1, 'github', $2, null)`, [
    squatter.id,
    squatter.id,
  ])
  await db.query(
    `update users set two_factor_secret = 'x', two_factor_confirmed_at = now(), email_proven_at = null where id = $1`,
    [squatter.id],
  )
  await db.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, '\\x00', 0, '[]', 'laptop')`,
    [squatter.id, squatter.id],
  )
  t.match(await reset(squatter.email), { status: 200, removed: { sign_in_methods_removed: true } })
  await mailed(app.dataDir, squatter.email, ({ subject }) => subject.match(/other sign-in methods were removed/)?.[0])
  const entries = await db.query<{ action: string }>('select action from audit_log where actor_id = $1', [squatter.id])
  for (const action of ['users.two-factor.disabled', 'users.passkey.deleted', 'users.identity.unlinked'])
    t.ok(
      entries.find((entry) => entry.action === action),
      action,
    )
  t.strictSame(await db.query('select 1 from sign_in_identities where user_id = $1', [squatter.id]), [])
  t.equal((await signIn(app, { ...squatter, ...words })).id, squatter.id, 'without the second factor of the other')
})

t.test('A53: a sign-in that began before the password changed does not end with a session or a token', async (t) => {
  const person = await signUp(app)
  const { email, password } = person
  const account = await app.coffer.users.accounts.byEmail(email)
  const waits = () =>
    db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  for (const path of ['/login', '/api/login']) {
    await db.query('update users set password_hash = $2 where id = $1', [person.id, account?.password_hash])
    app.coffer.users.accounts.invalidate(person.id)
    let late: Promise<{ status: number }> | null = null
    await db.transaction(async (tx) => {
      await tx.query(`update users set password_hash = '$argon2id$changed' where id = $1`, [person.id])
      late = anonymous(app).post(path, { email, password })
      // It has verified the former password, and waits before it creates anything.
      await poll(waits, (rows) => rows.length > 0)
    })
    t.equal((await (late as unknown as Promise<{ status: number }>)).status, 422, path)
  }
  t.strictSame(await db.query('select 1 from personal_access_tokens where user_id = $1', [person.id]), [])
})

t.test('A53: nor with a second factor that is asked for after the change', async (t) => {
  const person = await signUp(app)
  const { email, password, client: browser } = person
  await browser.post('/user/confirm-password', { password })
  await browser.post('/user/two-factor-authentication')
  const { secretKey: secret } = (await browser.get<{ secretKey: string }>('/user/two-factor-secret-key')).body
  await browser.post('/user/confirmed-two-factor-authentication', { code: await generate({ secret }) })
  const enter = async (client: Client) => {
    await db.query('update users set two_factor_last_step = null where id = $1', [person.id])
    return client.post('/two-factor-challenge', { code: await generate({ secret }) })
  }
  const inTime = anonymous(app)
  t.match((await inTime.post('/login', { email, password })).body, { two_factor: true })
  t.equal((await enter(inTime)).status, 204)

  const changed = await hashPassword(words.password)
  const client = anonymous(app)
  const late = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for update', [person.id])
    const answer = client.post('/login', { email, password })
    // It has verified the former password, and waits before it creates the challenge.
    await waitsForLock(db)
    await tx.query('update users set password_hash = $2 where id = $1', [person.id, changed])
    return { answer }
  })
  t.match(await late.answer, { status: 200, body: { two_factor: true } })
  t.match(await enter(client), { status: 401, body: { code: 'sign-in-expired' } })
  t.equal(await status(client), 401)
})

t.test('the new hash of an outdated one does not replace a password that was changed meanwhile', async (t) => {
  const person = await signUp(app)
  const { accounts } = app.coffer.users
  const before = await accounts.byEmail(person.email)
  t.ok(before)
  if (!before) return
  const renewed = await accounts.rehash(before, person.password)
  t.not(renewed, before.password_hash)
  t.equal(await accounts.rehash(before, person.password), renewed, 'of two sign-ins at once both have the new hash')
  const changed = await hashPassword('another set of words')
  await db.query('update users set password_hash = $2 where id = $1', [person.id, changed])
  t.equal(await accounts.rehash(before, person.password), before.password_hash, 'which stands for nothing any more')
  t.equal((await accounts.byEmail(person.email))?.password_hash, changed)
})

t.test('a token creates none that is valid for longer than itself', async (t) => {
  const person = await signUp(app)
  await confirmPassword(person)
  interface Created {
    data: { attributes: { expires_at: string | null } }
    plainTextToken: string
  }
  const create = (client: Client, body: object) => client.post<Created>('/api/user/tokens', body)
  const lent = (await create(person.client, { name: 'lent', expires_in_days: 7 })).body
  const end = lent.data.attributes.expires_at
  t.match(end, /^20/)
  const program = new Client(app.url).withToken(lent.plainTextToken)
  for (const asked of [{}, { expires_in_days: 90 }]) {
    const made = await create(program, { name: 'longer', ...asked })
    t.equal(made.body.data.attributes.expires_at, end)
  }
  const shorter = (await create(program, { name: 'shorter', expires_in_days: 1 })).body
  t.ok((shorter.data.attributes.expires_at as string) < (end as string))
})
