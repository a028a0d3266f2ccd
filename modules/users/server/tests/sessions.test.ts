import t from 'tap'
import { confirmPassword, signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { limitDeletes } from '../../../../tests/support/limit-deletes.ts'

t.test(
  'A53: sign-in and a password change create a new session; sign-out and expiry end it on the server',
  async (t) => {
    const app = await testApp(t)
    const person = await signUp(app)
    const cookieOf = (client: Client) => client.cookies.get('sid') as string
    const works = async (cookie: string) =>
      (await new Client(app.url).get('/api/user', { headers: { cookie: `sid=${cookie}` } })).status
    const first = cookieOf(person.client)
    t.equal((await person.client.post('/login', person)).status, 200)
    const second = cookieOf(person.client)
    t.not(first, second)
    t.strictSame([await works(first), await works(second)], [401, 200])

    const other = await signIn(app, person)
    const change = {
      current: person.password,
      password: 'another set of words',
      password_confirmation: 'another set of words',
    }
    t.equal((await person.client.post('/api/user/password', { ...change, current: 'no' })).status, 422)
    t.equal((await person.client.post('/api/user/password', change)).status, 200)
    const third = cookieOf(person.client)
    t.strictSame([await works(second), await works(cookieOf(other.client)), await works(third)], [401, 401, 200])
    t.equal(
      (await person.client.patch('/api/user/settings', { name: 'city', value: 'Ulm' })).status,
      200,
      'the CSRF token was renewed',
    )

    const stolen = cookieOf(person.client)
    t.equal((await person.client.post('/logout')).status, 204)
    t.equal(await works(stolen), 401)
    t.equal(person.client.cookies.has('sid'), false)

    const renewed = await signIn(app, { ...person, password: change.password })
    const { db } = app.coffer.platform
    const age = async (sql: string) => {
      await db.query(sql)
      app.coffer.users.invalidate(renewed.id)
      return works(cookieOf(renewed.client))
    }
    t.equal(await age("update sessions set last_seen_at = now() - interval '11 hours'"), 200)
    t.equal(await age("update sessions set last_seen_at = now() - interval '13 hours'"), 401, 'idle')
    t.equal(
      await age("update sessions set last_seen_at = now(), expires_at = now() - interval '1 second'"),
      401,
      'absolute',
    )
  },
)

t.test('“remember me”: a persistent cookie; sessions are listed and can be revoked', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  const visitor = new Client(app.url)
  await visitor.fetch('/api/csrf')
  const login = ({ remember }: { remember: boolean }) =>
    visitor.call('POST', '/login', { email: person.email, password: person.password, remember })
  const cookie = async ({ remember }: { remember: boolean }) =>
    (await login({ remember })).headers.getSetCookie().find((line) => line.startsWith('sid=')) ?? ''
  const browser = await cookie({ remember: false })
  t.match(browser, /HttpOnly/)
  t.match(browser, /SameSite=Lax/)
  t.notMatch(browser, /Max-Age|Expires/)
  t.match(await cookie({ remember: true }), /Max-Age=2592000/)

  const { body } = await visitor.get<{ data: { data: { id: string; attributes: Record<string, unknown> } }[] }>(
    '/api/user/sessions',
  )
  const current = body.data.find(({ data }) => data.attributes.current)?.data
  t.equal(current?.attributes.remember, true)
  t.equal(body.data.length, 2, 'signing in again has ended the earlier session of this browser')
  const other = body.data.find(({ data }) => !data.attributes.current)?.data.id
  t.equal((await visitor.delete(`/api/user/sessions/${other}`)).status, 204)
  t.equal((await person.client.get('/api/user')).status, 401, 'revoked')
  const foreign = await signUp(app)
  t.equal((await foreign.client.delete(`/api/user/sessions/${current?.id}`)).status, 404)
})

t.test(
  'A53: two idle hours end the session of an administrator, remembered or not; a new role ends it at once',
  async (t) => {
    const app = await testApp(t)
    const { db, jobs } = app.coffer.platform
    const [admin, other] = [await newAdmin(app), await newAdmin(app)]
    await admin.client.post('/login', { ...admin, remember: true })
    const idleFor = async (minutes: number) => {
      await db.query('update sessions set last_seen_at = now() - make_interval(mins => $1)', [minutes])
      app.coffer.users.invalidate(admin.id)
    }
    await idleFor(115)
    t.equal((await admin.client.get('/api/user')).status, 200)
    await idleFor(125)
    await jobs.runNow('cleanup-accounts')
    t.same(await db.query('select 1 from sessions'), [])
    t.equal((await admin.client.get('/api/user')).status, 401)

    const [first, second] = [await signIn(app, admin), await signIn(app, other)]
    await first.client.post('/user/confirm-password', { password: admin.password })
    t.equal(
      (await first.client.patch(`/api/admin/users/${other.id}/role`, { attributes: { role: 'user' } })).status,
      200,
    )
    t.equal((await second.client.get('/api/user')).status, 401)
  },
)

t.test('expired and idle sessions are deleted in batches', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const person = await signUp(app)
  await db.query(
    `insert into sessions (user_id, token_hash, remember, expires_at, last_seen_at)
     select $1, sha256((kind || n)::bytea), true, now() + expires, now() - idle from (values ('expired', interval '-1 day', interval '0'),
       ('idle', '1 day', '8 days'), ('valid', '1 day', '6 days')) as s (kind, expires, idle), generate_series(1, 1100) n`,
    [person.id],
  )
  t.teardown(await limitDeletes(db, 'sessions'))
  t.same(await jobs.runNow('cleanup-accounts'), { sessions: 2_200 })
  t.same(await db.query('select count(*)::int as n from sessions'), [{ n: 1_101 }], 'and that of the sign-up')
})

t.test('a suspended account is signed out at once and cannot sign in', async (t) => {
  const app = await testApp(t)
  const person = await signUp(app)
  await app.coffer.platform.db.query("update users set status = 'suspended' where id = $1", [person.id])
  app.coffer.users.invalidate(person.id)
  t.equal((await person.client.get('/api/user')).status, 401)
  const answer = await new Client(app.url).post<{ code: string }>('/login', person)
  t.strictSame([answer.status, answer.body.code], [403, 'account-suspended'])
})

t.test('wrong passwords of one session, or of a token, do not keep another session from its own', async (t) => {
  const app = await testApp(t)
  const owner = await signUp(app)
  const intruder = await signIn(app, owner)
  const words = { password: 'another set of words', password_confirmation: 'another set of words' }
  const change = (client: Client, current: string) => client.post('/api/user/password', { current, ...words })
  await confirmPassword(owner)
  const made = await owner.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'program' })
  const program = new Client(app.url).withToken(made.body.plainTextToken)
  t.match(await change(program, owner.password), { status: 403, body: { code: 'session-required' } })
  const guesses = async (guess: () => Promise<{ status: number }>) => {
    for (let at = 0; at < 10; at++) t.equal((await guess()).status, 422)
    t.equal((await guess()).status, 429)
  }
  await guesses(() => change(intruder.client, 'wrong'))
  await guesses(() => intruder.client.post('/user/confirm-password', { password: 'wrong' }))
  const { password } = owner
  t.match(await owner.client.post('/user/confirm-password', { password }), { status: 201 })
  t.equal((await change(owner.client, password)).status, 200)
})
