import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import t from 'tap'
import { signUp } from '../tests/support/actors.ts'
import { type TestApp, testApp } from '../tests/support/app.ts'

interface RawResponse {
  status: number
  type: string
  location: string
  body: string
}

/** The response to a request line that is sent byte by byte as given: `fetch` would normalize it. */
const send = (app: TestApp, method: string, target: string, headers: Record<string, string> = {}) => {
  const { hostname, port } = new URL(app.url)
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return new Promise<RawResponse>((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2)
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      resolve({ status, type: header('content-type'), location: header('location'), body })
    })
    socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`))
  })
}

const unlimited = { API_RATE_LIMIT: '0,0' }

/** URLs that Vite and Vike treat specially, in several spellings. */
const frameworkUrls = [
  '/@fs/',
  '/@fs',
  '/@fs/etc/passwd',
  '/%40fs/etc/passwd',
  '/%40%66s/x',
  '/@vite/client',
  '/%40vite/client',
  '/@id/x',
  '/@id/__x00__virtual',
  '/@react-refresh',
  '/__vite_ping',
  '/%5f_vite_ping',
  '/__open-in-editor?file=x',
  ...['x', '1', 'null', '[]', '"x"', '', '%ff', '{'].map((value) => `/index.pageContext.json?_vike=${value}`),
  '/sign-in/index%2epageContext.json',
  '/%69ndex.pageContext.json',
  '/sign-in%2findex.pageContext.json',
  '/sign-in/index.pageContext.json?_vike=x',
  '/nowhere/index.pageContext.json?_vike={}&_vike=1',
]

const oddPaths = [
  ...frameworkUrls,
  '/index.pageContext.json',
  '/index.pageContext.json?_vike={}',
  '/x.pageContext.json',
  '/index.pageContext.json/',
  '/index.pageContext.json/index.pageContext.json',
  '/.vite/manifest.json',
  '/virtual:vike:x',
  '/node_modules/x',
  '//',
  '///',
  '//@fs/x',
  '//evil.example',
  '//evil.example/%2e',
  '/\\evil.example',
  '/%5cevil',
  '/%2F',
  '/%2f%2fevil',
  '/%00',
  '/a%00b',
  '/%ff',
  '/%',
  '/%zz',
  '/%E0%A4%A',
  '/ü',
  '/\u202e',
  '/a b',
  '/%0d%0ax:y',
  '/%0a',
  '/%2e%2e/',
  '/../..',
  '/./',
  '/a/../b',
  '/;a=b',
  '/?',
  '/?%',
  '/?%zz=1',
  '/?_vike=x',
  '/?_vike[]=x',
  '/#x',
  '/a#b?c',
  '/*',
  '/:id',
  '/@token',
  '/$',
  '/[',
  '/{',
  '/"',
  "/'",
  '/<script>',
  '/%c3%bc',
  '/+',
  '/~',
  '/^',
  '/|',
  '/`',
  '/http://evil',
  '/https:',
  '/javascript:alert(1)',
  '/tauri://x',
  '/favicon.ico',
  '/sw.js',
  '/index.html',
  '/__proto__',
  '/constructor',
  '/toString',
  '/?__proto__[x]=1',
  '/?a[b][c]=1',
  '/?view=%00',
  '/?redirect=%',
  '/?page=99999999999999999999',
  '/?page=-1',
  '/?page=NaN',
  '/?sort=__proto__',
  '/?problem=%ff',
  '/?name=%ff',
  `/${'a'.repeat(4_000)}`,
  `/${'a/'.repeat(2_000)}`,
  `/${'%41'.repeat(1_300)}`,
  `/?${'a=1&'.repeat(1_000)}`,
  `/${'a'.repeat(9_000)}`,
  `/?${'a'.repeat(9_000)}`,
  'http://evil.example/',
  'http://evil.example/@fs/',
  '*',
]
const basePaths = ['', '/', '/sign-in', '/platform/files', '/nowhere', '/share/abcdefgh', '/share/abcdefgh/files']
const otherBasePaths = [
  '/request/abcdefgh/upload',
  '/user',
  '/api',
  '/api/x',
  '/setup-wizard',
  '/assets',
  '/audio',
  '/file/x',
]

t.test('no URL causes a server error or a redirect to another site', async (t) => {
  const app = await testApp(t, { pages: true, env: unlimited })
  const cookie = (await signUp(app)).client.cookieHeader()
  const requests: [string, string, Record<string, string>][] = []
  for (const headers of [{}, { cookie }] as Record<string, string>[])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])
      for (const base of method === 'GET' ? [...basePaths, ...otherBasePaths] : ['', '/api'])
        for (const end of oddPaths) requests.push([method, `${base}${end}`, headers])
  for (const [method, target, headers] of requests) {
    const { status, location } = await send(app, method, target, headers)
    const isFine = status >= 200 && status < 500 && !/^(\/[/\\]|[a-z]+:)/i.test(location)
    if (!isFine) t.fail(`${method} ${target.slice(0, 120)}: ${status} ${location}`)
  }
  t.ok(requests.length > 2_000)
  for (const target of frameworkUrls) {
    const expected = target.includes('%ff') ? [400, 404] : [404]
    t.ok(expected.includes((await send(app, 'GET', target)).status), target)
  }
  t.equal(
    (await send(app, 'GET', '/sign-in/index.pageContext.json?_vike={}')).status,
    200,
    'as Vike itself requests it',
  )
  const missing = await fetch(new URL('/nowhere', app.url))
  t.equal(missing.status, 404)
  t.match(missing.headers.get('content-type'), 'text/html')
  t.match(missing.headers.get('x-request-id'), /^[0-9a-f-]{36}$/, 'a page of an error has the id of its request')
  t.notMatch(await missing.text(), '<code', 'nothing has failed')
  for (const table of ['team_invitations', 'shares'])
    await app.coffer.platform.db.query(`alter table ${table} rename to hidden_${table}`)
  // A page whose data cannot be read, and one that fails before.
  for (const path of [`/team-folder-invitation/${randomUUID()}`, `/share/${randomUUID()}`]) {
    const failed = await fetch(new URL(path, app.url))
    t.equal(failed.status, 500, path)
    t.match(failed.headers.get('content-type'), 'text/html', path)
    const reference = failed.headers.get('x-request-id')?.slice(0, 8)
    t.match(await failed.text(), `>${reference}</code>`, 'people name it to an administrator')
    const data = await fetch(new URL(`${path}/index.pageContext.json`, app.url))
    t.equal(data.status, 500, 'its data for the browser')
    t.match(data.headers.get('x-request-id'), /^[0-9a-f-]{36}$/)
  }
})

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY']
const unknown = [
  '/api',
  '/api/',
  '/api/x',
  '/api/x/y?z=1',
  '/api?x',
  '//api/x',
  '///api',
  '/API/x',
  '/Api',
  '/%61pi/x',
  '/%41PI/x',
  '/api%2fx',
  '/api/%2e%2e/x',
  '/api/ping/x',
  '/api/user/',
  '/api/index.pageContext.json',
  '/api/@fs/',
  '/api/x.css',
]

t.test('D49: an unknown URL of the API is a JSON 404 for every caller and method', async (t) => {
  const app = await testApp(t, { pages: true, env: unlimited })
  const { client, email } = await signUp(app)
  const visitors = { 'signed in': { cookie: client.cookieHeader(), accept: 'text/html' }, 'signed out': {} }
  for (const [who, headers] of Object.entries(visitors))
    for (const method of methods)
      for (const target of unknown) {
        const response = await send(app, method, target, headers)
        const what = `${method} ${target}, ${who}`
        t.equal(response.status, 404, what)
        t.match(response.type, /^application\/json/, what)
        if (method !== 'HEAD') t.match(JSON.parse(response.body), { type: 'error', code: 'not-found' }, what)
        t.notMatch(response.body, email)
      }
  for (const path of ['/apix', '/x/api/y']) t.match((await send(app, 'GET', path)).type, /^text\/html/, path)
  t.equal((await send(app, 'GET', '/%61pi/ping')).status, 200, 'known endpoints are found in any spelling')
})

t.test('D49: before the installation it is 503 not-installed', async (t) => {
  const app = await testApp(t, { pages: true, installed: false, env: unlimited })
  for (const method of methods)
    for (const target of [...unknown, '/api/user']) {
      if (target === '/api/user' && method !== 'GET') continue
      const response = await send(app, method, target)
      const what = `${method} ${target}`
      t.equal(response.status, 503, what)
      if (method !== 'HEAD') t.match(JSON.parse(response.body), { type: 'error', code: 'not-installed' }, what)
    }
  t.equal((await send(app, 'GET', '/api/ping')).status, 200)
  t.equal((await send(app, 'GET', '/nowhere')).location, '/setup-wizard/status-check', 'pages lead to the wizard')
})

t.test('neither escapes nor a query string bypass the rate limit of the API', async (t) => {
  const app = await testApp(t, { env: { API_RATE_LIMIT: '600,10' } })
  for (const target of ['/%61pi/config', '/api/config?x=/upload/chunks', '/%61pi/nowhere']) {
    const from = { 'x-forwarded-for': `10.1.1.${target.length}` }
    const statuses = []
    for (let call = 0; call < 25; call++) statuses.push((await send(app, 'GET', target, from)).status)
    t.ok(statuses.includes(429), `${target}: ${statuses.join(' ')}`)
  }
})
