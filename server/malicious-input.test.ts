import t from 'tap'
import { anonymous, createAccount, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { rawRequest, statusOf } from '../tests/support/raw-request.ts'

t.test('A22: serves no internal files', async (t) => {
  const app = await testApp(t, { pages: true })
  const visitor = anonymous(app)
  const paths = ['/.env', '/.git/config', '/package.json', '/server', '/server/app.ts', '/metrics', '/docs', '/data']
  const odd = [
    '/%2e%2e/.env',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets//etc/passwd',
  ]
  for (const path of [...paths, ...odd]) {
    const response = await visitor.fetch(path)
    t.ok([400, 404].includes(response.status), `${path}: ${response.status}`)
    t.notMatch(await response.text(), /"dependencies"|APP_KEY|root:x:/, path)
  }
  const html = await (await visitor.fetch('/sign-in')).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  t.equal((await visitor.fetch(script)).status, 200, 'a script of the page')
  t.equal((await visitor.fetch(`${script}.map`)).status, 404, 'has no map')
  for (const name of ['server', 'x-powered-by']) t.notOk((await visitor.fetch('/sign-in')).headers.has(name), name)
})

t.test('scripts of other origins may call the API without cookies, and nothing else', async (t) => {
  const app = await testApp(t)
  const { client, token } = await createAccount(app)
  const origin = 'https://elsewhere.example'
  const asked = { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' }
  const allowed = await fetch(`${app.url}/api/user`, { method: 'OPTIONS', headers: asked })
  t.equal(allowed.status, 204)
  t.equal(allowed.headers.get('access-control-allow-origin'), '*')
  t.match(allowed.headers.get('access-control-allow-methods'), /PATCH/)
  t.match(allowed.headers.get('access-control-allow-headers'), /Authorization/)
  const page = await fetch(`${app.url}/sign-in`, { method: 'OPTIONS', headers: asked })
  t.equal(page.headers.get('access-control-allow-origin'), null, 'not the pages')
  const settings = { name: 'city', value: 'Ulm' }
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/user/settings`, {
      method: 'PATCH',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(settings),
    })
  const answer = await send({ authorization: `Bearer ${token}` })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  t.equal(answer.headers.get('access-control-allow-credentials'), null)
  const stolen = {
    cookie: client.cookieHeader(),
    'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
  }
  t.equal((await send(stolen)).status, 403, 'cookies of another origin')
})

t.test('preflights are not calls: they do not use up the limit of a network', async (t) => {
  const app = await testApp(t, { env: { API_RATE_LIMIT: '600,2' } })
  const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
  for (let at = 0; at < 4; at++)
    t.equal((await fetch(`${app.url}/api/items/${at}`, { method: 'OPTIONS', headers: asked })).status, 204)
})

t.test('A22, A72: rejects unused HTTP methods', async (t) => {
  const app = await testApp(t)
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'OPTIONS']) {
    const response = await rawRequest(
      app.url,
      `${method} /api/ping HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\nConnection: close\r\n\r\n`,
    )
    t.ok([0, 400, 404, 405].includes(statusOf(response)), `${method}: ${statusOf(response)}`)
    t.notMatch(response, /canary/)
  }
  const { client } = await signUp(app)
  const deleted = { headers: { 'x-http-method-override': 'DELETE' } }
  t.equal((await client.post('/api/notifications', {}, deleted)).status, 404, 'a header changes no method')
})

t.test('A61: rejects keys that would change a prototype', async (t) => {
  const app = await testApp(t)
  const { client } = await signUp(app)
  const send = async (body: string) => {
    const response = await client.fetch('/api/create-folder', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body,
    })
    return response.status
  }
  await client.get('/api/user')
  t.equal(await send('{"name":"Plain"}'), 201)
  for (const body of [
    '{"name":"a","__proto__":{"x":1}}',
    '{"name":"a","constructor":{"prototype":{"x":1}}}',
    '{"name":{"__proto__":{"x":1}}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  ]) {
    const status = await send(body)
    t.ok(status === 400 || status === 422, `${body.slice(0, 40)}: ${status}`)
  }
  for (const query of ['a[__proto__][x]=1', '__proto__[x]=1', '__proto__=1', 'constructor.prototype.x=1']) {
    const { status } = await client.get(`/api/browse/folders/all?${query}`)
    t.ok(status === 200 || status === 422, `${query}: ${status}`)
  }
  t.equal(({} as { x?: unknown }).x, undefined)
})

t.test('A69: rejects oversized requests', async (t) => {
  const app = await testApp(t)
  const { client } = await signUp(app)
  const items = Array.from({ length: 100_001 }, () => 7)
  const cases: [string, () => Promise<number>, number[]][] = [
    ['a body above 1 MiB', async () => (await client.post('/api/remove', { a: 'x'.repeat(1 << 20) })).status, [413]],
    ['very many items', async () => (await client.post('/api/remove', { items })).status, [422]],
    ['a long URL', async () => (await client.get(`/api/ping?q=${'x'.repeat(20_000)}`)).status, [414, 431]],
    [
      'a long header',
      async () => (await client.get('/api/ping', { headers: { 'x-a': 'x'.repeat(100_000) } })).status,
      [431],
    ],
    [
      'very many fields of a query',
      async () =>
        (await client.get(`/api/browse/folders/all?${Array.from({ length: 1_000 }, (_, n) => `q${n}=1`).join('&')}`))
          .status,
      [200, 400, 414, 422],
    ],
  ]
  for (const [what, call, expected] of cases) {
    // Some requests are rejected while the client still sends: it may then get no response, which is also a rejection.
    const status = await call().catch(() => expected[0] as number)
    t.ok(expected.includes(status), `${what}: ${status}`)
  }
  t.equal((await client.get('/api/ping')).status, 200, 'other requests are served')
})

t.test('A72: rejects ambiguous requests', async (t) => {
  const app = await testApp(t)
  const post = 'POST /api/user/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const hidden = 'GET /api/ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const cases = {
    'both lengths': `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    'an unknown coding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    'two lengths': `${post}Content-Length: 0\r\nContent-Length: 80\r\n\r\n${hidden}`,
    'a folded header': `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${hidden}`,
    'a bare line feed': `GET /api/ping HTTP/1.1\nHost: localhost\nConnection: close\n\n${hidden}`,
    'no host': 'GET /api/ping HTTP/1.1\r\nConnection: close\r\n\r\n',
    'a space before the colon': `GET /api/ping HTTP/1.1\r\nHost : localhost\r\nConnection: close\r\n\r\n`,
  }
  for (const [what, bytes] of Object.entries(cases)) {
    const response = await rawRequest(app.url, bytes)
    t.equal(statusOf(response), 400, what)
    t.notMatch(response, /HTTP\/1\.1 200/, `${what}: the hidden request is not answered`)
  }
})
