import t from 'tap'
import { testApp } from '../tests/support/app.ts'
import { rawRequest, statusOf } from '../tests/support/raw-request.ts'

t.test('A70: a connection whose headers or body do not arrive is closed', async (t) => {
  const app = await testApp(t)
  const head = 'POST /api/user/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  // Each resolves when the server has closed its connection.
  const [headers, body] = await Promise.all([
    rawRequest(app.url, 'GET /api/ping HTTP/1.1\r\nHost: localhost\r\nX-'),
    rawRequest(app.url, `${head}Content-Length: 1000\r\n\r\n{"email":`),
  ])
  t.equal(statusOf(headers), 408, 'headers')
  t.equal(body, '', 'body: without an answer')
})
