import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { fetchTransport } from '../../../../tests/support/fetch-transport.ts'
import type { ErrorResponse } from './api-response.ts'
import { classifyResponse } from './classify-response.ts'
import { noResponse, parseRetryAfter } from './transport.ts'

const verdict = (status: number, body: ErrorResponse['body'] = {}) =>
  classifyResponse({ ok: false, status, body, retryAfter: null })

t.test('classify: maps responses to their meaning for a file (D8, D27)', async (t) => {
  for (const status of [0, 429, 502, 503, 504])
    t.match(verdict(status), { kind: 'wait' }, `${status} is retried without a limit`)
  for (const status of [422, 500, 413, 404])
    t.match(verdict(status), { kind: 'rejected', stop: false }, `${status} fails the file`)
  for (const status of [423, 507])
    t.match(verdict(status), { kind: 'rejected', stop: true }, `${status} pauses the queue`)
  for (const [status, code] of [
    [410, 'request-closed'],
    [404, 'request-not-found'],
    [404, 'share-not-found'],
    [403, 'share-locked'],
  ] as const)
    t.match(verdict(status, { code }), { kind: 'rejected', stop: true }, `${code} stops the queue`)
  t.match(verdict(401, { code: 'unauthenticated' }), { kind: 'rejected', stop: true, signedOut: true })
  t.match(verdict(401, { code: 'upload-restricted' }), { kind: 'rejected', stop: true, signedOut: false })
  t.match(verdict(410, { code: 'request-closed' }), { kind: 'rejected', stop: true }, 'the others would fail alike')
  t.match(verdict(404, { code: 'share-not-found' }), { kind: 'rejected', stop: true })
  t.match(verdict(404, { code: 'parent-not-found' }), { kind: 'rejected', stop: false })
  t.match(verdict(409, { code: 'offset-conflict', expected_offset: 3 }), { kind: 'continue', offset: 3 })
  t.match(verdict(409, { code: 'upload-busy' }), { kind: 'busy' })
  t.match(verdict(400), { kind: 'retry' })
})

t.test('Retry-After as seconds and as a date', async (t) => {
  t.equal(parseRetryAfter('3'), 3)
  t.equal(parseRetryAfter(null), null)
  const soon = parseRetryAfter(new Date(Date.now() + 5_000).toUTCString())
  t.ok(soon !== null && soon > 2 && soon <= 5)
})

t.test(
  'transport: a page in place of a successful response, as of a captive portal, counts as no response',
  async (t) => {
    const replies: [status: number, text: string][] = [
      [200, '<p>Sign in to the network</p>'],
      [201, ''],
      [502, '<p>Bad gateway</p>'],
      [204, ''],
      [200, '{"data":{}}'],
    ]
    const server = createServer((_request, response) => {
      const [status, text] = replies.shift() as [number, string]
      response.writeHead(status).end(text)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    t.teardown(() => server.close())
    const send = fetchTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => ({}))
    const next = () => send({ method: 'GET', url: '/' })
    t.same(await next(), noResponse)
    t.same(await next(), noResponse)
    t.same(await next(), { status: 502, body: {}, retryAfter: null })
    t.same(await next(), { status: 204, body: {}, retryAfter: null })
    t.same(await next(), { status: 200, body: { data: {} }, retryAfter: null })
  },
)
