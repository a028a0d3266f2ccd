import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
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

/** What a session removes, and an expression over the account's row that the removal changes. */
const removals: Record<string, { state: string; act: (person: Actor) => Promise<{ status: number }> }> = {
  'its password': {
    state: 'password_hash is not null',
    act: ({ client }) => client.delete('/api/user/password'),
  },
  'a passkey': {
    state: '(select count(*)::int from passkeys where user_id = users.id)',
    act: async ({ client, id }) => {
      const [passkey] = await db.query<{ id: string }>('select id from passkeys where user_id = $1', [id])
      return client.delete(`/api/user/passkeys/${passkey?.id}`)
    },
  },
  'a provider': {
    state: '(select count(*)::int from sign_in_identities where user_id = users.id)',
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
    const { email, id } = person
    const read = () => db.query(`select ${state} as state from users where id = $1`, [id])
    const before = await read()
    await anonymous(app).post('/api/password/recover', { email })
    const token = new URL(await mailedLink(app.dataDir, email, '/create-new-password')).searchParams.get('token')
    const reset = () => anonymous(app).post('/api/password/reset', { token, email, ...words })
    t.strictSame(await overlapping(reset, () => act(person)), [200, 401])
    t.strictSame(await read(), before)
  })

t.test('users: a reset of the password locks the account before its link, as other changes do', async (t) => {
  const { id, email } = await confirmed()
  await anonymous(app).post('/api/password/recover', { email })
  const token = new URL(await mailedLink(app.dataDir, email, '/create-new-password')).searchParams.get('token')
  const { answer } = await db.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [id])
    const answer = anonymous(app).post('/api/password/reset', { token, email, ...words })
    await waitsForLock(db)
    // What a change of the email does; each waits for the other when the reset has locked its link.
    await tx.query('delete from email_tokens where user_id = $1', [id])
    return { answer }
  })
  t.match(await answer, { status: 422, body: { code: 'reset-token-invalid' } })
})
