import t from 'tap'
import { freePort } from '../tests/support/free-port.ts'
import { waitingServer } from './waiting-server.ts'

t.test('while the app restarts, forms of pages go back to their page and all other calls are 503', async (t) => {
  const port = await freePort()
  const server = await waitingServer('127.0.0.1', Number(port))
  t.teardown(() => server.close())
  const origin = `http://127.0.0.1:${port}`
  const send = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init })
  const json = { 'content-type': 'application/json' }
  for (const [path, init] of [
    ['/', {}],
    ['/api/ping', {}],
    ['/health/ready', {}],
    ['/api/rename/1', { method: 'PATCH', headers: json, body: '{"name":"a"}' }],
    ['/api/anything', { method: 'DELETE' }],
    ['/api/anything', { method: 'PUT', headers: json, body: '{' }],
    ['/api/anything', { method: 'POST', headers: json, body: `"${'a'.repeat(2 << 20)}"` }],
    ['/api/upload/chunks', { method: 'POST', body: new FormData() }],
    ['/api/anything', { method: 'POST' }],
  ] satisfies [string, RequestInit][]) {
    const response = await send(path, init)
    t.match([path, response.status, response.headers.get('retry-after')], [path, 503, '1'])
  }
  const form = {
    accept: 'text/html,*/*;q=0.8',
    referer: 'https://files.example.com/setup-wizard/environment-setup?a=b',
  }
  for (const body of [new URLSearchParams({ a: 'b' }), new FormData()]) {
    const response = await send('/api/setup', { method: 'POST', headers: form, body })
    t.match([response.status, response.headers.get('location')], [303, '/setup-wizard/environment-setup'])
  }
  t.equal((await send('/health/live')).status, 200)
})
