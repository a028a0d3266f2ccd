import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { AdminUserDetails, AdminUserPage } from '../../contract.ts'
import { UserList } from '../services/user-list.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const { db } = app.coffer.platform
const admin = await newAdmin(app, { name: 'Ada Admin' })
const api = admin.client

t.test('users: what filters find is counted up to 10,000, and paged further', async (t) => {
  await db.query(`insert into users (email, first_name, color, role, status)
    select 'crowd' || n || '@example.net', 'Crowd', '#000000', 'user', 'active' from generate_series(1, 10050) n`)
  const list = async (query: string) =>
    (await api.get<AdminUserPage>(`/api/admin/users?search=crowd&${query}`)).body.meta
  const first = await list('per_page=100')
  t.match(first, { total_is_minimum: true, paginate: { total: 10_000, lastPage: 100 } })
  let last = await list('per_page=200&page=50')
  t.match(last, { paginate: { currentPage: 50, from: 9_800 } })
  last = await list(`per_page=200&cursor=${last.paginate.nextCursor}`)
  t.match(last, { total_is_minimum: true, paginate: { currentPage: 51, lastPage: 51, from: 10_000, nextCursor: null } })
  t.match(await list('role=admin'), { total_is_minimum: false, paginate: { total: 0 } })
  await db.query(`delete from users where email like 'crowd%'`)
})

t.test('users: searched, filtered, sorted and paged in both directions; CSV', async (t) => {
  await db.query(`insert into users (email, first_name, last_name, color, role, status, email_verified_at)
    select 'list' || n || '@example.net', case when n % 2 = 0 then 'Zoë' else '=Anna' end, 'Lister ' || n, '#000000', 'user',
      case when n % 10 = 0 then 'suspended' else 'active' end, case when n % 5 = 0 then null else now() end
    from generate_series(1, 60) n`)
  const list = async (query: string) => (await api.get<AdminUserPage>(`/api/admin/users?${query}`)).body
  const names = ({ data }: AdminUserPage) => data.map((row) => row.data.attributes.name)

  const first = await list('search=lister&sort=name&per_page=25')
  t.equal(first.meta.paginate.total, 60)
  t.strictSame(
    names(first).slice(0, 3),
    ['=Anna Lister 1', '=Anna Lister 3', '=Anna Lister 5'],
    'numbers sort naturally',
  )
  const second = await list(`search=lister&per_page=25&cursor=${first.meta.paginate.nextCursor}`)
  const third = await list(`search=lister&per_page=25&cursor=${second.meta.paginate.nextCursor}`)
  t.equal(new Set([first, second, third].flatMap(names)).size, 60, 'the pages hold each account once')
  t.match(third.meta.paginate, { nextCursor: null, from: 50, currentPage: 3, lastPage: 3 })
  const back = await list(`search=lister&per_page=25&cursor=${third.meta.paginate.prevCursor}`)
  t.strictSame(names(back), names(second), 'the page before the third is the second')
  t.match(back.meta.paginate, { from: 25 })

  t.equal((await list('search=ZOE%20list2%40')).meta.paginate.total, 1, 'folded, every word')
  t.equal((await list('search=zo%20li')).meta.paginate.total, 30, 'short words begin a word')
  t.equal((await list('search=100%25')).meta.paginate.total, 0, 'no wildcards')
  t.equal((await list('search=lister&status=suspended')).meta.paginate.total, 6)
  t.equal((await list('search=lister&verified=no')).meta.paginate.total, 12)
  t.equal((await list('search=lister&role=admin')).meta.paginate.total, 0)
  for (const sort of ['id', 'email', 'role', 'created_at', 'used'])
    for (const direction of ['ASC', 'DESC']) {
      const all = await list(`search=lister&sort=${sort}&direction=${direction}&per_page=40`)
      const rest = await list(`search=lister&per_page=40&cursor=${all.meta.paginate.nextCursor}`)
      t.equal(new Set([all, rest].flatMap(names)).size, 60, `${sort} ${direction}`)
    }
  const invalid = { status: 422, body: { code: 'invalid-cursor' } }
  t.match(await api.get('/api/admin/users?cursor=abc'), invalid)
  for (const time of ['0000-01-01 00:00:00+00', '2026-02-30 00:00:00+00', '2026']) {
    const packed = ['created_at', 'DESC', time, crypto.randomUUID(), false, 0, 0]
    const cursor = Buffer.from(JSON.stringify(packed)).toString('base64url')
    t.match(await api.get(`/api/admin/users?cursor=${cursor}`), invalid, time)
  }

  const csv = await (await api.fetch('/api/admin/users/export.csv?search=lister&sort=name')).text()
  const lines = csv.split('\r\n')
  t.equal(lines.length, 61)
  t.match(lines[0], /^id,name,email,role,status/)
  t.match(lines[1], /,'=Anna Lister 1,list1@example\.net,user,active,/, 'no formulas')
  const parts: string[] = []
  const batches = new UserList(db, app.coffer.billing, { exportBatch: 20 })
  for await (const part of await batches.csv({ search: 'lister', sort: 'name' })) parts.push(String(part))
  t.equal(parts.length, 4, 'the headings and three batches, one at a time')
  t.equal(parts.join(''), csv)
})

t.test('users: created with a picture, or not at all when it is none', async (t) => {
  const create = async (part: string, bytes: Buffer) => {
    const email = `new-${randomUUID()}@example.org`
    const password = 'four unrelated words'
    const form = new FormData()
    const fields = { email, name: 'New', password, password_confirmation: password, role: 'user' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set(part, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
    const answer = await api.fetch('/api/admin/users', { method: 'POST', body: form })
    const isCreated = (await db.query('select 1 from users where email = $1', [email])).length === 1
    return { status: answer.status, body: (await answer.json()) as { data: AdminUserDetails }, isCreated }
  }
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const created = await create('avatar', picture)
  t.match(created, { status: 201, body: { data: { attributes: { avatar: { md: /^\S+$/ } } } } })
  t.equal((await anonymous(app).fetch(created.body.data.attributes.avatar?.md ?? '')).status, 200)
  const rejected = { status: 422, isCreated: false }
  t.match(await create('avatar', Buffer.from('no picture')), { ...rejected, body: { code: 'avatar-unreadable' } })
  t.match(await create('photo', picture), { ...rejected, body: { errors: { photo: [/\w/] } } })
  t.match(await create('avatar', Buffer.alloc(0)), { status: 201 }, 'a field of a page in which nothing was chosen')
})
