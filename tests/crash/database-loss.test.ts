import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { readPidFile } from '../../modules/platform/server/postgres/server.ts'
import { createAccount } from '../support/actors.ts'
import { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { until } from '../support/soon.ts'

t.setTimeout(600_000)

const postmasterOf = (server: TestServer): number | null =>
  readPidFile(join(server.dataDir, 'postgres', 'data'))?.pid ?? null

/** Process ids of the server's sessions and helpers. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

interface Seen {
  call: string
  status: number
  text: string
}

const statusesOf = (seen: readonly Seen[]) =>
  Object.fromEntries([...Map.groupBy(seen, ({ status }) => String(status))].map(([key, some]) => [key, some.length]))

/** What people do at the same time; each call is made again and again until `stop`. */
const startTraffic = async (t: Test, server: TestServer) => {
  const account = await createAccount(server)
  const own = new Client(() => server.url).withToken(account.token)
  const folder = (await own.post<{ data: { id: string } }>('/api/create-folder', { name: 'shared' })).body.data.id
  const shared = await own.post<{ data: { attributes: { token: string } } }>('/api/share', {
    id: folder,
    type: 'folder',
    permission: 'visitor',
    isPassword: false,
  })
  const link = shared.body.data.attributes.token
  const seen: Seen[] = []
  let running = true
  let made = 0
  const form = () => {
    const body = new FormData()
    body.set('name', `file-${made}.txt`)
    body.set('extension', 'txt')
    body.set('is_last_chunk', 'true')
    body.set('chunk', new Blob([`bytes ${made++}`]), 'blob')
    return body
  }
  const raw = () =>
    own.fetch(
      `/api/upload/chunks?${new URLSearchParams({ name: `large-${made++}.bin`, extension: 'bin', is_last_chunk: '1', upload_id: crypto.randomUUID(), offset: '0', on_conflict: 'replace' })}`,
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(300_000, made) },
    )
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const calls: Record<string, () => Promise<Response>> = {
    'create-folder': () => own.fetch('/api/create-folder', json({ name: `folder ${made++}` })),
    upload: () => own.fetch('/api/upload/chunks', { method: 'POST', body: form() }),
    raw,
    rename: () => own.fetch(`/api/rename/${folder}`, json({ _method: 'patch', name: `renamed ${made++}` })),
    browse: () => own.fetch('/api/browse/folders/all'),
    user: () => own.fetch('/api/user'),
    'sign-in': () =>
      new Client(() => server.url).fetch(
        '/api/login',
        json({ email: `nobody${made++}@example.com`, password: 'what it is' }),
      ),
    'share page': () => new Client(() => server.url).fetch(`/share/${link}`),
    'share call': () => new Client(() => server.url).fetch(`/api/sharing/${link}`),
    page: () => new Client(() => server.url).fetch('/sign-in'),
  }
  const repeat = async (call: string, make: () => Promise<Response>) => {
    while (running) {
      const answer = await make().catch((error: unknown) => error as Error)
      if (answer instanceof Error) seen.push({ call, status: 0, text: String(answer.cause ?? answer) })
      else seen.push({ call, status: answer.status, text: (await answer.text()).slice(0, 300) })
      await sleep(15)
    }
  }
  const done = Promise.all(Object.entries(calls).map(([call, make]) => repeat(call, make)))
  t.teardown(() => {
    running = false
  })
  return {
    seen,
    own,
    async stop() {
      running = false
      await done
    },
  }
}

t.test('issue 13.4 (R03): PostgreSQL killed again and again: every refusal is a 503', async (t) => {
  const server = await testServer(t, { database: 'embedded', env: { LOG_LEVEL: 'error', API_RATE_LIMIT: '0,0' } })
  const traffic = await startTraffic(t, server)
  for (let round = 0; round < Number(process.env.KILLS ?? 16); round++) {
    await sleep(200 + Math.random() * 500)
    const postmaster = await until(
      async () => postmasterOf(server),
      (pid) => pid !== null,
    )
    const children = childrenOf(postmaster as number)
    if (round % 4 === 3) signal(postmaster as number, 'SIGKILL')
    else signal(children[Math.floor(Math.random() * children.length)] ?? 0, round % 4 === 1 ? 'SIGTERM' : 'SIGKILL')
    await until(
      async () => (await fetch(`${server.url}/health/ready`)).status,
      (status) => status === 200,
    )
  }
  await traffic.stop()
  t.comment(statusesOf(traffic.seen))
  const broken = traffic.seen.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  t.same(broken.slice(0, 10), [], 'nothing is answered 500, and no connection is cut')
  if (broken.length > 0) t.comment(server.logs().slice(-20_000))
  t.ok(
    traffic.seen.some(({ status }) => status === 503),
    'the kills were felt',
  )
  t.notMatch(server.logs(), /unhandled|uncaught/i)
})

/** Resident memory in bytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const timed = async (make: () => Promise<Response>) => {
  const from = performance.now()
  const answer = await make()
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, seconds: (performance.now() - from) / 1000 }
}

t.test('issue 13.10 (R04, R16): PostgreSQL frozen: probes answer, requests end as 503, and all recovers', async (t) => {
  const server = await testServer(t, { database: 'embedded', env: { LOG_LEVEL: 'error', API_RATE_LIMIT: '0,0' } })
  const account = await createAccount(server)
  const own = new Client(() => server.url).withToken(account.token)
  const upload_id = crypto.randomUUID()
  const upload = () =>
    own.fetch(
      `/api/upload/chunks?${new URLSearchParams({ name: 'small.txt', upload_id, offset: '0', total_size: '9', is_last_chunk: '1' })}`,
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'the bytes' },
    )
  const create = (name: string) =>
    own.fetch('/api/create-folder', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const calls = [
    upload,
    () => create('made while frozen'),
    () => own.fetch('/api/browse/folders/all'),
    () => own.fetch('/api/user'),
    ...Array.from({ length: 40 }, () => () => own.fetch('/api/trash/summary')),
  ]
  for (const call of [calls[2], calls[3]]) t.equal((await call?.())?.status, 200)
  const before = memoryOf(server.pid)

  const postmaster = postmasterOf(server) as number
  const processes = [postmaster, ...childrenOf(postmaster)]
  for (const pid of processes) signal(pid, 'SIGSTOP')
  t.teardown(() => {
    for (const pid of processes) signal(pid, 'SIGCONT')
  })
  const answers = Promise.all(calls.map(timed))
  const page = timed(() => own.fetch('/platform/files', { headers: { accept: 'text/html' } }))
  for (let probe = 0; probe < 5; probe++) {
    const [ready, live] = await Promise.all([
      timed(() => fetch(`${server.url}/health/ready`)),
      timed(() => fetch(`${server.url}/health/live`)),
    ])
    t.match(ready, { status: 503 })
    t.equal(live.status, 200)
    t.ok(Math.max(ready.seconds, live.seconds) < 4, `probes took ${ready.seconds} s and ${live.seconds} s`)
  }
  for (const { status, headers, seconds } of await answers) {
    if (status !== 503 || !headers.get('retry-after')) t.fail(`${status} after ${seconds} s`)
    if (seconds > 35) t.fail(`${seconds} s until an answer`)
  }
  const shown = await page
  t.match(shown, { status: 503, text: /^<!doctype html>[\s\S]*not available right now/ }, 'a person gets a page')
  t.match(shown.headers.get('content-type'), /^text\/html/)
  t.ok(shown.headers.get('retry-after'))
  const late = await timed(() => own.fetch('/api/user'))
  t.match(late, { status: 503 })
  t.ok(late.seconds < 12, `later calls wait for a connection only: ${late.seconds} s`)

  for (const pid of processes) signal(pid, 'SIGCONT')
  const recovered = await until(
    async () => (await fetch(`${server.url}/health/ready`)).status,
    (status) => status === 200,
  )
  t.equal(recovered, 200, 'it is ready again by itself')
  const again = await Promise.all(Array.from({ length: 40 }, () => own.fetch('/api/browse/folders/all')))
  t.same([...new Set(again.map(({ status }) => status))], [200], 'no connection of the pool is stuck')
  t.match(await timed(upload), { status: 201 }, 'the same upload again is acknowledged')
  const listed = await own.get<{ data: { data: { attributes: { name: string; file_url: string } } }[] }>(
    '/api/browse/folders/all',
  )
  const files = listed.body.data.filter(({ data }) => data.attributes.name === 'small.txt')
  t.equal(files.length, 1, 'and is there once')
  t.equal(await (await own.fetch(files[0]?.data.attributes.file_url ?? '/')).text(), 'the bytes', 'with its bytes')
  t.ok(memoryOf(server.pid) - before < 100e6, 'nothing has piled up')
  t.notMatch(server.logs(), /unhandled|uncaught/i)
})
