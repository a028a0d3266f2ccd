import t from 'tap'
import { anonymous, signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { mailedLink } from '../../../../tests/support/mail-folder.ts'
import { hashPassword } from '../passwords/hasher.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const { adminCommands, accounts } = app.coffer.users
const admin = await newAdmin(app)
const password = 'another set of words'
const words = { password, password_confirmation: password }

/** Runs `act` while no session can be deleted, as if the process ended before it is. */
const withoutRevocation = async (act: () => Promise<unknown>) => {
  await db.query(`create or replace function crash() returns trigger language plpgsql as $$
    begin raise exception 'crash'; end $$`)
  await db.query('create trigger crash before delete on sessions for each row execute function crash()')
  await act().catch(() => undefined)
  await db.query('drop trigger crash on sessions')
}

const person = await signUp(app)
const { email, id } = person
const change = () => person.client.post('/api/user/password', { current: person.password, ...words })
await anonymous(app).post('/api/password/recover', { email })
const link = new URL(await mailedLink(app.dataDir, email, '/create-new-password'))
const token = link.searchParams.get('token')

/** Action that ends the sessions of an account → how it is done. Each leaves the account to the next. */
const changes: Record<string, () => Promise<unknown>> = {
  'a password that is reset': () => anonymous(app).post('/api/password/reset', { token, email, ...words }),
  'a password that is changed': change,
  'a password that is set by the command line': () => adminCommands.setPassword(email, password),
  'a role that is changed by the command line': () => adminCommands.setRole(email, 'admin'),
  'a role that is changed by an administrator': () =>
    admin.client.patch(`/api/admin/users/${id}/role`, { attributes: { role: 'user' } }),
  'a suspension': () => app.coffer.users.suspensions.suspend([id], null, { actorId: admin.id, ip: '127.0.0.1' }),
}

for (const [name, act] of Object.entries(changes))
  t.test(
    `A53: ${name} is not stored unless the sessions end with it, and the tokens of sign-ins end too`,
    async (t) => {
      // Each begins with the password that the account had first.
      await db.query('update users set password_hash = $2 where id = $1', [id, await hashPassword(person.password)])
      Object.assign(person, { client: (await signIn(app, person)).client })
      const state = async () => {
        const { password_hash, role, status } = (await accounts.byId(id)) ?? {}
        return { password_hash, role, status }
      }
      const isSignedIn = async () => (await db.query('select 1 from sessions where user_id = $1', [id])).length > 0
      const before = await state()
      await withoutRevocation(act)
      t.same(await state(), before)
      t.ok(await isSignedIn())
      const { client } = person
      const cookie = client.cookies.get('sid')
      const signedIn = await anonymous(app).post<{ data: { token: string } }>('/api/login', person)
      const program = new Client(app.url).withToken(signedIn.body.data.token)
      t.equal((await program.get('/api/user')).status, 200)
      await act()
      t.notSame(await state(), before, 'tried again')
      const old = await anonymous(app).get('/api/user', { headers: { cookie: `sid=${cookie}` } })
      t.equal(old.status, 401)
      await app.coffer.users.suspensions.reactivate([id], { actorId: admin.id })
      t.equal((await program.get('/api/user')).status, 401, 'nor does the token of a sign-in return')
    },
  )

t.test('A54: a password that is set by the command line ends the links that were sent before', async (t) => {
  const other = await signUp(app)
  await anonymous(app).post('/api/password/recover', { email: other.email })
  const sent = new URL(await mailedLink(app.dataDir, other.email, '/create-new-password'))
  await adminCommands.setPassword(other.email, password)
  const reset = { token: sent.searchParams.get('token'), email: other.email, ...words }
  t.match(await anonymous(app).post('/api/password/reset', reset), {
    status: 422,
    body: { code: 'reset-token-invalid' },
  })
})

t.test('A53: a password that was changed meanwhile is not changed by those who know the former one', async (t) => {
  const other = await signUp(app)
  const hash = await hashPassword(password)
  const late = await db.transaction(async (tx) => {
    await tx.query('update users set password_hash = $2 where id = $1', [other.id, hash])
    const intruders = { password: 'words of somebody else', password_confirmation: 'words of somebody else' }
    const answer = other.client.post('/api/user/password', { current: other.password, ...intruders })
    await waitsForLock(db)
    return { answer }
  })
  t.match(await late.answer, { status: 422, body: { errors: { current: [/\w/] } } })
  t.equal((await accounts.byId(other.id))?.password_hash, hash)
})
