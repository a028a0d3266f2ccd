import t from 'tap'
import { type Actor, anonymous, signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailedLink, mailsTo } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'

const app = await testApp(t)
const { db, settings } = app.coffer.platform
await settings.set({ allowed_github_login: true, github_client_id: 'coffer', github_client_secret: 'words' })
const { accounts, adminCommands, suspensions } = app.coffer.users
const admin = await newAdmin(app)
const password = 'another set of words'
const words = { password, password_confirmation: password }

const tokenOf = async (email: string, path = '/confirm-email') =>
  new URL(await mailedLink(app.dataDir, email, path)).searchParams.get('token') ?? ''
const confirm = (token: string, client = anonymous(app)) => client.post('/api/user/email/confirm', { token })

/** Asks for another email; the tokens of both links. */
const begin = async ({ client, email, password }: Actor) => {
  const wanted = `new-${email}`
  await client.post('/user/confirm-password', { password })
  t.equal((await client.post('/api/user/email', { email: wanted })).status, 202)
  return { wanted, old: await tokenOf(email), fresh: await tokenOf(wanted) }
}

const reset = async (email: string) => {
  await anonymous(app).post('/api/password/recover', { email })
  const token = await tokenOf(email, '/create-new-password')
  return anonymous(app).post('/api/password/reset', { token, email, ...words })
}

const addIdentity = (id: string) =>
  db.query(`insert into sign_in_identities (user_id, provider, subject) values ($1::uuid, 'github', $1::text)`, [id])
const removePassword = async ({ id, client }: Actor) => {
  await addIdentity(id)
  return client.delete('/api/user/password')
}

/** Action that ends the access of others to an account → how it is done. */
const ends: Record<string, (person: Actor) => Promise<unknown>> = {
  'a reset password': ({ email }) => reset(email),
  'a changed password': ({ client, password }) => client.post('/api/user/password', { current: password, ...words }),
  'a removed password': removePassword,
  'a password that is set by the command line': ({ email }) => adminCommands.setPassword(email, password),
  'an administrator who ends the sessions': ({ id }) => admin.client.delete(`/api/admin/users/${id}/sessions`),
  'a suspension': ({ id }) => suspensions.suspend([id], null, { actorId: admin.id, ip: '127.0.0.1' }),
  'the end of all other sessions': ({ client }) => client.delete('/api/user/sessions'),
}

for (const [name, end] of Object.entries(ends))
  t.test(`A53: ${name} ends a change of the email that waits for its confirmation`, async (t) => {
    const person = await signUp(app)
    const { old, fresh } = await begin(person)
    t.match(await confirm(old), { status: 200, body: { data: { completed: false } } })
    await end(person)
    t.match(await confirm(fresh), { status: 422, body: { code: 'email-change-invalid' } })
    t.equal((await accounts.byId(person.id))?.email, person.email)
  })

t.test('A53: a change of the email that is confirmed while the password changes does not succeed', async (t) => {
  const person = await signUp(app)
  const { old, fresh } = await begin(person)
  await confirm(old)
  const late = await db.transaction(async (tx) => {
    await tx.query(`update users set password_hash = '$argon2id$changed' where id = $1`, [person.id])
    const answer = confirm(fresh)
    await waitsForLock(db)
    await app.coffer.users.sessions.revokeAll(person.id, { tx })
    return { answer }
  })
  t.equal((await late.answer).status, 422)
  t.equal((await accounts.byId(person.id))?.email, person.email)
})

t.test('A53: a session that ends meanwhile begins no change of the email', async (t) => {
  const { id, client, email, password } = await signUp(app)
  await client.post('/user/confirm-password', { password })
  const late = await db.transaction(async (tx) => {
    await tx.query(`update users set password_hash = '$argon2id$changed' where id = $1`, [id])
    const answer = client.post('/api/user/email', { email: `late-${email}` })
    await waitsForLock(db)
    await app.coffer.users.sessions.revokeAll(id, { tx })
    return { answer }
  })
  t.equal((await late.answer).status, 401)
  t.strictSame(await db.query('select 1 from email_changes where user_id = $1', [id]), [])
})

/** The account confirms the old email, `client` the new one. Resolves with the new email. */
const change = async (person: Actor, client: Actor['client'], newFirst: boolean) => {
  const { wanted, old, fresh } = await begin(person)
  const sides = [() => confirm(old, person.client), () => confirm(fresh, client)]
  const [first, last] = newFirst ? sides.reverse() : sides
  t.match(await first?.(), { body: { data: { completed: false } } })
  t.match(await last?.(), { body: { data: { completed: true } } })
  return wanted
}
const proofOf = async (id: string) => {
  const { email, email_verified_at, email_proven_at } = (await accounts.byId(id)) ?? {}
  return { email, verified: Boolean(email_verified_at), proven: Boolean(email_proven_at) }
}
const verified: string[] = []
app.coffer.platform.events.on('users.verified', async ({ userId }) => {
  verified.push(userId)
})

for (const newFirst of [false, true]) {
  const order = newFirst ? 'before the old one' : 'after the old one'
  t.test(`a new email that is confirmed in a session of the account, ${order}, is proven`, async (t) => {
    const person = await signUp(app)
    const email = await change(person, person.client, newFirst)
    t.strictSame(await proofOf(person.id), { email, verified: true, proven: true })
    t.ok(verified.includes(person.id))
  })

  t.test(`a new email that somebody else confirms, ${order}, is not proven`, async (t) => {
    const [person, owner] = [await signUp(app), await signUp(app)]
    await app.coffer.users.sendVerification(person.id)
    const former = await mailedLink(app.dataDir, person.email, '/api/user/verify/')
    const email = await change(person, newFirst ? owner.client : anonymous(app), newFirst)
    await person.client.get(new URL(former).pathname)
    t.strictSame(
      await proofOf(person.id),
      { email, verified: true, proven: false },
      'nor by a link to the former email',
    )
    t.notOk(verified.includes(person.id))

    const link = new URL(await mailedLink(app.dataDir, email, '/api/user/verify/')).pathname
    await owner.client.get(link)
    t.match(await proofOf(person.id), { proven: false }, 'nor by its owner, who is not signed in to the account')
    if (newFirst) {
      await person.client.get(link)
      t.match(await proofOf(person.id), { proven: true }, 'as after a sign-up')
      return
    }
    await addIdentity(person.id)
    await db.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
       values ($1::uuid, $1::text, '', 0, '[]', 'Key')`,
      [person.id],
    )
    t.equal((await reset(email)).status, 200)
    t.strictSame(await db.query('select 1 from passkeys where user_id = $1', [person.id]), [])
    t.strictSame(await db.query('select 1 from sign_in_identities where user_id = $1', [person.id]), [])
  })
}

t.test('an email that sign-up does not accept cannot be changed to', async (t) => {
  const person = await signUp(app)
  await person.client.post('/user/confirm-password', { password: person.password })
  const change = () => person.client.post('/api/user/email', { email: `${person.id}@mailinator.com` })
  await settings.set({ block_disposable_email: true })
  t.match(await change(), { status: 422, body: { errors: { email: [/isn’t accepted/] } } })
  t.match((await person.client.get('/api/user/email')).body, { data: { pending: null } })
  await settings.set({ block_disposable_email: false })
  t.equal((await change()).status, 202)
})

t.test('a browser in which the account has signed in is not new after a change of the email', async (t) => {
  // The first sign-in of an account is not reported.
  const person = await signIn(app, await signUp(app))
  const email = await change(person, person.client, false)
  await person.client.post('/logout')
  const subjects = async () => {
    await app.coffer.platform.mailer.settled()
    return (await mailsTo(app.dataDir, email))
      .map(({ subject }) => subject)
      .filter((subject) => /sign-in/.test(subject))
  }
  t.equal((await person.client.post('/login', { email, password: person.password })).status, 200)
  t.same(await subjects(), [])
  t.equal((await anonymous(app).post('/login', { email, password: person.password })).status, 200)
  await eventually(t, async () => (await subjects()).length, 1, 'another browser is')
})
