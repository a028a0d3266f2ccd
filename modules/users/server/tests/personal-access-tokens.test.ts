import t from 'tap'
import { confirmPassword, createAccount, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'

const app = await testApp(t)
const { db, jobs, mailer } = app.coffer.platform

interface Made {
  data: { id: string; attributes: { made_by: string | null } }
  plainTextToken: string
}

const holder = (token: string) => new Client(app.url).withToken(token)
const makes = async (token: string) => (await holder(token).post<Made>('/api/user/tokens', { name: 'made' })).body
const statusOf = async (token: string) => (await holder(token).get('/api/user')).status
const signIn = ({ email, password }: { email: string; password: string }) =>
  new Client(app.url).post<{ data: { token: string } }>('/api/login', { email, password })

/** Tokens of the account; each was created a day before the one before. */
const seed = (userId: string, count: number, { isSignIn = false, expires = 'null' }) =>
  db.query(
    `insert into personal_access_tokens (id, user_id, name, token_hash, scopes, created_at, is_sign_in, expires_at)
     select gen_random_uuid(), $1, 'n' || n, sha256(gen_random_uuid()::text::bytea), '["read"]',
       now() - n * interval '1 day', $3, ${expires} from generate_series(1, $2::int) n`,
    [userId, count, isSignIn],
  )

t.test('programs that never sign out, and expired tokens, do not keep others from signing in', async (t) => {
  const person = await signUp(app)
  const { id, client } = person
  await seed(id, 25, { isSignIn: true })
  await seed(id, 60, { expires: `now() - interval '1 minute'` })
  t.equal((await signIn(person)).status, 200)
  const tokens = () =>
    db.query<{ name: string; is_sign_in: boolean }>(
      'select name, is_sign_in from personal_access_tokens where user_id = $1',
      [id],
    )
  const left = (await tokens()).filter((token) => token.is_sign_in)
  t.equal(left.length, 25)
  t.notOk(
    left.some(({ name }) => name === 'n25'),
    'the one that was not used for longest makes room',
  )
  await confirmPassword(person)
  t.equal((await client.post('/api/user/tokens', { name: 'script' })).status, 201)
  await jobs.runNow('cleanup-accounts')
  t.equal((await tokens()).length, 26, 'expired ones are deleted')
  await seed(id, 49, {})
  t.equal((await signIn(person)).status, 200)
  t.match(await client.post('/api/user/tokens', { name: 'one too many' }), {
    status: 422,
    body: { code: 'tokens-limit' },
  })
})

t.test('a further sign-in by a program does not delete the tokens that tokens of sign-ins have made', async (t) => {
  const person = await signUp(app)
  const first = (await signIn(person)).body.data.token
  const made: string[] = []
  for (let at = 0; at < 30; at++) made.push((await makes(first)).plainTextToken)
  const statuses = async (tokens: string[]) => new Set(await Promise.all(tokens.map(statusOf)))
  t.equal((await signIn(person)).status, 200)
  t.same(await statuses([first, ...made]), new Set([200]), 'there is room for both')

  await seed(person.id, 24, { isSignIn: true })
  await db.query(
    `update personal_access_tokens set created_at = now() - interval '1 year', last_used_at = null
     where user_id = $1 and name = 'login' and id in (select made_by from personal_access_tokens)`,
    [person.id],
  )
  t.equal((await signIn(person)).status, 200)
  t.equal(await statusOf(first), 401, 'it has made room')
  t.same(await statuses(made), new Set([200]), 'they end with the sessions')
})

t.test('A53: a deleted token takes those that it made with it; one that signs out leaves them', async (t) => {
  const person = await createAccount(app)
  const { client, token } = person
  const child = await makes(token)
  const grandchild = await makes(child.plainTextToken)
  t.equal(grandchild.data.attributes.made_by, child.data.id)
  t.equal(await statusOf(grandchild.plainTextToken), 200)
  t.equal((await client.delete(`/api/user/tokens/${child.data.attributes.made_by}`)).status, 204)
  for (const ended of [token, child.plainTextToken, grandchild.plainTextToken]) t.equal(await statusOf(ended), 401)
  const entries = await db.query<{ target: string }>(
    `select target from audit_log where action = 'users.token.deleted' and actor_id = $1`,
    [person.id],
  )
  t.same(
    new Set(entries.map(({ target }) => target)),
    new Set([child.data.attributes.made_by, child.data.id, grandchild.data.id]),
    'each has its audit entry',
  )

  const signedIn = (await signIn(person)).body.data.token
  const nightly = await makes(signedIn)
  t.equal((await holder(signedIn).post('/api/logout')).status, 200)
  t.equal(await statusOf(signedIn), 401)
  t.equal(await statusOf(nightly.plainTextToken), 200, 'ends with the sessions')
  const leaked = await makes(nightly.plainTextToken)
  t.equal((await client.delete(`/api/user/tokens/${nightly.data.id}`)).status, 204)
  t.equal(await statusOf(leaked.plainTextToken), 401)
})

t.test(
  'A53: a session that makes itself a personal token confirms its password; the owner is told of what outlasts the sessions',
  async (t) => {
    const person = await signUp(app)
    const create = (client: Client) => client.post<Made>('/api/user/tokens', { name: 'program' })
    const required = { status: 423, body: { code: 'password-confirmation-required' } }
    const subjects = async () => {
      await mailer.settled()
      return (await mailsTo(app.dataDir, person.email))
        .map(({ subject }) => subject)
        .filter((text) => /token/.test(text))
    }
    t.match(await create(person.client), required)
    await confirmPassword(person)
    // Each kind of notice has a limit of its own then.
    await proveEmail(person)
    const made = await create(person.client)
    t.equal(made.status, 201)
    t.strictSame(await subjects(), ['A personal access token was created'])
    for (let at = 0; at < 6; at++) await makes(made.body.plainTextToken)
    const byProgram = new Array(5).fill('A program created a personal access token')
    t.same((await subjects()).sort(), [...byProgram, 'A personal access token was created'].sort(), 'up to the limit')
    t.equal((await create(person.client)).status, 201)
    t.equal((await subjects()).length, 7, 'which is not that of sessions')
    await makes((await signIn(person)).body.data.token)
    t.equal((await subjects()).length, 7, 'a sign-in needed the password')
  },
)
