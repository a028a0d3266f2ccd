import t from 'tap'
import { type Actor, anonymous, confirmPassword, signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { authenticator } from '../../../../tests/support/authenticator.ts'
import { Client } from '../../../../tests/support/client.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'

type Call = () => Promise<{ status: number }>

const app = await testApp(t)
const { db } = app.coffer.platform
const admin = await newAdmin(app)
const words = { password: 'another set of words', password_confirmation: 'another set of words' }

const confirmed = async (): Promise<Actor> => {
  const person = await signUp(app)
  await person.client.post('/user/confirm-password', { password: person.password })
  await db.query('update users set email_proven_at = now() where id = $1', [person.id])
  await db.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, '\\x00', 0, '[]', 'laptop')`,
    [person.id, person.id],
  )
  await db.query(`insert into sign_in_identities (user_id, provider, subject, email) values ($1, 'github', $2, null)`, [
    person.id,
    person.id,
  ])
  return person
}
/**
 * Starts `first`, which waits at its entry of the audit log, after it changed what it changes, and then `second`. Resolves
 * with the status of both, which end at once.
 */
const overlapping = async (first: Call, second: Call): Promise<number[]> => {
  const { answers } = await db.transaction(async (tx) => {
    await tx.query('lock table audit_log in share mode')
    const answers = [first()]
    await waitsForLock(db)
    answers.push(second())
    await waitsForLock(db, 2)
    return { answers: Promise.all(answers) }
  })
  return (await answers).map(({ status }) => status)
}

const signInToken = async ({ email, password }: Actor): Promise<Client> => {
  const answer = await anonymous(app).post<{ data: { token: string } }>('/api/login', { email, password })
  return new Client(app.url).withToken(answer.body.data.token)
}
const endSessions = ({ id }: Actor) => admin.client.delete(`/api/admin/users/${id}/sessions`)
const endOthers = ({ client }: Actor) => client.delete('/api/user/sessions')
const left = (table: string, { id }: Actor) => db.query(`select 1 from ${table} where user_id = $1`, [id])

for (const [by, clientOf] of Object.entries({ session: async ({ client }: Actor) => client, token: signInToken }))
  t.test(`A53: a token that a ${by} is creating while an administrator ends all of them ends too`, async (t) => {
    const person = await confirmed()
    const client = await clientOf(person)
    const create = () => client.post('/api/user/tokens', { name: 'late' })
    t.strictSame(await overlapping(create, () => endSessions(person)), [201, 200])
    t.strictSame(await left('personal_access_tokens', person), [])
  })

t.test('A53: a change of the email that begins while the other sessions are ended ends too', async (t) => {
  const person = await confirmed()
  const begin = () => person.client.post('/api/user/email', { email: `late-${person.email}` })
  t.strictSame(await overlapping(begin, () => endOthers(person)), [202, 204])
  t.strictSame(await left('email_changes', person), [])
})

const changePassword = ({ client, password }: Actor) =>
  client.post('/api/user/password', { current: password, ...words })

t.test('A53: the session that a change of the password opens ends too when all are ended meanwhile', async (t) => {
  const person = await confirmed()
  t.strictSame(
    await overlapping(
      () => changePassword(person),
      () => endSessions(person),
    ),
    [200, 200],
  )
  t.strictSame(await left('sessions', person), [])
})

/** Steps that follow the link of the email that resets the password. */
const resetOf = async ({ email }: Actor): Promise<Call> => {
  await anonymous(app).post('/api/password/recover', { email })
  const token = new URL(await mailedLink(app.dataDir, email, '/create-new-password')).searchParams.get('token')
  return () => anonymous(app).post('/api/password/reset', { token, email, ...words })
}

t.test('A54: a sign-in by a passkey that a reset of the password removes meanwhile leaves no session', async (t) => {
  const person = await signUp(app)
  const passkey = authenticator(app.url)
  const { credentialId, publicKey } = passkey.stored
  await db.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, 0, '[]', 'of somebody else')`,
    [person.id, credentialId, publicKey],
  )
  const intruder = anonymous(app)
  const { options } = (await intruder.post<{ options: { challenge: string } }>('/api/passkeys/options')).body
  const enter = () => intruder.post('/api/passkeys/sign-in', { response: passkey.assertion(options.challenge) })
  t.strictSame(await overlapping(await resetOf(person), enter), [200, 422])
  t.strictSame(await left('sessions', person), [])
})

/** Removal by a session → SQL expression over the account's row that shows it, and the call that makes it. */
const rows = (table: string) => `(select count(*)::int from ${table} where user_id = users.id)`
const removals: Record<string, { state: string; act: (person: Actor) => Promise<{ status: number }> }> = {
  'its password': {
    state: 'password_hash is not null',
    act: ({ client }) => client.delete('/api/user/password'),
  },
  'a passkey': {
    state: rows('passkeys'),
    act: async ({ client, id }) => {
      const [passkey] = await db.query<{ id: string }>('select id from passkeys where user_id = $1', [id])
      return client.delete(`/api/user/passkeys/${passkey?.id}`)
    },
  },
  'a provider': {
    state: rows('sign_in_identities'),
    act: async ({ client, id }) => {
      const [identity] = await db.query<{ id: string }>('select id from sign_in_identities where user_id = $1', [id])
      return client.delete(`/api/user/identities/${identity?.id}`)
    },
  },
  'the account': {
    state: 'deletion_at is null',
    act: ({ client }) => client.post('/api/user/deletion'),
  },
}

for (const [name, { state, act }] of Object.entries(removals))
  t.test(`A53: a session that a reset of the password ends meanwhile does not remove ${name}`, async (t) => {
    const person = await confirmed()
    const read = () => db.query(`select ${state} as state from users where id = $1`, [person.id])
    const before = await read()
    t.strictSame(await overlapping(await resetOf(person), () => act(person)), [200, 401])
    t.strictSame(await read(), before)
  })

const idOf = async (table: string, userId: string) =>
  (await db.query<{ id: string }>(`select id from ${table} where user_id = $1`, [userId]))[0]?.id
const newToken = async (actor: Actor): Promise<Client> => {
  await confirmPassword(actor)
  const { body } = await actor.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'program' })
  return new Client(app.url).withToken(body.plainTextToken)
}
/** Calls of an intruder's session, which the owner ends meanwhile. */
const attacks: Record<string, (intruder: Actor) => Promise<{ status: number }>> = {
  'change the password': changePassword,
  'end the other sessions': endOthers,
  'end one session': async ({ client, id }) => {
    const [first] = await db.query<{ id: string }>(
      'select id from sessions where user_id = $1 order by created_at limit 1',
      [id],
    )
    return client.delete(`/api/user/sessions/${first?.id}`)
  },
  'delete a token': async ({ client, id }) =>
    client.delete(`/api/user/tokens/${await idOf('personal_access_tokens', id)}`),
}
for (const [name, act] of Object.entries(attacks))
  t.test(`A53: a session that the owner ends meanwhile does not ${name}`, async (t) => {
    const owner = await confirmed()
    const intruder = await signIn(app, owner)
    await newToken(owner)
    const state = `password_hash, ${rows('sessions')} as sessions, ${rows('personal_access_tokens')} as tokens`
    const read = async () => (await db.query(`select ${state} from users where id = $1`, [owner.id]))[0] as object
    const before = await read()
    t.strictSame(
      await overlapping(
        () => endOthers(owner),
        () => act(intruder),
      ),
      [204, 401],
    )
    t.strictSame(await read(), { ...before, sessions: 1 })
    t.equal((await owner.client.get('/api/user')).status, 200)
  })

t.test('A53: a token of a sign-in that a change of the password ends meanwhile deletes no token', async (t) => {
  const person = await confirmed()
  const program = await newToken(person)
  const id = await idOf('personal_access_tokens', person.id)
  const intruder = await signInToken(person)
  const remove = () => intruder.delete(`/api/user/tokens/${id}`)
  t.strictSame(await overlapping(() => changePassword(person), remove), [200, 401])
  t.equal((await program.get('/api/user')).status, 200)
})

const firstSignIns: Record<string, string> = { sessions: '/login', tokens: '/api/login' }
for (const [name, path] of Object.entries(firstSignIns))
  t.test(`users: the first two sign-ins of an account succeed at once (${name})`, async (t) => {
    const { id, email, password } = await signUp(app)
    await db.query('update users set first_signed_in_at = null where id = $1', [id])
    const enter = () => anonymous(app).post(path, { email, password })
    t.strictSame(await overlapping(enter, enter), [200, 200])
    const [row] = await db.query('select first_signed_in_at is not null as marked from users where id = $1', [id])
    t.strictSame(row, { marked: true })
  })

t.test('users: a reset of the password locks the account before its link, as other changes do', async (t) => {
  const { id, email } = await confirmed()
  await anonymous(app).post('/api/password/recover', { email })
  const token = new URL(await mailedLink(app.dataDir, email, '/create-new-password')).searchParams.get('token')
  const { answer } = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [id])
    const answer = anonymous(app).post('/api/password/reset', { token, email, ...words })
    await waitsForLock(db)
    // As a change of the email does; each waits for the other when the reset has locked its link.
    await tx.query('delete from email_tokens where user_id = $1', [id])
    return { answer }
  })
  t.match(await answer, { status: 422, body: { code: 'reset-token-invalid' } })
})
