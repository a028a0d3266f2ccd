import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { poll } from '../support/poll.ts'
import { type RemoteFile, testSource } from '../support/remote-source.ts'
import { testServer } from '../support/server.ts'
import { downloadedSha256, listAll } from '../support/upload-queue.ts'

interface Batches {
  data: { data: { attributes: { finished_at: string | null; urls: { received: number; status: string }[] } } }[]
}

const size = 200_000_000

t.test('R02: a remote upload resumes after kill -9, and its file exists once', async (t) => {
  const source = await testSource(t)
  // The fetch cannot finish before the kill.
  const large: RemoteFile = { size, rate: 60_000_000, holdAt: (size / 4) * 3 }
  source.files.set('/large.bin', large)
  source.files.set('/small.bin', { size: 1_000 })
  const server = await testServer(t, { env: { LOG_LEVEL: 'error', EGRESS_ALLOW: source.host } })
  const { client } = await createAccount(server)
  const urls = [source.url('/small.bin'), source.url('/large.bin')]
  t.equal((await client.post('/api/upload/remote', { urls })).status, 201)
  const received = async () => {
    const { body } = await client.get<Batches>('/api/upload/remote')
    return body.data[0]?.data.attributes.urls[1]?.received ?? size
  }
  await poll(received, (bytes) => bytes >= size / 2)
  await server.kill('SIGKILL')
  delete large.holdAt
  await server.restart()
  const batches = async () => (await client.get<Batches>('/api/upload/remote')).body.data
  await poll(batches, (all) => all.every(({ data }) => data.attributes.finished_at !== null))

  const files = await listAll(client, null)
  t.strictSame(files.map(({ attributes }) => attributes.name).sort(), ['large.bin', 'small.bin'], 'each exists once')
  for (const file of files)
    t.equal(await downloadedSha256(client, file), source.sha256(`/${file.attributes.name}`), file.attributes.name)
  const starts = source.seen
    .filter(({ path }) => path === '/large.bin')
    .map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
  t.ok(starts.length === 2 && (starts[1] as number) > size / 3, `it went on from ${starts.join(', ')}`)
})
