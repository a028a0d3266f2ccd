import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { RawConnection, type RawRequest } from '../../../../tests/support/connection.ts'
import { multipartOf } from '../../../../tests/support/multipart-body.ts'
import { testNginx } from '../../../../tests/support/nginx.ts'

const room = 40_000_000
const octets = { 'content-type': 'application/octet-stream' }

const chunkPath = (fields: Record<string, string>) =>
  `/api/upload/chunks?${new URLSearchParams({ name: 'a.bin', upload_id: randomUUID(), is_last_chunk: 'true', ...fields })}`

const formOf = (fields: Record<string, string>, bytes: Buffer): Pick<RawRequest, 'headers' | 'body'> => {
  const all = { name: 'a.bin', upload_id: randomUUID(), is_last_chunk: 'true', ...fields }
  const { type, body } = multipartOf([
    ...Object.entries(all).map(([name, value]) => ({ name, value })),
    { name: 'chunk', value: bytes, fileName: 'a.bin' },
  ])
  return { headers: { 'content-type': type }, body }
}

/** Rejected requests, each with its status. `bytes` are the body. */
const rejectedCalls = (bytes: Buffer): [string, number, RawRequest & { anonymous?: boolean }][] => {
  const head = Buffer.from('[{"name":"a","total_size":"5"}]')
  const raw = (fields: Record<string, string>, headers = {}) => ({
    path: chunkPath(fields),
    headers: { ...octets, ...headers },
    body: bytes,
  })
  const form = (fields: Record<string, string>) => ({ path: '/api/upload/chunks', ...formOf(fields, bytes) })
  return [
    ['raw, more than its total', 422, raw({ offset: '0', total_size: '1000' })],
    ['raw, wrong offset', 409, raw({ offset: '5', total_size: '1000' })],
    ['raw, unknown parent', 404, raw({ offset: '0', parent_id: randomUUID() })],
    ['raw, above the account', 423, raw({ offset: '0', total_size: String(room + 1) })],
    ['raw, bad name', 422, raw({ name: 'a/b' })],
    ['raw, compressed', 415, raw({}, { 'content-encoding': 'gzip' })],
    ['raw, signed out', 401, { ...raw({}), anonymous: true }],
    ['form, more than its total', 422, form({ offset: '0', total_size: '1000' })],
    ['form, wrong offset', 409, form({ offset: '5' })],
    ['form, unknown parent', 404, form({ parent_id: randomUUID() })],
    ['form, signed out', 401, { ...form({}), anonymous: true }],
    ['form, broken', 422, { ...form({}), body: bytes, headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ['form without a boundary', 400, { ...form({}), headers: { 'content-type': 'multipart/form-data' } }],
    [
      'bundle, of wrong size',
      422,
      { path: `/api/upload/bundle?head=${head.length}`, headers: octets, body: Buffer.concat([head, bytes]) },
    ],
    ['bundle, signed out', 401, { path: `/api/upload/bundle?head=9`, headers: octets, body: bytes, anonymous: true }],
    [
      'JSON above its limit',
      413,
      { path: '/api/upload/conflicts', headers: { 'content-type': 'application/json' }, body: bytes },
    ],
    ['unknown address', 404, { path: '/unknown', headers: octets, body: bytes }],
  ]
}

const small = 1_100_000

/** A request that every connection must answer next. */
const next = { method: 'GET', path: '/unknown' }

/** Sends each rejected call and expects its response. `keeps`: the connection must then answer another request. */
const expectAnswers = async (t: Test, url: string, user: string, bytes: Buffer, { keeps = false } = {}) => {
  for (const chunked of [false, true])
    for (const [label, status, { anonymous, ...call }] of rejectedCalls(bytes)) {
      const name = `${label}, ${bytes.length} bytes${chunked ? ', chunked' : ''}`
      const headers = { ...call.headers, ...(anonymous ? {} : { 'x-test-user': user }) }
      const connection = await RawConnection.open(url)
      const answer = await connection.send({ ...call, headers, chunked, pieceBytes: 64 << 10 })
      t.equal(answer?.status, status, name)
      if (keeps && answer?.headers.connection !== 'close') t.match(await connection.send(next), { status: 404 }, name)
      connection.close()
    }
}

t.test('D8: after a rejection the response arrives, and the connection stays usable or closes', async (t) => {
  const { url, person, platform } = await testUploads(t, { canUpload: async () => ({ allowed: true, limit: room }) })
  const me = await person()
  await expectAnswers(t, url, me.ownerId, Buffer.alloc(small, 'x'), { keeps: true })
  await expectAnswers(t, url, me.ownerId, Buffer.alloc(10 * small, 'x'), { keeps: true })
  await platform.settings.set({ upload_limit: 2 })
  const connection = await RawConnection.open(url)
  t.teardown(() => connection.close())
  const auth = { 'x-test-user': me.ownerId }
  for (const call of [
    { path: chunkPath({}), headers: { ...octets, ...auth }, body: Buffer.alloc(3_000_000) },
    { path: '/api/upload/chunks', ...formOf({}, Buffer.alloc(3_000_000)) },
  ])
    for (const chunked of [false, true]) {
      t.match(await connection.send({ ...call, chunked, headers: { ...call.headers, ...auth } }), { status: 413 })
      t.match(await connection.send(next), { status: 404 })
    }
})

t.test('D8: the same through a proxy that streams bodies and reuses connections', async (t) => {
  const { url, person } = await testUploads(t, { canUpload: async () => ({ allowed: true, limit: room }) })
  const proxy = await testNginx(t, url)
  if (!proxy) return t.comment('nginx is not installed')
  const me = await person()
  await expectAnswers(t, proxy.url, me.ownerId, Buffer.alloc(small, 'x'))
  await expectAnswers(t, proxy.url, me.ownerId, Buffer.alloc(10 * small, 'x'))
  t.notMatch(proxy.errors(), /prematurely|reset by peer/)
})
