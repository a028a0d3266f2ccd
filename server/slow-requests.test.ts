import t from 'tap'
import { testApp } from '../tests/support/app.ts'
import { rawRequest } from '../tests/support/raw-request.ts'

t.test('A70: a connection whose headers or body do not arrive is closed', async (t) => {
  const app = await testApp(t)
  const began = Date.now()
  const seconds = async (text: string) => {
    await rawRequest(app.url, text)
    return (Date.now() - began) / 1_000
  }
  const head = 'POST /api/user/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const [headers, body] = await Promise.all([
    seconds('GET /api/ping HTTP/1.1\r\nHost: localhost\r\nX-'),
    seconds(`${head}Content-Length: 1000\r\n\r\n{"email":`),
  ])
  t.ok(headers > 15 && headers < 120, `headers: closed after ${headers.toFixed(0)} s`)
  t.ok(body > 25 && body < 120, `body: closed after ${body.toFixed(0)} s`)
})
