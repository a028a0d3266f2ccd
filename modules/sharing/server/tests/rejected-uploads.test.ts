import { randomUUID } from 'node:crypto'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { RawConnection } from '../../../../tests/support/connection.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { multipartOf } from '../../../../tests/support/multipart-body.ts'

const next = { method: 'GET', path: '/api/unknown' }

t.test('D8: rejected forms and chunks of visitors keep the connection usable', async (t) => {
  const app = await testApp(t)
  const owner = await signUp(app)
  const { token } = await makeFileRequest(owner, { max_file_size: 1_000 })
  const uploader = await RawConnection.open(app.url.replace('localhost', '127.0.0.1'))
  t.teardown(() => uploader.close())
  const host = { host: new URL(app.url).host }
  const bytes = Buffer.alloc(3_000_000, 'x')
  const csrf = await uploader.send({ method: 'GET', path: '/api/csrf', headers: host })
  const cookie = csrf?.headers['set-cookie']?.split(';')[0] ?? ''
  const form = (value: string) =>
    multipartOf([
      { name: 'csrf', value },
      { name: 'files', value: bytes, fileName: 'a.txt' },
    ])
  const own = form(cookie.split('=')[1] ?? '')
  const chunk = new URLSearchParams({ name: 'a.txt', upload_id: randomUUID(), is_last_chunk: 'true' })
  const octets = { 'content-type': 'application/octet-stream' }
  const proof = { cookie, 'x-xsrf-token': decodeURIComponent(cookie.split('=')[1] ?? '') }
  const calls = [
    ['form with a forged token', 419, `/request/${token}/upload`, { 'content-type': own.type }, form('forged').body],
    ['form, file too large', 413, `/request/${token}/upload`, { 'content-type': own.type, ...proof }, own.body],
    ['form of an unknown request', 404, '/request/unknown/upload', { 'content-type': own.type }, own.body],
    ['chunk without CSRF', 419, `/api/file-request/${token}/upload/chunks?${chunk}`, octets, bytes],
    ['chunk too large', 413, `/api/file-request/${token}/upload/chunks?${chunk}`, { ...octets, ...proof }, bytes],
    ['unknown link', 404, `/api/sharing/upload/chunks/unknown?${chunk}`, { ...octets, ...proof }, bytes],
    ['JSON too large', 413, '/login', { 'content-type': 'application/json' }, bytes],
  ] as const
  for (const chunked of [false, true])
    for (const [label, status, path, headers, body] of calls) {
      const connection = await RawConnection.open(app.url.replace('localhost', '127.0.0.1'))
      const answer = await connection.send({
        path,
        headers: { ...host, ...headers },
        body,
        chunked,
        pieceBytes: 64 << 10,
      })
      t.equal(answer?.status, status, label)
      if (answer?.headers.connection !== 'close')
        t.match(await connection.send({ ...next, headers: host }), { status: 404 }, label)
      connection.close()
    }
})

t.test('a call above the rate limit gets 429, and its connection stays open', async (t) => {
  const app = await testApp(t, { env: { API_RATE_LIMIT: '600,2' } })
  const connection = await RawConnection.open(app.url.replace('localhost', '127.0.0.1'))
  t.teardown(() => connection.close())
  const headers = { host: new URL(app.url).host, 'content-type': 'application/json' }
  const call = { path: '/api/register', headers, body: Buffer.from(`{}${' '.repeat(900_000)}`), pieceBytes: 64 << 10 }
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await connection.send(call))?.status)
  t.same(statuses.slice(2), [429, 429])
})
