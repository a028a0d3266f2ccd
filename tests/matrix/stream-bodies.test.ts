import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { eventually, poll } from '../support/poll.ts'
import { statusOf } from '../support/raw-request.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '100000,100000' } })
const { hostname, port, host } = new URL(app.url)
const form = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'

/** Resolves with the status. `apart`: the body follows its head in a packet of its own. */
const post = (path: string, type: string, apart: boolean, headers = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\n${headers}\r\n`
    let answer = ''
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(statusOf(answer)))
    socket.write(apart ? head : head + form)
    if (apart) void sleep(5).then(() => socket.write(form))
  })

const paths = [
  ...new Set([...app.coffer.app.served.values()].filter(({ method }) => method !== 'GET').map(({ path }) => path)),
].map((path) => path.replace(/:\w+|\*/g, 'x'))

t.test('A48: a form or bytes for any endpoint, by anybody, are rejected and the server goes on', async (t) => {
  const failed: string[] = []
  for (const type of ['multipart/form-data; boundary=x', 'application/octet-stream'])
    for (const apart of [false, true]) {
      const statuses = await Promise.all(paths.map((path) => post(path, type, apart)))
      for (const [at, status] of statuses.entries())
        if (status === 0 || status >= 500) failed.push(`${paths[at]} ${type} ${status}`)
    }
  t.strictSame(failed, [])
  t.equal((await fetch(`${app.url}/api/ping`)).status, 200)
})

t.test('a call without a body is the same with the header of JSON', async (t) => {
  const [{ client }, visitor] = [await signUp(app), anonymous(app)]
  await visitor.get('/api/csrf')
  const status = async (by: Client, method: string, path: string, headers?: HeadersInit) =>
    (await by.fetch(path, { method, ...(headers && { headers }) })).status
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const differ: string[] = []
  for (const { method, path: pattern, bodyKind = 'json' } of app.coffer.app.served.values()) {
    if (method === 'GET' || bodyKind !== 'json') continue
    const path = pattern.replace(/:\w+/g, 'unknown-token')
    const statuses = [await status(visitor, method, path), await status(visitor, method, path, json)]
    if (statuses[0] !== statuses[1]) differ.push(`${method} ${path} ${statuses}`)
  }
  t.strictSame(differ, [])
  t.equal(await status(client, 'POST', '/api/notifications/read', json), 200)
  t.equal(await status(client, 'DELETE', '/api/trash/dump', json), 200)
  const needsName = await client.fetch('/api/create-folder', { method: 'POST', headers: json })
  t.match(
    { status: needsName.status, body: await needsName.json() },
    { status: 422, body: { errors: { name: [/\w/] } } },
  )
  const broken = await client.fetch('/api/create-folder', { method: 'POST', headers: json, body: '{' })
  t.equal(broken.status, 400)
})

t.test('D15: a multipart form with _method, for an endpoint that takes JSON', async (t) => {
  const { client } = await signUp(app)
  const { body: made } = await client.post<{ data: { id: string } }>('/api/create-folder', { name: 'old' })
  const send = (fields: Record<string, string | Blob>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return client.fetch(`/api/rename/${made.data.id}`, { method: 'POST', body })
  }
  t.equal((await send({ name: 'new', type: 'folder', _method: 'Patch' })).status, 200)
  const { body } = await client.get<{ data: { attributes: { name: string } } }>(`/api/items/${made.data.id}`)
  t.equal(body.data.attributes.name, 'new')
  const withFile = (file: Blob) => send({ name: 'newer', type: 'folder', _method: 'patch', file })
  const rejected = await withFile(new Blob(['x']))
  t.match(
    { status: rejected.status, body: await rejected.json() },
    { status: 422, body: { errors: { file: [/\w/] } } },
    'no file is lost without a word',
  )
  t.equal((await withFile(new Blob([]))).status, 200, 'a field in which nothing was chosen')
  t.equal((await send({ name: 'x'.repeat(300), type: 'folder', _method: 'patch' })).status, 422)
  t.equal((await send({ name: 'new', type: 'folder' })).status, 404, 'no such method')
  t.equal((await send({ name: 'x'.repeat(200_000), _method: 'patch' })).status, 413)
  t.equal((await client.fetch(`/api/rename/${made.data.id}`, { method: 'PATCH', body: new FormData() })).status, 200)
})

t.test('A48: a multipart form needs the CSRF token as well', async (t) => {
  const { client } = await signUp(app)
  const body = new FormData()
  body.append('name', 'x')
  const status = async (headers: Record<string, string>) =>
    (await client.fetch('/api/create-folder', { method: 'POST', body, headers })).status
  t.equal(await status({ 'x-xsrf-token': '' }), 419)
  t.equal(await status({ 'sec-fetch-site': 'cross-site' }), 403)
  t.equal(await status({}), 201)
})

t.test('R13: clients that vanish before their form is read leave no room taken', async (t) => {
  const { client } = await signUp(app)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let waiting = 0
  const { limiter } = app.coffer.platform
  const consume = limiter.consumeBatched
  limiter.consumeBatched = async (...given) => {
    waiting += 1
    await held
    return consume.apply(limiter, given)
  }
  t.teardown(() => {
    limiter.consumeBatched = consume
  })
  const length = 1_000_000
  const cookies = `Cookie: ${client.cookieHeader()}\r\nX-XSRF-TOKEN: ${decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '')}\r\n`
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/create-folder HTTP/1.1\r\nHost: ${host}\r\n${cookies}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n--x\r\n`,
    )
    return socket
  })
  await poll(() => waiting >= sockets.length)
  for (const socket of sockets) socket.destroy()
  await sleep(50)
  limiter.consumeBatched = consume
  release()
  const form = new FormData()
  form.append('name', 'x')
  const status = async () => (await client.fetch('/api/create-folder', { method: 'POST', body: form })).status
  await eventually(t, status, 201)
})
