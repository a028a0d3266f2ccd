import t from 'tap'
import { testApp } from '../tests/support/app.ts'
import { rawRequest, statusOf } from '../tests/support/raw-request.ts'

t.test('A70: a connection whose headers or body do not arrive is closed', async (t) => {
  const app = await testApp(t)
  const head = (path: string, type: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
  // Each resolves when the server has closed its connection.
  const [headers, ...bodies] = await Promise.all([
    rawRequest(app.url, 'GET /api/ping HTTP/1.1\r\nHost: localhost\r\nX-'),
    ...[
      head('/api/user/check', 'application/json'),
      head('/api/user/check', 'Application/JSON; charset=utf-8'),
      head('/contact-us', 'application/x-www-form-urlencoded'),
    ].map((start) => rawRequest(app.url, `${start}Content-Length: 1000\r\n\r\n{"email":`)),
  ])
  t.equal(statusOf(headers), 408, 'headers')
  t.same(bodies, ['', '', ''], 'bodies: without an answer')
})
