import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import type { Listing } from '../../../storage/contract.ts'
import type { FileRequest, PublicFileRequest } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, jobs, i18n } = app.coffer.platform
const at = (token: string) => `/api/file-request/${token}`
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb00430001', 'hex')
type Client = typeof owner.client

const asked = async (client: Client, token: string): Promise<PublicFileRequest> =>
  (await client.get<{ data: PublicFileRequest }>(at(token))).body.data

t.test('the first upload creates the request’s folder in the chosen parent; before, the list is empty', async (t) => {
  const parent = await makeFolder(owner, 'Applications')
  const request = await makeFileRequest(owner, { folder_id: parent, name: 'Letters', notes: 'Please sign them.' })
  t.match(request.token, /^[A-Za-z0-9_-]{22}$/)
  t.equal(request.link, `${app.url}/request/${request.token}/upload`)
  const uploader = anonymous(app)
  const before = await asked(uploader, request.token)
  t.match(before.attributes, { status: 'active', received: 0, notes: 'Please sign them.' })
  t.equal(before.attributes.folder_id, null, 'where it goes is not told')
  t.notOk(before.relationships.folder)
  t.equal(before.relationships.user.data.attributes.name, owner.name)
  t.notOk(JSON.stringify(before).includes(owner.email))
  const empty = await uploader.get<Listing>(`${at(request.token)}/browse/all`)
  t.same(empty.body.data, [])
  t.equal(empty.body.meta.root, null)
  t.equal(empty.body.meta.paginate.total, 0)

  const file = await sendFile(uploader, request.token, 'letter.txt', 'dear all')
  const after = await asked(uploader, request.token)
  t.match(after.attributes, { status: 'active', received: 1 })
  t.equal(after.relationships.folder?.data.attributes.name, 'Letters')
  t.equal(after.relationships.folder?.data.id, file.attributes.parent_id)
  const inParent = await owner.client.get<Listing>(`/api/browse/folders/${parent}`)
  t.same(
    inParent.body.data.map(({ data }) => data.attributes.name),
    ['Letters'],
  )
  const listed = await uploader.get<Listing>(`${at(request.token)}/browse/all`)
  t.equal(listed.body.data[0]?.data.id, file.id)
  const url = listed.body.data[0]?.data.attributes.file_url ?? ''
  t.equal(await (await uploader.fetch(url)).text(), 'dear all')
  const [used] = await db.query<{ used: number }>('select used_bytes as used from usage where user_id = $1', [owner.id])
  t.equal(used?.used, 8, 'it counts to the owner')
})

t.test('parallel first files create one folder', async (t) => {
  const { token, id } = await makeFileRequest(owner, { folder_per_uploader: true })
  const uploaders = [anonymous(app), anonymous(app), anonymous(app)]
  await Promise.all(
    uploaders.map((uploader, n) => sendFile(uploader, token, `${n}.txt`, 'x', { path: `/a/b/${n}.txt` })),
  )
  const [row] = await db.query<{ folder_id: string }>('select folder_id from file_requests where id = $1', [id])
  const { body } = await owner.client.get<Listing>(`/api/browse/folders/${row?.folder_id}`)
  t.equal(body.data.length, 3, 'and one for each of them in it')
  t.match(body.meta.root?.data.attributes.name, /^Upload request from /)
})

t.test(
  'the folder of a request without a name is named in the owner’s language, with the date in the owner’s zone',
  async (t) => {
    const arabic = await signUp(app)
    for (const [name, value] of [
      ['locale', 'ar'],
      ['timezone', 'Pacific/Kiritimati'],
    ])
      await arabic.client.patch('/api/user/settings', { name, value })
    const { token, id } = await makeFileRequest(arabic, {})
    // Noon of yesterday, UTC, is today at two in the morning there; an older request may have expired.
    const noon = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000)
    await db.query('update file_requests set created_at = $2 where id = $1', [id, noon])
    await sendFile(anonymous(app), token, '1.txt', 'x')
    const [row] = await db.query<{ name: string }>(
      'select i.name from file_requests r join items i on i.id = r.folder_id where r.id = $1',
      [id],
    )
    const [year, month, day] = new Date(noon.getTime() + 14 * 3_600_000).toISOString().slice(0, 10).split('-')
    const digits = (row?.name ?? '').replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    t.ok(digits.includes(`${day}-${month}-${year}`), digits)
    t.match(row?.name, i18n.translator('ar')('sharing:request.folder', { date: '' }).trim())
  },
)

t.test('limits: size, type, number, name and email are rejected with their own codes (A28)', async (t) => {
  const { token, id } = await makeFileRequest(owner, {
    max_file_size: 100,
    max_files: 2,
    accepted_types: ['image'],
    require_name: true,
    require_email: true,
  })
  const uploader = anonymous(app)
  const tries = async (name: string, content: string | Buffer, fields: Record<string, string> = {}) => {
    const { status, code } = await sendChunk(uploader, token, name, content, fields)
    return `${status} ${code ?? ''}`.trim()
  }
  t.equal(await tries('a.jpg', jpeg), '422 uploader-name-required')
  await uploader.post(`${at(token)}/uploader`, { name: '  Ann  Lee ' })
  t.equal(await tries('a.jpg', jpeg), '422 uploader-email-required')
  t.equal((await uploader.post(`${at(token)}/uploader`, { email: 'nonsense' })).status, 422)
  const entered = await uploader.post<{ data: PublicFileRequest }>(`${at(token)}/uploader`, {
    email: 'Ann@Example.org',
  })
  t.match(entered.body.data.relationships.uploader, { name: 'Ann Lee', email: 'ann@example.org' })
  t.equal(await tries('a.jpg', Buffer.alloc(101, 1)), '413 request-file-too-large')
  const lying = { total_size: '50', is_last_chunk: 'false', upload_id: randomUUID() }
  t.match(await tries('a.jpg', Buffer.alloc(101, 1), lying), /^(413|422) /, 'whatever size is declared')
  t.equal(await tries('a.mp3', 'x'), '422 type-not-accepted', 'by its extension, before it is sent')
  t.equal(await tries('a.jpg', 'just text'), '422 type-not-accepted', 'by what it is')
  const both = await Promise.all([0, 1, 2, 3].map((n) => tries(`${n}.jpg`, jpeg)))
  t.same(both.sort(), ['201', '201', '422 file-limit-reached', '422 file-limit-reached'], 'never one too many')
  const [facts] = await db.query<{ reserved: number; files: number }>(
    `select u.reserved_bytes as reserved, (select count(*) from items i join file_requests r on r.folder_id = i.parent_id where r.id = $2) as files
     from usage u where u.user_id = $1`,
    [owner.id, id],
  )
  t.match(facts, { reserved: 0, files: 2 }, 'rejected uploads leave nothing')
})

t.test('close during an upload: rejects it and releases its bytes and reservation (A38)', async (t) => {
  const { token } = await makeFileRequest(owner)
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, {})
  const upload = { upload_id: randomUUID(), total_size: '6' }
  await sendChunk(uploader, token, 'half.txt', 'abc', { ...upload, is_last_chunk: 'false' })
  const reserved = async () =>
    (
      await db.query<{ reserved: number }>('select reserved_bytes as reserved from usage where user_id = $1', [
        owner.id,
      ])
    )[0]?.reserved
  t.equal(await reserved(), 3)
  t.equal((await uploader.delete(at(token))).status, 200, 'uploaders may close by default')
  t.equal((await sendChunk(uploader, token, 'half.txt', 'def', { ...upload, offset: '3' })).status, 410)
  t.equal(await reserved(), 0)
  t.equal((await uploader.delete(at(token))).status, 410)
})

t.test('an uploader has at most ten open uploads (A29)', async (t) => {
  const { token } = await makeFileRequest(owner)
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, {})
  const open = () => sendChunk(uploader, token, 'x.txt', 'abc', { is_last_chunk: 'false', total_size: '6' })
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await open()).status)
  t.same(answers, [...Array(10).fill(200), 429])
})

t.test('upload to a request of a suspended owner: 401 with a message', async (t) => {
  const full = await signUp(app)
  const { token } = await makeFileRequest(full)
  await db.query(`update users set status = 'suspended' where id = $1`, [full.id])
  const { status, body } = await sendChunk(anonymous(app), token, 'x.txt', 'x')
  t.equal(status, 401)
  t.ok((body as unknown as { message: string }).message)
})

t.test('an owner who is blocked for an unpaid bill closes their requests, and uploaders do not', async (t) => {
  const { settings } = app.coffer.platform
  const blocked = await signUp(app)
  const { token } = await makeFileRequest(blocked)
  await settings.set({ subscription_type: 'metered' })
  t.teardown(() => settings.set({ subscription_type: 'none' }))
  await db.query(
    `insert into billing_accounts (user_id, dunning_sequence, dunning_reason) values ($1, 3, 'payment-failed')
     on conflict (user_id) do update set dunning_sequence = 3, dunning_reason = 'payment-failed'`,
    [blocked.id],
  )
  t.match(await anonymous(app).delete(at(token)), { status: 401, body: { code: 'request-unavailable' } })
  t.equal((await blocked.client.delete(at(token))).status, 200)
  t.match(await blocked.client.delete(at(token)), { status: 410 })
  const rows = await db.query('select status from file_requests where owner_id = $1', [blocked.id])
  t.same(rows, [{ status: 'closed' }])
})

t.test('owner: lists requests with received files by page, edits and revokes them', async (t) => {
  const person = await signUp(app)
  const made = []
  for (const name of ['one', 'two', 'three']) made.push(await makeFileRequest(person, { name }))
  const two = made[1]?.token ?? ''
  for (const uploader of [anonymous(app), anonymous(app)]) await sendFile(uploader, two, 'x.txt', 'xyz')
  interface List {
    data: { data: FileRequest }[]
    meta: { next_cursor: string | null; paginate: Record<string, unknown>; root: null }
  }
  const first = (await person.client.get<List>('/api/file-request?per_page=2')).body
  t.same(
    first.data.map(({ data }) => data.attributes.name),
    ['three', 'two'],
  )
  const { next_cursor: nextCursor } = first.meta
  t.match(first.meta, { root: null, paginate: { currentPage: 1, lastPage: 2, perPage: 2, total: 3, nextCursor } })
  const second = (await person.client.get<List>('/api/file-request?per_page=2&page=2')).body
  t.match(second, {
    data: [{ data: { attributes: { name: 'one' } } }],
    meta: { paginate: { currentPage: 2, total: 3 } },
  })
  t.match(first.data[1]?.data.attributes, { received: 2, received_bytes: 6, uploaders: 2, status: 'active' })
  t.equal(first.data[1]?.data.relationships.folder?.data.attributes.name, 'two')
  const rest = (await person.client.get<List>(`/api/file-request?per_page=2&cursor=${first.meta.next_cursor}`)).body
  t.same(
    rest.data.map(({ data }) => data.attributes.name),
    ['one'],
  )
  t.equal(rest.meta.next_cursor, null)
  t.match(rest.meta.paginate, { currentPage: 2, lastPage: 2, total: 3 })
  const edited = await person.client.patch<{ data: FileRequest }>(at(two), {
    max_files: 5,
    allow_uploader_close: false,
  })
  t.match(edited.body.data.attributes, { max_files: 5, allow_uploader_close: false, name: 'two' })
  t.equal((await anonymous(app).delete(at(two))).status, 403)
  t.equal((await person.client.post(`${at(two)}/revoke`, {})).status, 200)
  t.equal((await anonymous(app).get(at(two))).status, 404)
  t.equal((await person.client.post('/api/file-request', { expires_at: '2001-01-01T00:00:00Z' })).status, 422)
  const week = { expires_in_days: 7 }
  for (const { status, body } of [
    await person.client.post<{ data: FileRequest }>('/api/file-request', week),
    await person.client.patch<{ data: FileRequest }>(at(made[0]?.token ?? ''), week),
  ]) {
    t.ok(status < 300)
    const left = `select $1::timestamptz - now() between interval '6 days 23 hours' and interval '7 days' as ok`
    t.same(await db.query(left, [body.data.attributes.expires_at]), [{ ok: true }])
  }
  t.equal((await person.client.post('/api/file-request', { expires_in_days: 0 })).status, 422)
  t.equal((await person.client.post('/api/file-request', { folder_id: randomUUID() })).status, 404)
})

t.test(
  'owner: a request with many files can be revoked: its records may take longer than other statements',
  async (t) => {
    const { token } = await makeFileRequest(owner, { name: 'many' })
    await sendFile(anonymous(app), token, 'x.txt', 'xyz')
    await db.query(`create function require_time() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout')::interval < interval '2 minutes' then raise 'timeout' using errcode = '57014'; end if;
    return old;
  end $$`)
    await db.query(
      'create trigger require_time before delete on file_request_items for each row execute function require_time()',
    )
    t.teardown(() => db.query('drop function require_time cascade'))
    t.equal((await owner.client.post(`${at(token)}/revoke`, {})).status, 200)
    t.equal((await anonymous(app).get(at(token))).status, 404)
  },
)

t.test(
  'a new deadline or a longer grace period opens an expired request again; a closed one stays closed',
  async (t) => {
    const later = new Date(Date.now() + 7 * 86_400_000).toISOString()
    for (const change of [{ expires_at: later }, { expires_at: null }, { grace_minutes: 1_440 }])
      for (const isStored of [true, false]) {
        const { token, id } = await makeFileRequest(owner, { title: 'Late' })
        await db.query(`update file_requests set expires_at = now() - interval '1 hour' where id = $1`, [id])
        if (isStored) await jobs.runNow('expire-requests')
        const edit = async (body: object) =>
          (await owner.client.patch<{ data: FileRequest }>(at(token), body)).body.data.attributes
        t.match(await edit({ title: 'Later' }), { status: 'expired' }, 'another field changes nothing of it')
        t.match(await edit(change), { status: 'active', closed_at: null }, JSON.stringify(change))
        t.equal((await sendChunk(anonymous(app), token, 'x.txt', 'x')).status, 201)
        await owner.client.delete(at(token))
        t.match(await edit(change), { status: 'filled' })
      }
  },
)
