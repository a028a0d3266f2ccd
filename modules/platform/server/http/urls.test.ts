import { request } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'

/** Status of a GET request with this Host header; `to` is the IP address to connect to. */
const statusWith = (app: TestApp, host: string, path = '/api/config', to = '127.0.0.1') =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host: to, port: new URL(app.url).port, path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

t.test('A55: without APP_URL, Host must be the address that was reached or a loopback name', async (t) => {
  const app = await testApp(t, { env: { HOST: '0.0.0.0' } })
  const { port } = new URL(app.url)
  const own = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'localhost', 'LOCALHOST:8080', '127.0.0.1']
  for (const host of own) t.equal(await statusWith(app, host), 200, host)
  const others = [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
  ]
  for (const host of [...others, `127.0.0.2:${port}`, 'localhost@evil.example'])
    for (const path of ['/api/config', '/', '/nowhere', '/health', '/api/pinged'])
      t.equal(await statusWith(app, host, path), 421, `${host} ${path}`)
  t.equal(
    await statusWith(app, `127.0.0.2:${port}`, '/api/config', '127.0.0.2'),
    200,
    'the IP address that was reached',
  )
  t.equal(await statusWith(app, '127.0.0.2', '/api/config', '127.0.0.2'), 421, 'the port must match too')
})

t.test('A55: with APP_URL, Host must be its host or a loopback name', async (t) => {
  const app = await testApp(t, { env: { APP_URL: 'https://files.example.org', HOST: '0.0.0.0' } })
  const { port } = new URL(app.url)
  for (const host of ['files.example.org', 'FILES.example.org', `localhost:${port}`])
    t.equal(await statusWith(app, host), 200, host)
  for (const host of ['files.example.org:81', 'evil.example']) t.equal(await statusWith(app, host), 421, host)
  t.equal(await statusWith(app, `127.0.0.2:${port}`, '/api/config', '127.0.0.2'), 421)
})

t.test('probes may ask for the health by any host name, such as a container’s', async (t) => {
  const app = await testApp(t, { env: { APP_URL: 'https://files.example.org', HOST: '0.0.0.0' } })
  for (const path of ['/health/live', '/health/ready', '/api/ping', '/api/ping?now'])
    t.equal(await statusWith(app, 'coffer:3000', path), 200, path)
  const headers = (await fetch(`${app.url}/health/live`)).headers
  t.equal(headers.get('strict-transport-security'), 'max-age=63072000', 'not for subdomains')
})

t.test('URLs longer than 4 KiB are 414, except where the contract sends lists and paths in them', async (t) => {
  const app = await testApp(t)
  const owner = await signUp(app)
  const { client } = owner
  const folder = await makeFolder(owner, 'Many')
  const files: { id: string }[] = []
  for (let n = 0; n < 3; n++) files.push(await putFile(owner, `${n}.txt`, 'x', folder))
  const long = 'x'.repeat(4_096)
  for (const path of ['/api/ping', '/api/browse/folders/all', '/nowhere', `/file/${files[0]?.id}/0.txt`]) {
    t.equal((await client.get(`${path}?q=${long}`)).status, 414, path)
    t.not((await client.get(`${path}?q=${'x'.repeat(4_000 - path.length)}`)).status, 414, path)
  }
  t.match((await client.get(`/api/ping?q=${long}`)).body, { type: 'error', code: 'uri-too-long' })
  t.equal((await client.post(`/api/create-folder?q=${long}`, { name: 'a' })).status, 414)

  const items = Array.from({ length: 120 }, (_, n) => `${files[n % 3]?.id}|file`).join(',')
  t.equal((await client.fetch(`/api/zip?items=${encodeURIComponent(items)}`)).status, 200, 'a zip of many items')
  const share = await makeShare(owner, { id: folder, type: 'folder' })
  const shared = await client.fetch(`/api/sharing/zip/${share.token}?items=${encodeURIComponent(items)}`)
  t.equal(shared.status, 200, 'a zip of a share link too')
  const deep = Array.from({ length: 12 }, (_, n) => `${n} ${'ö'.repeat(100)}`).join('/')
  const { token } = await makeFileRequest(owner, {})
  const open = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const uploads = ['/api/upload', `/api/sharing/upload/${open.token}`, `/api/file-request/${token}/upload`]
  const chunks = [
    '/api/upload/chunks',
    `/api/sharing/upload/chunks/${open.token}`,
    `/api/file-request/${token}/upload/chunks`,
  ]
  for (const path of [...uploads, ...chunks]) {
    const query = new URLSearchParams({ name: 'a.txt', path: `${deep}/a.txt`, total_size: '1' })
    if (chunks.includes(path)) {
      query.set('is_last_chunk', 'true')
      query.set('upload_id', crypto.randomUUID())
      query.set('offset', '0')
    }
    const response = await client.fetch(`${path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'x',
    })
    t.ok(query.toString().length > 7_000)
    t.equal(response.status, 201, path)
  }
})

t.test('a long URL is rejected before its body is read, and the connection serves the next request', async (t) => {
  const app = await testApp(t)
  const { port } = new URL(app.url)
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let all = ''
    socket.on('data', (bytes) => {
      all += bytes
    })
    socket.on('close', () => resolve(all))
    socket.write(`GET /api/ping?${'x'.repeat(5_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    socket.write('GET /api/ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  })
  t.match(text, /^HTTP\/1\.1 414 [\s\S]*HTTP\/1\.1 200 /)
})
