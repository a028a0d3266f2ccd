import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { Client } from '../support/client.ts'
import { poll } from '../support/poll.ts'
import { postgresProcesses, residentBytes, signalAll } from '../support/processes.ts'
import { testServer } from '../support/server.ts'

const read = async (make: () => Promise<Response>) => {
  const answer = await make()
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

t.test('R04, R16: PostgreSQL frozen: probes answer, requests end as 503, and the server recovers', async (t) => {
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
  const before = residentBytes(server.pid)

  const database = postgresProcesses(server.dataDir)
  signalAll(database, 'SIGSTOP')
  t.teardown(() => signalAll(database, 'SIGCONT'))
  let waiting = calls.length
  const answers = Promise.all(calls.map((call) => read(call).finally(() => (waiting -= 1))))
  const page = read(() => own.fetch('/platform/files', { headers: { accept: 'text/html' } }))
  for (let probe = 0; probe < 5; probe++) {
    const [ready, live] = await Promise.all([
      read(() => fetch(`${server.url}/health/ready`)),
      read(() => fetch(`${server.url}/health/live`)),
    ])
    t.match(ready, { status: 503 })
    t.equal(live.status, 200)
  }
  t.ok(waiting > 0, 'probes answer before the requests that wait for the database')
  t.match(await read(() => own.fetch('/api/user')), { status: 503 })
  t.ok(waiting > 0, 'so do requests that only wait for a connection')
  for (const { status, headers } of await answers)
    if (status !== 503 || !headers.get('retry-after')) t.fail(`answered by ${status}`)
  const shown = await page
  t.match(shown, { status: 503, text: /^<!doctype html>[\s\S]*available right now/ }, 'browsers get a page')
  t.match(shown.headers.get('content-type'), /^text\/html/)
  t.ok(shown.headers.get('retry-after'))
  t.match(await read(() => own.fetch('/api/user')), { status: 503 }, 'later calls too')

  signalAll(database, 'SIGCONT')
  const recovered = await poll(
    async () => (await fetch(`${server.url}/health/ready`)).status,
    (status) => status === 200,
  )
  t.equal(recovered, 200, 'it recovers by itself')
  const again = await Promise.all(Array.from({ length: 40 }, () => own.fetch('/api/browse/folders/all')))
  t.same([...new Set(again.map(({ status }) => status))], [200], 'no connection of the pool is blocked')
  t.match(await read(upload), { status: 201 }, 'the same upload again is acknowledged')
  const listed = await own.get<{ data: { data: { attributes: { name: string; file_url: string } } }[] }>(
    '/api/browse/folders/all',
  )
  const files = listed.body.data.filter(({ data }) => data.attributes.name === 'small.txt')
  t.equal(files.length, 1, 'and exists once')
  t.equal(await (await own.fetch(files[0]?.data.attributes.file_url ?? '/')).text(), 'the bytes', 'with its bytes')
  t.ok(residentBytes(server.pid) - before < 100e6, 'nothing has accumulated')
  t.notMatch(server.logs(), /unhandled|uncaught/i)
})
