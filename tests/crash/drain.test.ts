import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'
import { waitForExit } from '../../modules/platform/server/postgres/processes.ts'
import { createAccount } from '../support/actors.ts'
import { poll } from '../support/poll.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { testSocket } from '../support/socket.ts'

const fileSize = 24_000_000
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Download {
  /** Resolves when the response has started. */
  begun: Promise<void>
  /** Rejects when the connection is cut. */
  done: Promise<{ status: number; bytes: number; sha256: string }>
}

/** Reads with pauses, so that the server still has bytes in its buffers when it has written all. */
const readSlowly = (server: TestServer, path: string, headers: Record<string, string>, agent: Agent): Download => {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, server.url), { agent, headers }, resolve).on('error', reject)
  })
  const done = answered.then(async (answer) => {
    const hash = createHash('sha256')
    let [bytes, rest] = [0, 0]
    for await (const piece of answer as AsyncIterable<Buffer>) {
      hash.update(piece)
      bytes += piece.length
      if (bytes < rest + 1_000_000) continue
      rest = bytes
      await sleep(120)
    }
    return { status: answer.statusCode ?? 0, bytes, sha256: hash.digest('hex') }
  })
  done.catch(() => undefined)
  return { begun: answered.then(() => undefined), done }
}

t.test('R10: SIGTERM: running downloads finish, and idle connections do not delay the exit', async (t) => {
  const server = await testServer(t, { env: { LOG_LEVEL: 'warn' } })
  const account = await createAccount(server)
  const headers = { authorization: `Bearer ${account.token}` }
  const bytes = randomBytes(fileSize)
  const folder = await makeFolder(account, 'large')
  const upload = new URLSearchParams({
    name: 'large.bin',
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(fileSize),
    is_last_chunk: '1',
    parent_id: folder,
  })
  const stored = await account.client.fetch(`/api/upload/chunks?${upload}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  t.equal(stored.status, 201)
  const file = ((await stored.json()) as { data: { attributes: { file_url: string } } }).data.attributes.file_url
  await putFile(account, 'small.txt', 'small')

  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const socket = await testSocket(t, server, account.client)
  const idle = readSlowly(server, '/api/user', headers, agent)
  t.equal((await idle.done).status, 200, 'this connection is kept alive')
  const downloads = Array.from({ length: 4 }, () => readSlowly(server, file, headers, agent))
  const zips = Array.from({ length: 2 }, () =>
    readSlowly(server, `/api/zip?items=${encodeURIComponent(`${folder}|folder`)}`, headers, agent),
  )
  const page = readSlowly(server, '/sign-in', {}, agent)
  await Promise.all([...downloads, ...zips, page].map(({ begun }) => begun))

  const ended = server.kill('SIGTERM')
  const cut = (error: Error) => error.message
  for (const { done } of downloads)
    t.same(await done.catch(cut), { status: 200, bytes: fileSize, sha256: sha256Of(bytes) }, 'a download is complete')
  for (const { done } of zips) t.match(await done.catch(cut), { status: 200 }, 'so is an archive')
  t.match(await page.done.catch(cut), { status: 200 }, 'and a page')
  t.equal(await socket.closed, 1001, 'sockets are closed with “going away”')
  t.equal(await ended, 0, 'it ended by itself')
  t.notMatch(server.logs(), /connections are cut/, 'and waited for no connection')
  t.notMatch(server.logs(), /"level":50|^ +at /m)
})

for (const name of ['SIGTERM', 'SIGINT'] as const)
  t.test(
    `R10: ${name} to the whole process group, the database included: exits without errors in the log`,
    async (t) => {
      const server = await testServer(t, { database: 'embedded', env: { LOG_LEVEL: 'warn', API_RATE_LIMIT: '0,0' } })
      const account = await createAccount(server)
      await testSocket(t, server, account.client)
      let running = true
      t.teardown(() => {
        running = false
      })
      const traffic = Array.from({ length: 6 }, async (_, lane) => {
        for (let made = 0; running; made++)
          await account.client
            .post('/api/create-folder', { name: `folder ${lane} ${made}` })
            .catch(() => ({ status: 0 }))
            .then(({ status }) => (status === 0 ? sleep(50) : undefined))
      })
      await poll(
        async () => (await account.client.get<{ data: unknown[] }>('/api/browse/folders/all')).body.data.length,
        (count) => count > 20,
      )
      const database = readPidFile(`${server.dataDir}/postgres/data`)?.pid as number
      const printed = server.logs().length
      process.kill(-server.pid, name)
      // A fast shutdown, as a database started from the same terminal receives it.
      process.kill(database, 'SIGINT')
      t.equal(await server.kill(name), 0, 'a second signal changes nothing')
      running = false
      await Promise.all(traffic)
      t.ok(await waitForExit(database, 1_000), 'the database has ended too')
      const output = server.logs().slice(printed)
      t.notMatch(output, /"stack"|^(?!\{).*\S/m, 'no stack trace, only log lines')
    },
  )
