import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createAccount } from '../support/actors.ts'
import { Client } from '../support/client.ts'
import { poll } from '../support/poll.ts'
import { postgresProcesses, signalAll } from '../support/processes.ts'
import { type TestServer, testServer } from '../support/server.ts'

interface Seen {
  call: string
  status: number
  text: string
}

const statusesOf = (seen: readonly Seen[]) =>
  Object.fromEntries([...Map.groupBy(seen, ({ status }) => String(status))].map(([key, some]) => [key, some.length]))

/** Concurrent requests of users; each is repeated until `stop`. */
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
        json({ email: `unknown${made++}@example.com`, password: 'what it is' }),
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

t.test('R03: PostgreSQL killed repeatedly: every failed request is a 503', async (t) => {
  const server = await testServer(t, { database: 'embedded', env: { LOG_LEVEL: 'warn', API_RATE_LIMIT: '0,0' } })
  const traffic = await startTraffic(t, server)
  for (let round = 0; round < Number(process.env.KILLS ?? 16); round++) {
    await sleep(200 + Math.random() * 500)
    const [postmaster = 0, ...children] = await poll(
      () => postgresProcesses(server.dataDir),
      (pids) => pids.length > 1,
    )
    const child = children[Math.floor(Math.random() * children.length)] ?? 0
    if (round % 4 === 3) signalAll([postmaster], 'SIGKILL')
    else signalAll([child], round % 4 === 1 ? 'SIGTERM' : 'SIGKILL')
    await poll(
      async () => (await fetch(`${server.url}/health/ready`)).status,
      (status) => status === 200,
    )
  }
  await traffic.stop()
  t.comment(statusesOf(traffic.seen))
  const broken = traffic.seen.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  t.same(broken.slice(0, 10), [], 'no response is 500, and no connection is cut')
  if (broken.length > 0) t.comment(server.logs().slice(-20_000))
  t.ok(
    traffic.seen.some(({ status }) => status === 503),
    'the kills caused failures',
  )
  t.notMatch(server.logs(), /unhandled|uncaught/i)
  t.match(server.logs(), /PostgreSQL \(process \d+\) ended unexpectedly; restarting it/)
})
