import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import t from 'tap'
import { createAccount } from '../../tests/support/actors.ts'
import { localStoreOnly } from '../../tests/support/blob-keys.ts'
import { cli } from '../../tests/support/cli.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { eventually, poll } from '../../tests/support/poll.ts'
import { type TestServer, testServer } from '../../tests/support/server.ts'
import { sha256Hex } from '../../tests/support/uploader.ts'

const env = { WORKERS: '2', LOG_LEVEL: 'error' }

interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

type Call = (path: string, options?: RequestOptions, body?: Buffer | string) => Promise<Reply>

/** Calls over one connection, which one app process answers. */
const connection = (server: TestServer, token: string): Call => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (path, options = {}, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.0.0.9', ...options.headers }
      const call = request(new URL(path, server.url), { agent, ...options, headers }, async (answer) => {
        const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>))
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      })
      call.on('error', reject).end(body)
    })
}

/** A connection to each of two app processes: Node deals them out in turn. */
const twoConnections = async (server: TestServer, token: string): Promise<[Call, Call]> => {
  const calls: [Call, Call] = [connection(server, token), connection(server, token)]
  for (const call of calls) await call('/api/ping')
  return calls
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const runs = (pid: number) => readdirSync('/proc').includes(String(pid))
const json = { 'content-type': 'application/json' }
const put = (call: Call, fields: Record<string, string | number>, bytes: Buffer) =>
  call(
    `/api/upload/chunks?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`,
    { method: 'POST', headers: { 'content-type': 'application/octet-stream' } },
    bytes,
  )
const idOf = ({ body }: Reply): string => (JSON.parse(body.toString()) as { data: { id: string } }).data.id

t.test('WORKERS: two processes serve one port, and each shows at once what the other has written', async (t) => {
  const metricsPort = await freePort()
  const server = await testServer(t, { env: { ...env, METRICS_PORT: metricsPort } })
  t.equal(childrenOf(server.pid).length, 2)
  const account = await createAccount(server)
  const [one, other] = await twoConnections(server, account.token)

  const bytes = randomBytes(5_000_000)
  const upload = { name: 'a.bin', upload_id: randomUUID(), total_size: bytes.length }
  const size = 1_000_000
  let last: Reply | null = null
  for (let offset = 0; offset < bytes.length; offset += size) {
    const fields = { ...upload, offset, is_last_chunk: Number(offset + size === bytes.length) }
    last = await put(offset % (2 * size) ? other : one, fields, bytes.subarray(offset, offset + size))
  }
  t.equal(last?.status, 201, 'the chunks of an upload through both')
  const id = idOf(last as Reply)
  for (const call of [one, other]) t.equal(sha256Hex((await call(`/file/${id}`)).body), sha256Hex(bytes))

  for (let round = 0; round < 20; round++) {
    const name = `${round}.bin`
    const [writer, reader] = round % 2 ? [one, other] : [other, one]
    await reader(`/api/zip?items=${id}|file`)
    const renamed = await writer(
      `/api/rename/${id}`,
      { method: 'PATCH', headers: json },
      JSON.stringify({ name, type: 'file' }),
    )
    t.equal(renamed.status, 200)
    t.match((await reader(`/file/${id}?download`)).headers['content-disposition'], `filename="${name}"`)
    t.ok((await reader(`/api/zip?items=${id}|file`)).body.includes(name), 'in an archive, too')
    const page = await reader('/platform/files', {
      headers: { cookie: account.client.cookieHeader(), authorization: '', accept: 'text/html' },
    })
    t.match(page.body.toString(), `title="${name}"`)
  }

  const figures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  t.match(await figures(), /^coffer_database_pool_size 32$/m, 'figures of a process are added up')
  t.match(await figures(), /^coffer_blob_store_healthy 1$/m, 'those of the server are not')
  t.match(await figures(), /^coffer_http_request_duration_seconds_count\{.*"\/api\/rename\/:id".*\} 20$/m)
  t.equal(await server.kill(), 0)
  t.strictSame(server.logs().match(/"level":[56]0.*/g), null, 'it ends without an error')
})

t.test('WORKERS: a process that is killed is replaced, and its jobs go on', async (t) => {
  const server = await testServer(t, { env })
  const account = await createAccount(server)
  for (const [at, which] of ['the one with the jobs', 'the other'].entries()) {
    const before = childrenOf(server.pid)
    process.kill(before[at] as number, 'SIGKILL')
    await poll(() => childrenOf(server.pid).length === 2 && !childrenOf(server.pid).includes(before[at] as number))
    // The new one serves too.
    await eventually(
      t,
      async () => {
        const answers = (await twoConnections(server, account.token)).map((call) => call('/api/ping'))
        return (await Promise.allSettled(answers)).every(({ status }) => status === 'fulfilled')
      },
      true,
    )
    t.match(server.logs(), 'it is started again', which)
  }
  const [call] = await twoConnections(server, account.token)
  t.match((await call('/health/ready')).body.toString(), '"status":"ok"')
})

t.test('WORKERS: the processes end with the one that started them, also when it is killed', async (t) => {
  const server = await testServer(t, { env })
  const workers = childrenOf(server.pid)
  await server.kill('SIGKILL')
  await poll(() => workers.every((pid) => !runs(pid)))
  await server.restart()
  t.equal((await fetch(`${server.url}/api/ping`)).status, 200)
})

t.test('WORKERS: what nginx reports to one process is counted by the other', { skip: localStoreOnly }, async (t) => {
  const server = await testServer(t, { env: { ...env, X_ACCEL_REDIRECT: '/coffer-content' } })
  const account = await createAccount(server)
  const [one, other] = await twoConnections(server, account.token)
  const bytes = randomBytes(400_000)
  const id = idOf(
    await put(
      one,
      { name: 'a.bin', upload_id: randomUUID(), offset: 0, total_size: bytes.length, is_last_chunk: 1 },
      bytes,
    ),
  )
  const { headers } = await one(`/file/${id}`)
  const report = { 'x-coffer-transfer': String(headers['x-coffer-transfer']), 'x-coffer-sent': '300000' }
  t.equal((await other('/x-accel/sent', { method: 'POST', headers: report })).status, 204)
  const isCounted = async () => /"amount":300000/.test((await other('/api/user/storage')).body.toString())
  await eventually(t, isCounted, true)
})

t.test('WORKERS: one process serves the setup, and all from its end on', async (t) => {
  const server = await testServer(t, { env, installed: false })
  t.equal(childrenOf(server.pid).length, 1)
  const account = ['--admin-email', 'ada@example.org', '--admin-password', 'four unrelated words']
  t.equal((await cli(server.cliEnv, 'setup', ...account)).code, 0)
  await poll(() => childrenOf(server.pid).length === 2)
})
