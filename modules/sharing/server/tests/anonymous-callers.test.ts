import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { keysOf } from '../../../../tests/support/blob-keys.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
t.test('values that the database cannot store are a bad request, never a server error (A36, A62)', async (t) => {
  const file = await putFile(owner, 'a.txt', 'a')
  const { token } = await makeShare(owner, file)
  const request = await makeFileRequest(owner, {})
  await sendFile(owner.client, request.token, 'letter.txt', 'dear all')
  const noId = '-'.repeat(36)
  const answers = {
    [`/file/${file.id}?share=%00`]: 404,
    [`/api/share/${token}/log?cursor=1e400`]: 422,
    [`/api/share/${token}/log?cursor=1.5`]: 422,
    [`/api/browse/share?cursor=1.${noId}`]: 422,
    [`/api/file-request?cursor=1.${noId}`]: 422,
    [`/api/file-request/${request.token}/browse/all?cursor=1.5`]: 422,
    [`/api/file-request/${request.token}/browse/all?cursor=1e300`]: 422,
  }
  for (const [path, status] of Object.entries(answers)) t.equal((await owner.client.get(path)).status, status, path)
  const long = { view: 'trash', parent_id: null, except: [], deleted_at: '-271821-04-20T00:00:00Z' }
  t.equal((await owner.client.post('/api/trash/restore', { selection: long })).status, 404)
  const label = await owner.client.post('/api/share', { id: file.id, type: 'file', label: 'a\u0000b' })
  t.equal(label.status, 400)
  const zip = await owner.client.post('/api/zip', { items: [{ id: file.id, type: 'a\u0000b' }] })
  t.equal(zip.status, 400)
})

t.test('A16, A29: a rejected upload of a visitor writes nothing to the disk', async (t) => {
  const folder = await makeFolder(owner, 'to look at')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const stored = async () => (await keysOf(app.coffer.platform.blobs.blobs())).length
  const before = await stored()
  const visitor = anonymous(app)
  await visitor.get('/api/csrf')
  const { stage } = app.coffer.platform.blobs
  let touched = false
  app.coffer.platform.blobs.stage = function (key) {
    touched = true
    return stage.call(this, key)
  }
  t.teardown(() => {
    app.coffer.platform.blobs.stage = stage
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'x.bin', is_last_chunk: 'true' })) form.append(name, value)
  form.append('file', new Blob([Buffer.alloc(3 << 20)]), 'x.bin')
  const answer = await visitor.fetch(`/api/sharing/upload/chunks/${token}`, { method: 'POST', body: form })
  t.equal(answer.status, 403)
  t.equal(touched, false)
  t.equal(await stored(), before)
})

t.test('A30: an uploader’s form is limited by the request’s maximum file size', async (t) => {
  const { token } = await makeFileRequest(owner, { max_file_size: 500_000 })
  const uploader = anonymous(app)
  await uploader.get('/api/csrf')
  const send = async (size: number) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: 'x.bin', is_last_chunk: 'true' })) form.append(name, value)
    form.append('file', new Blob([Buffer.alloc(size, 'x')]), 'x.bin')
    return (await uploader.fetch(`/api/file-request/${token}/upload`, { method: 'POST', body: form })).status
  }
  t.equal(await send(600_000), 413)
  t.equal(await send(3_000_000), 413)
  t.equal(await send(400_000), 201)
})

t.test('access log: visitors beyond the limit of their network are counted in one row', async (t) => {
  const pages = await testApp(t, { pages: true })
  const host = await signUp(pages)
  const folder = await makeFolder(host, 'crowded')
  const { token } = await makeShare(host, { id: folder, type: 'folder' })
  // One network, and a new browser at each call.
  const visitor = anonymous(pages)
  const headers = { accept: 'text/html', cookie: 'a=b' }
  const path = `/share/${token}/files/${folder}`
  const open = () => visitor.fetch(path, { headers })
  for (const checked of [path, `/api/sharing/folders/${folder}/${token}`])
    t.equal((await visitor.fetch(checked, { method: 'HEAD', headers })).status, 200)
  await pages.coffer.sharing.api.accessLog.flush()
  t.same(await pages.coffer.platform.db.query('select 1 from share_access_log'), [], 'checkers of links ask by HEAD')
  t.equal((await open()).status, 200)
  await pages.coffer.platform.db.query("update rate_limits set count = 1000 where key like 'share-viewer:%'")
  for (let n = 0; n < 20; n += 1) t.equal((await open()).status, 200)
  interface Entry {
    visitor: string
    visitor_count: number
  }
  const log = async () => (await host.client.get<{ data: Entry[] }>(`/api/share/${token}/log`)).body.data
  const crowd = async () => (await log()).filter(({ visitor }) => visitor === '')
  const [line, ...others] = await poll(crowd, (entries) => entries.length > 0)
  t.same(others, [])
  t.ok(line && line.visitor_count >= 8 && line.visitor_count <= 20, `${line?.visitor_count} counted`)
  const { attributes } = (await host.client.get<{ data: { attributes: { opened: number } } }>(`/api/share/${token}`))
    .body.data
  t.ok(attributes.opened > (line?.visitor_count ?? 0))
  const csv = await (await host.client.fetch(`/api/share/${token}/log.csv`)).text()
  t.match(csv, 'visitor,visitors,')
})

t.test('A29: a visitor with a new id at each call opens no more uploads than the owner’s quota allows', async (t) => {
  const folder = await makeFolder(owner, 'for everybody')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  await db.query(
    `insert into upload_sessions (principal, id, owner_id, had_parent, name, received_bytes, reserved_bytes, staging_key, expires_at)
     select 'share:x:' || n, gen_random_uuid(), $1, false, 'x', 0, 0, 'x' || n, now() + interval '1 hour'
     from generate_series(1, 300) n`,
    [owner.id],
  )
  const query = new URLSearchParams({
    name: 'big.bin',
    upload_id: randomUUID(),
    offset: '0',
    total_size: '3000000',
    is_last_chunk: 'false',
  })
  const visitor = anonymous(app)
  await visitor.get('/api/csrf')
  const send = () =>
    visitor.fetch(`/api/sharing/upload/chunks/${token}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(1_000),
    })
  t.equal((await send()).status, 429)
  await db.query(`delete from upload_sessions where owner_id = $1`, [owner.id])
  t.equal((await send()).status, 200)
})

t.test('rate limit: chunks of callers without an account are counted by network', async (t) => {
  const flooding = anonymous(app)
  const send = () => flooding.fetch(`/api/sharing/upload/chunks/${'x'.repeat(22)}`, { method: 'POST' })
  await db.query("delete from rate_limits where key like 'visitor-upload:%'")
  const statuses: number[] = [(await send()).status]
  // The process has counted a batch of 100 of the minute's 3,000 in advance; other processes have used the rest.
  await db.query("update rate_limits set count = 3000 where key like 'visitor-upload:%'")
  for (let round = 0; round < 11; round++)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, send))).map(({ status }) => status))
  t.equal(statuses.filter((status) => status === 429).length, 11)
})

t.test('codes: sent to recipients only, at most ten an hour whoever asks', async (t) => {
  const file = await putFile(owner, 'b.txt', 'b')
  const email = 'reader@example.org'
  const plain = await makeShare(owner, file, { emails: [email] })
  const { token, id } = await makeShare(owner, file, { emails: [email], require_email_code: true })
  const ask = (of: string) => anonymous(app).post(`/api/sharing/code/${of}`, { email })
  const codes = (share: string) =>
    db.query('select 1 from share_recipients where share_id = $1 and code_hash is not null', [share])
  t.equal((await ask(plain.token)).status, 204)
  t.equal((await codes(plain.id)).length, 0, 'a link that asks for no code sends none')
  for (let n = 0; n < 10; n++) t.equal((await ask(token)).status, 204)
  t.equal((await codes(id)).length, 1)
  t.equal((await ask(token)).status, 429)
})

t.test('emails: links are sent to recipients, within the limit of the account', async (t) => {
  const file = await putFile(owner, 'c.txt', 'c')
  const { token } = await makeShare(owner, file)
  const mail = (emails: string[]) => owner.client.post(`/api/share/${token}/email`, { emails })
  t.equal((await mail(['no address', 'a@example.org'])).status, 422)
  await db.query("delete from rate_limits where key like 'link-mail%'")
  const fifty = (from: number) => Array.from({ length: 50 }, (_, n) => `r${from + n}@example.org`)
  for (let n = 0; n < 6; n++) t.equal((await mail(fifty(n * 50))).status, 200)
  t.equal((await mail(['one@example.org'])).status, 429)
  t.equal((await owner.client.post('/api/file-request', { name: 'x', email: 'one@example.org' })).status, 429)
})

t.test('emails: recipients of a link or request that is rejected do not count', async (t) => {
  const file = await putFile(owner, 'd.txt', 'd')
  await makeShare(owner, file, { slug: 'taken-name' })
  await db.query("delete from rate_limits where key like 'link-mail%'")
  const emails = Array.from({ length: 50 }, (_, n) => `s${n}@example.org`)
  const link = (slug: string) => owner.client.post('/api/share', { id: file.id, type: 'file', slug, emails })
  const request = (expires_at: string) => owner.client.post('/api/file-request', { name: 'x', emails, expires_at })
  for (let n = 0; n < 4; n++) {
    t.match(await link('taken-name'), { status: 422, body: { code: 'slug-taken' } })
    t.equal((await request('2020-01-01T00:00:00Z')).status, 422)
  }
  t.equal((await link('free-name')).status, 201)
  t.equal((await request('2090-01-01T00:00:00Z')).status, 201)
})

t.test('referrer policy: URLs of links are not sent to other sites', async (t) => {
  const file = await putFile(owner, 'e.txt', 'e')
  const { token } = await makeShare(owner, file)
  for (const path of [`/api/sharing/${token}`, `/file/${file.id}?share=${token}`]) {
    const { headers } = await anonymous(app).fetch(path)
    t.equal(headers.get('referrer-policy'), 'no-referrer', path)
    t.match(headers.get('cache-control'), /no-(store|cache)/)
  }
})

t.test('A29: a browser can neither forge its visitor id nor get a new one for each call', async (t) => {
  const folder = await makeFolder(owner, 'counted')
  const { token, id } = await makeShare(owner, { id: folder, type: 'folder' })
  const file = await putFile(owner, 'counted.txt', 'x', folder)
  const visitor = anonymous(app)
  const open = (cookie = '') =>
    visitor.fetch(`/api/sharing/folders/all/${token}`, { headers: cookie === '' ? { cookie: 'a=b' } : { cookie } })
  const first = await open()
  const own = first.headers.getSetCookie().find((line) => line.startsWith('visitor=')) ?? ''
  t.equal((await open(own.split(';')[0])).headers.getSetCookie().length, 0, 'its own name it keeps')
  const forged = `visitor=${'x'.repeat(22)}.${own.split(';')[0]?.split('.')[1]}`
  t.equal((await open(forged)).headers.getSetCookie().length, 1)
  await db.query("delete from rate_limits where key like 'api:%'")
  const times = async (call: () => Promise<{ status: number }>) => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, call))).map(({ status }) => status))
    return statuses
  }
  const unknown = { headers: { cookie: 'a=b' } }
  const thumbnails = await times(() => visitor.fetch(`/thumbnail/xs/${id}?share=${token}`, unknown))
  t.notOk(thumbnails.includes(429), 'a frame on another site sends no cookie, and shows its pictures')
  t.equal((await open()).status, 200, 'and its folders')
  const found = await times(() => visitor.fetch(`/api/sharing/search/${token}?query=counted`, unknown))
  t.notOk(found.includes(429), 'searches there')
  t.equal((await visitor.fetch(`/file/${file.id}?share=${token}`, unknown)).status, 200, 'and downloads')
  const other = await makeShare(owner, file)
  const colleague = await anonymous(app).fetch(`/share/${other.token}/direct`)
  t.equal(colleague.status, 200, 'another browser of the network opens another link')
  const downloads = await times(() => visitor.fetch(`/file/${file.id}?share=${token}`, unknown))
  t.ok(downloads.includes(429), 'what is counted needs a visitor')
  t.equal((await open(own.split(';')[0])).status, 200)
})

t.test('a failed unlock is audited with as much of the visitor’s IP as the logs of links keep', async (t) => {
  const { settings } = app.coffer.platform
  const file = await putFile(owner, 'locked.txt', 'locked')
  const { id, token } = await makeShare(owner, file, { password: 'four unrelated words' })
  t.teardown(() => settings.set({ share_log_addresses: 'short' }))
  for (const choice of ['none', 'short'] as const) {
    await settings.set({ share_log_addresses: choice })
    await anonymous(app).post(`/api/sharing/authenticate/${token}`, { password: 'wrong' })
  }
  const ips = await db.query('select ip from audit_log where target = $1 and action = $2 order by id', [
    id,
    'sharing.unlock.failed',
  ])
  t.match(ips, [{ ip: null }, { ip: /\.0$/ }])
})
