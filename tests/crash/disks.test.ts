import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { findServer } from '../../modules/platform/server/postgres/pid-file.ts'
import { isAlive } from '../../modules/platform/server/postgres/processes.ts'
import { type Account, createAccount } from '../support/actors.ts'
import { appScript } from '../support/app-script.ts'
import { failingSyncs, fillDisk, smallDisk } from '../support/disks.ts'
import { eventually } from '../support/poll.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { sha256Hex, type UploadedFile, uploadFile } from '../support/uploader.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends one chunk, without retry. */
const send = async (server: TestServer, { token }: Account, chunk: Record<string, string>, bytes: Uint8Array) => {
  const answer = await fetch(`${server.url}/api/upload/chunks?${new URLSearchParams(chunk)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string; data?: UploadedFile } }
}

const readBack = async (server: TestServer, { token }: Account, { attributes }: UploadedFile) => {
  const answer = await fetch(new URL(attributes.file_url, server.url), {
    headers: { authorization: `Bearer ${token}` },
  })
  return sha256Hex(new Uint8Array(await answer.arrayBuffer()))
}

const findings = async (server: TestServer): Promise<unknown[]> => {
  const env = { ...process.env, ...server.cliEnv, LOG_LEVEL: 'error' }
  const { stdout } = await run(process.execPath, [appScript('cli'), 'fsck', '--deep', '--json'], { cwd: root, env })
  return (JSON.parse(stdout) as { findings: unknown[] }).findings
}

t.test('R05: a full disk loses no data, and uploads resume once there is space', async (t) => {
  const disk = smallDisk(t, 1_100)
  if (!disk) return void t.comment('only root may mount a disk')
  const server = await testServer(t, { dataDir: disk, env: { LOG_LEVEL: 'error' } })
  const account = await createAccount(server)
  const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }
  const early = randomBytes(1 << 20)
  const first = await uploadFile(target, { name: 'early.bin', bytes: early, chunk: 1 << 20 })
  const doomed = await uploadFile(target, { name: 'doomed.bin', bytes: early, chunk: 1 << 20 })

  const bytes = randomBytes(24 << 20)
  const piece = 8 << 20
  const upload = { name: 'late.bin', upload_id: randomUUID(), total_size: String(bytes.length), is_last_chunk: 'false' }
  t.equal((await send(server, account, { ...upload, offset: '0' }, bytes.subarray(0, piece))).status, 200)
  const free = fillDisk(disk)
  // Immediately: the free space was checked within the last second, so this chunk hits the full disk itself.
  t.match(await send(server, account, { ...upload, offset: String(piece) }, bytes.subarray(piece, 2 * piece)), {
    status: 507,
    body: { code: 'disk-full' },
  })
  const small = { name: 'small.bin', is_last_chunk: 'true', offset: '0', total_size: '4096' }
  const rejected = await send(server, account, { ...small, upload_id: randomUUID() }, randomBytes(4_096))
  t.match(rejected, { status: 507, body: { code: 'disk-full' } })

  t.equal(await readBack(server, account, first), sha256Hex(early), 'existing files can be read')
  const items = [{ id: doomed.id, type: 'file', force_delete: true }]
  t.equal((await account.client.post('/api/remove', { items })).status, 200, 'and deleted')
  t.equal((await account.client.get('/api/browse/folders/all')).status, 200)

  free()
  await wait(1_100)
  const late = await uploadFile(target, { name: 'late.bin', bytes, chunk: piece, uploadId: upload.upload_id })
  t.equal(await readBack(server, account, late), sha256Hex(bytes), 'the upload resumed at its offset')
  t.same(await findings(server), [], 'fsck --deep finds nothing')
})

t.test('a full disk does not keep the server and its database from stopping', async (t) => {
  const disk = smallDisk(t, 300)
  if (!disk) return void t.comment('only root may mount a disk')
  const server = await testServer(t, { dataDir: disk, database: 'embedded', env: { LOG_LEVEL: 'error' } })
  const postgres = findServer(join(disk, 'postgres', 'data'))
  t.ok(postgres, 'PostgreSQL runs')
  // The lease of an ended process, cut off by a full disk.
  writeFileSync(join(disk, 'postgres', 'users', '4194304'), '')
  const free = fillDisk(disk)
  t.equal(await server.kill('SIGTERM'), 0)
  t.notOk(postgres && isAlive(postgres.pid), 'PostgreSQL ended before the server')
  free()
  await server.restart()
  t.equal((await fetch(`${server.url}/api/ping`)).status, 200)
})

t.test('R06: no upload is acknowledged while fsync fails', async (t) => {
  const disk = failingSyncs(t)
  if (!disk) return void t.comment('there is no C compiler to make a failing disk with')
  const server = await testServer(t, { env: { ...disk.env, LOG_LEVEL: 'fatal' } })
  const account = await createAccount(server)
  const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }
  const whole = (name: string, size: number) => ({
    name,
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(size),
    is_last_chunk: 'true',
  })
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status
  t.equal(await ready(), 200)
  await uploadFile(target, { name: 'well.bin', bytes: randomBytes(4_096), chunk: 4_096 })

  disk.fail()
  const answers = await Promise.all([
    // An object store gets small files without a disk in between.
    ...Array.from({ length: process.env.TEST_S3_URL ? 0 : 10 }, (_, n) =>
      send(server, account, whole(`small-${n}`, 4_096), randomBytes(4_096)),
    ),
    ...Array.from({ length: 2 }, (_, n) => send(server, account, whole(`large-${n}`, 4 << 20), randomBytes(4 << 20))),
  ])
  t.strictSame([...new Set(answers.map(({ status }) => status))], [503], 'retryable, never 201')
  await eventually(t, ready, 503, 'unhealthy, a few seconds later')
  const { body } = await account.client.get<{ data: unknown[] }>('/api/browse/folders/all')
  t.equal(body.data.length, 1, 'no row without durable bytes')

  disk.repair()
  const after = randomBytes(1 << 20)
  const file = await uploadFile(target, { name: 'after.bin', bytes: after, chunk: 1 << 20 })
  t.equal(await readBack(server, account, file), sha256Hex(after))
  await eventually(t, ready, 200, 'healthy again')
  t.same(await findings(server), [])
})
