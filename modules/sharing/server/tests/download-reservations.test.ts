import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { OpenUpload } from '../../../storage/contract.ts'

const quota = 1_000_000_000
const app = await testApp(t)
const { db } = app.coffer.platform

const owner = async () => {
  const person = await signUp(app)
  await db.query('update users set max_storage_bytes = $2 where id = $1', [person.id, quota])
  const usage = async () =>
    (
      await db.query<{ used: number; reserved: number }>(
        'select used_bytes as used, reserved_bytes as reserved from usage where user_id = $1',
        [person.id],
      )
    )[0]
  const open = async () =>
    (await person.client.get<{ data: { data: OpenUpload }[] }>('/api/user/uploads')).body.data.map(({ data }) => data)
  return { ...person, usage, open }
}

/** One chunk of a file with a larger `total_size`. */
const send = async (client: Client, path: string, fields: Record<string, string>, bytes: Buffer, ip?: string) => {
  if (!client.cookies.has('XSRF-TOKEN')) await client.get('/api/csrf')
  const query = new URLSearchParams({ name: 'a.bin', offset: '0', is_last_chunk: 'false', ...fields })
  const answer = await client.fetch(`${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(ip ? { 'x-forwarded-for': ip } : {}) },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

for (const way of ['share', 'request'] as const)
  t.test(`A28, A29: a visitor by a ${way} reserves received bytes, whatever size is claimed`, async (t) => {
    const me = await owner()
    const folder = await makeFolder(me, 'Inbox')
    const token =
      way === 'share'
        ? (await makeShare(me, { id: folder, type: 'folder' }, { permission: 'editor' })).token
        : (await makeFileRequest(me, { name: 'Photos' })).token
    const path = way === 'share' ? `/api/sharing/upload/chunks/${token}` : `/api/file-request/${token}/upload/chunks`
    const claim = { total_size: '940000000' }
    const attacks = []
    for (let n = 0; n < 5; n++) {
      const upload_id = randomUUID()
      const visitor = anonymous(app)
      attacks.push({ visitor, upload_id })
      t.equal((await send(visitor, path, { ...claim, upload_id }, randomBytes(10))).status, 200)
    }
    t.same(await me.usage(), { used: 0, reserved: 50 })
    const listed = await me.open()
    t.equal(listed.length, 5)
    t.match(listed[0]?.attributes, {
      name: 'a.bin',
      received: 10,
      total_size: 940_000_000,
      source: { kind: way, label: way === 'share' ? 'Inbox' : 'Photos' },
    })
    t.equal((await putFile(me, 'mine.bin', randomBytes(5_000_000))).attributes.size, 5_000_000, 'the owner has room')

    const [first] = attacks as [(typeof attacks)[number]]
    const otherAccount = await owner()
    t.equal(
      (await otherAccount.client.delete(`/api/user/uploads/${first.upload_id}`)).status,
      404,
      'another account cannot end it',
    )
    t.equal((await me.client.delete(`/api/user/uploads/${first.upload_id}`)).status, 204)
    t.equal((await me.open()).length, 4)
    const next = { ...claim, upload_id: first.upload_id, offset: '10' }
    t.match(await send(first.visitor, path, next, randomBytes(10)), {
      status: 404,
      body: { code: 'upload-not-found' },
    })
    t.match(
      await send(anonymous(app), path, { total_size: '2000000000', upload_id: randomUUID() }, randomBytes(10)),
      { status: 423, body: { code: 'quota-exceeded' } },
      'a file beyond the limit is rejected before it is sent',
    )
  })

t.test('an aborted chunk reserves no more than what is stored', async (t) => {
  const me = await owner()
  const folder = await makeFolder(me, 'Inbox')
  const { token } = await makeShare(me, { id: folder, type: 'folder' }, { permission: 'editor' })
  const visitor = anonymous(app)
  await visitor.get('/api/csrf')
  const query = new URLSearchParams({
    name: 'a.bin',
    upload_id: randomUUID(),
    offset: '0',
    total_size: '900000000',
    is_last_chunk: 'false',
  })
  const call = request(`${app.url}/api/sharing/upload/chunks/${token}?${query}`, {
    method: 'POST',
    headers: {
      cookie: visitor.cookieHeader(),
      'x-xsrf-token': decodeURIComponent(visitor.cookies.get('XSRF-TOKEN') ?? ''),
      'content-type': 'application/octet-stream',
      'content-length': 64_000_000,
    },
  })
  call.on('error', () => undefined)
  call.write(randomBytes(6_000_000))
  const arrived = await poll(me.usage, (usage) => (usage?.reserved ?? 0) >= 6_000_000)
  t.ok((arrived?.reserved ?? 0) <= 24_000_000, `${arrived?.reserved} bytes are reserved for 6 MB`)
  call.destroy()
  // The received bytes are kept, so that the upload goes on from there.
  t.match(await poll(me.usage, (usage) => usage?.reserved === 6_000_000), { used: 0, reserved: 6_000_000 })
})

t.test('open uploads are limited per link, and lower per network', async (t) => {
  const me = await owner()
  const folder = await makeFolder(me, 'Inbox')
  const { token } = await makeShare(me, { id: folder, type: 'folder' }, { permission: 'editor' })
  const path = `/api/sharing/upload/chunks/${token}`
  const open = async (client: Client, ip: string) =>
    (await send(client, path, { total_size: '20', upload_id: randomUUID() }, randomBytes(10), ip)).status
  const statuses: number[] = []
  for (const [network, opened] of [
    ['203.0.113.1', 61],
    ['203.0.113.2', 61],
    ['203.0.113.3', 31],
  ] as const) {
    let client = anonymous(app)
    for (let n = 0; n < opened; n++) {
      if (n % 20 === 0) client = anonymous(app)
      statuses.push(await open(client, network))
    }
  }
  t.equal(statuses.filter((status) => status === 200).length, 150)
  t.same([statuses[60], statuses[121], statuses[152]], [429, 429, 429])
  t.same(await me.usage(), { used: 0, reserved: 1_500 })
})

t.test('the garbage collector releases reservations of a killed process', async (t) => {
  const me = await owner()
  const folder = await makeFolder(me, 'Inbox')
  const { token } = await makeShare(me, { id: folder, type: 'folder' }, { permission: 'editor' })
  const upload_id = randomUUID()
  await send(
    anonymous(app),
    `/api/sharing/upload/chunks/${token}`,
    { total_size: '900000000', upload_id },
    randomBytes(10),
  )
  await db.query('update upload_sessions set reserved_bytes = 5000000 where id = $1', [upload_id])
  await db.query('update usage set reserved_bytes = 5000000 where user_id = $1', [me.id])
  await app.coffer.storage.api.garbageCollector.run()
  t.same(await me.usage(), { used: 0, reserved: 10 })
})
