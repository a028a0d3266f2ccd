import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Account, anonymous, createAccount, signIn, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { AdminUserDetails, UserHoldings } from '../../contract.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const { db, jobs, mailer } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const api = admin.client
const path = ({ id }: { id: string }, rest = '') => `/api/admin/users/${id}${rest}`
const suspend = (ids: string[], reason?: string) =>
  api.post('/api/admin/users/bulk', { action: 'suspend', ids, reason })
const audited = async (action: string, target: string) =>
  (
    await db.query('select 1 from audit_log where action = $1 and target = $2 and actor_id = $3', [
      action,
      target,
      admin.id,
    ])
  ).length

t.test(
  'users: a suspended account is out at once, in other processes too; its links are unavailable; it can return',
  async (t) => {
    const second = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
    const user: Account = await createAccount(app)
    const elsewhere = await signIn(second, user)
    const folder = await makeFolder(user, 'Shared')
    const share = await makeShare(user, { id: folder, type: 'folder' })
    const withToken = () => anonymous(app).fetch('/api/user', { headers: { authorization: `Bearer ${user.token}` } })
    for (const client of [user.client, elsewhere.client]) t.equal((await client.get('/api/user')).status, 200)
    t.equal((await withToken()).status, 200)
    t.equal((await anonymous(app).get(`/api/sharing/${share.token}`)).status, 200)

    t.match(await suspend([user.id], 'Spam'), { status: 200, body: { data: { changed: 1 } } })
    t.equal((await user.client.get('/api/user')).status, 401)
    t.equal((await withToken()).status, 401)
    await eventually(t, async () => (await elsewhere.client.get('/api/user')).status, 401)
    t.match(await anonymous(app).get(`/api/sharing/${share.token}`), {
      status: 401,
      body: { code: 'share-unavailable' },
    })
    const { email, password } = user
    t.match(await anonymous(app).post('/login', { email, password }), {
      status: 403,
      body: { code: 'account-suspended' },
    })
    t.match((await api.get<{ data: AdminUserDetails }>(path(user))).body.data.attributes, {
      status: 'suspended',
      suspension_reason: 'Spam',
    })
    t.equal(await audited('users.suspended', user.id), 1)

    t.match(await suspend([user.id]), { body: { data: { changed: 0 } } })
    await api.post('/api/admin/users/bulk', { action: 'reactivate', ids: [user.id] })
    t.equal((await anonymous(app).get(`/api/sharing/${share.token}`)).status, 200)
    await signIn(app, user)
  },
)

t.test('users: the last administrator stays, also when two lower each other at once', async (t) => {
  const setRole = (id: string, role: string, client = api) =>
    client.patch(path({ id }, '/role'), { attributes: { role } })
  t.equal((await setRole(admin.id, 'user')).status, 409, 'the only one cannot be lowered')
  for (const own of [admin.id, admin.id.toUpperCase()])
    t.match(await suspend([own]), { status: 409, body: { code: 'own-account' } })

  const [one, two] = [await newAdmin(app), await newAdmin(app)]
  const setOwn = (role: string) => db.query('update users set role = $2 where id = $1', [admin.id, role])
  await setOwn('user')
  const answers = await Promise.all([setRole(two.id, 'user', one.client), setRole(one.id, 'user', two.client)])
  t.equal(answers.filter(({ status }) => status === 200).length, 1, `${answers.map(({ status }) => status)}`)
  t.equal((await db.query("select 1 from users where role = 'admin' and status = 'active'")).length, 1)
  await setOwn('admin')
  app.coffer.users.invalidate(admin.id)
})

t.test('users: role, limit, verification, reset link, sessions', async (t) => {
  const user = await signUp(app)
  const role = (value: string) => api.patch(path(user, '/role'), { attributes: { role: value } })
  t.match(await role('admin'), { status: 200, body: { data: { attributes: { role: 'admin' } } } })
  t.equal((await user.client.get('/api/user')).status, 401, 'a changed role requires a new sign-in')
  t.equal((await role('user')).status, 200)
  t.equal((await role('owner')).status, 422)

  const capacity = (value: unknown) => api.patch(path(user, '/capacity'), { attributes: { max_storage_amount: value } })
  t.match(await capacity(2), { status: 200, body: { data: { attributes: { capacity: 2_000_000_000 } } } })
  t.match(await capacity('3'), { status: 200, body: { data: { attributes: { capacity: 3_000_000_000 } } } })
  t.match(await capacity(0), { body: { data: { attributes: { capacity: null } } } })
  t.match(await capacity(null), { body: { data: { attributes: { capacity: 5_000_000_000 } } } })
  for (const wrong of [-1, 1_000_000_000, 'much', '-1', '1000000000', '1.5'])
    t.equal((await capacity(wrong)).status, 422, `${wrong}`)

  await db.query('update users set email_verified_at = null where id = $1', [user.id])
  t.equal((await api.post(path(user, '/verify'), {})).status, 200)
  const { body } = await api.get<{ data: AdminUserDetails }>(path(user))
  t.ok(body.data.attributes.email_verified_at)

  t.equal((await api.post(path(user, '/reset-password'), {})).status, 200)
  t.equal((await db.query('select 1 from email_tokens where user_id = $1', [user.id])).length, 1)
  const again = await signIn(app, user)
  t.equal((await api.delete(path(user, '/sessions'))).status, 200)
  t.equal((await again.client.get('/api/user')).status, 401)
  await db.query("update users set two_factor_secret = 'x', two_factor_confirmed_at = now() where id = $1", [user.id])
  t.equal((await api.delete(path(user, '/two-factor'))).status, 200)
  const entries = await db.query(
    "select action, actor_id from audit_log where target = $1 and action like 'users.two-factor.%'",
    [user.id],
  )
  t.strictSame(entries, [{ action: 'users.two-factor.reset', actor_id: admin.id }], 'not as if its owner had done it')
  t.equal((await db.query('select 1 from users where id = $1 and two_factor_secret is null', [user.id])).length, 1)
  t.equal((await api.get(path({ id: randomUUID() }))).status, 404)
})

t.test('users: created verified, and rejected per field', async (t) => {
  const person = {
    email: `new-${randomUUID()}@example.org`,
    name: 'New Person',
    password: 'four unrelated words',
    password_confirmation: 'four unrelated words',
    role: 'user',
  }
  const created = await api.post<{ data: AdminUserDetails }>('/api/admin/users', person)
  t.match(created, { status: 201, body: { data: { attributes: { name: 'New Person', role: 'user' } } } })
  t.ok(created.body.data.attributes.email_verified_at)
  await signIn(app, person)
  t.match(await api.post('/api/admin/users', person), { status: 422, body: { errors: { email: [/\w/] } } })
  const rejected = await api.post('/api/admin/users', { ...person, password: 'password12', password_confirmation: 'x' })
  t.match(rejected, { status: 422, body: { errors: { password: [/\w/] } } })
  const unconfirmed = await newAdmin(app)
  await db.query('update sessions set password_confirmed_at = null where user_id = $1', [unconfirmed.id])
  t.equal((await unconfirmed.client.post('/api/admin/users', person)).status, 423, 'asks for the password first')
  await db.query("update users set role = 'user' where id = $1", [unconfirmed.id])
})

t.test('users: deleted by the name as it is read: invisible characters and further spaces do not count', async (t) => {
  const spaced = await signUp(app)
  await spaced.client.patch('/api/user/settings', { first_name: 'Anna  Maria', last_name: 'Berg\u00a0\u00a0Tal' })
  const { body } = await api.get<{ data: AdminUserDetails }>(path(spaced))
  t.equal(body.data.attributes.name, 'Anna Maria Berg Tal', 'stored as at sign-up')
  const stored = await signUp(app)
  await db.query("update users set first_name = $2, last_name = 'Berg' where id = $1", [stored.id, 'An\u200bna  Maria'])
  app.coffer.users.invalidate(stored.id)
  t.equal((await api.delete(path(stored), { name: 'Anna Berg' })).status, 422)
  t.equal((await api.delete(path(stored), { name: 'Anna Maria Berg' })).status, 200)
})

t.test('users: deleted by the typed name, with all they own, in the background', async (t) => {
  const user = await signUp(app, { name: 'Gone Soon' })
  const folder = await makeFolder(user, 'Folder')
  await putFile(user, 'File.txt', 'five5', folder)
  await makeShare(user, { id: folder, type: 'folder' })
  t.match((await api.get<{ data: UserHoldings }>(path(user, '/deletion'))).body.data, {
    files: 1,
    folders: 1,
    storage: 5,
    links: 1,
    requests: 0,
    team_folders: 0,
    billing: { subscription: null, balances: [], unpaid: [] },
  })
  const remove = (id: string, name: string) => api.delete(path({ id }), { name })
  t.match(await remove(user.id, 'Gone'), { status: 422, body: { code: 'name-mismatch', errors: { name: [/\w/] } } })
  t.match(await remove(admin.id, 'Ada Admin'), { status: 409, body: { code: 'own-account' } })
  t.equal((await remove(user.id, ' Gone Soon ')).status, 200)
  t.equal((await user.client.get('/api/user')).status, 401)
  await jobs.settled('delete-accounts')
  t.equal((await api.get(path(user))).status, 404)
  t.equal((await db.query('select 1 from items where owner_id = $1', [user.id])).length, 0)
  t.equal(await audited('users.deletion.ordered', user.id), 1)
  const entry = await db.query(`select details from audit_log where action = 'users.deleted' and target = $1`, [
    user.id,
  ])
  t.same(entry, [{ details: { reason: 'ordered' } }])
})

t.test(
  'users: an order that waits after a restored backup is cancelled without telling that its owner asked',
  async (t) => {
    const user = await signUp(app)
    for (const cancel of [
      () => api.post('/api/admin/users/bulk', { action: 'reactivate', ids: [user.id] }),
      () => api.delete(path(user, '/deletion')),
    ]) {
      await db.query(
        `update users set status = 'suspended', deletion_at = now() + interval '7 days', deletion_reason = 'ordered'
       where id = $1`,
        [user.id],
      )
      const read = async () => (await api.get<{ data: AdminUserDetails }>(path(user))).body.data
      t.match(await read(), {
        attributes: { deletion_at: /^\d/ },
        meta: { deletion_waits: false, deletion_ordered: true },
      })
      t.match(await cancel(), { status: 200, body: { data: { changed: 1 } } })
      t.match(await read(), {
        attributes: { deletion_at: null },
        meta: { deletion_waits: false, deletion_ordered: false },
      })
    }
    await mailer.settled()
    t.same(
      (await mailsTo(app.dataDir, user.email)).filter(({ subject }) => /deleted/.test(subject)),
      [],
    )
  },
)

t.test(
  'users: a deletion that the owner asked for waits while the account is suspended, then has a new week',
  async (t) => {
    const user = await signUp(app)
    const file = await putFile(user, 'Notes.txt', 'notes')
    const subjects = async () => {
      await mailer.settled()
      return (await mailsTo(app.dataDir, user.email))
        .map(({ subject }) => subject)
        .filter((text) => /deleted/.test(text))
    }
    const pending = async () => {
      const { attributes, meta } = (await api.get<{ data: AdminUserDetails }>(path(user))).body.data
      return { deletion_at: attributes.deletion_at, deletion_waits: meta.deletion_waits }
    }
    const pass = (days: number) =>
      db.query(
        `update users set deletion_at = deletion_at - make_interval(days => $2),
         suspended_at = suspended_at - make_interval(days => $2)
       where id = $1`,
        [user.id, days],
      )
    await user.client.post('/user/confirm-password', { password: user.password })
    t.equal((await user.client.post('/api/user/deletion')).status, 202)
    t.match(await pending(), { deletion_at: /^\d/, deletion_waits: false })

    await pass(8)
    t.match(await suspend([user.id]), { body: { data: { changed: 1 } } }, 'due, but not begun')
    t.same(await pending(), { deletion_at: null, deletion_waits: true })
    await pass(8)
    t.same(await jobs.runNow('delete-accounts'), { deleted: 0 })
    t.equal((await db.query('select 1 from items where id = $1', [file.id])).length, 1)
    await api.post('/api/admin/users/bulk', { action: 'reactivate', ids: [user.id] })
    t.match(await pending(), { deletion_at: /^\d/, deletion_waits: false })
    t.equal((await subjects()).length, 2, 'the owner is told again')
    await pass(6)
    t.same(await jobs.runNow('delete-accounts'), { deleted: 0 }, 'a week has not passed')

    t.match(await api.delete(path(user, '/deletion')), { status: 200, body: { data: { changed: 1 } } })
    t.same(await pending(), { deletion_at: null, deletion_waits: false })
    t.equal(await audited('users.deletion.cancelled', user.id), 1)
    t.match((await subjects()).filter((text) => /will not be deleted/.test(text)).length, 1)
    t.match(await api.delete(path(user, '/deletion')), { status: 200, body: { data: { changed: 0 } } })
    t.equal((await api.delete(path({ id: randomUUID() }, '/deletion'))).status, 404)

    await db.query("update users set deletion_at = now() + interval '7 days' where id = $1", [user.id])
    await suspend([user.id])
    t.match(await api.delete(path(user, '/deletion')), { body: { data: { changed: 1 } } }, 'while it waits')
    t.same(await pending(), { deletion_at: null, deletion_waits: false })
  },
)
