import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { anonymous, createAccount } from '../support/actors.ts'
import { makeFileRequest, sendChunk, sendFile } from '../support/file-requests.ts'
import { testNginx } from '../support/nginx.ts'
import { poll } from '../support/poll.ts'
import { connectionsTo, residentBytes } from '../support/processes.ts'
import { seeded } from '../support/random.ts'
import { testServer } from '../support/server.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import type { UploadTarget } from '../support/uploader.ts'
import { type ChaosWork, legacyLane, offsetsLane, readingLane, rejectedLane, slowLane } from './chaos/clients.ts'
import { pickRandom, runFaultCommand } from './chaos/faults.ts'

/** CHAOS_SECONDS=600 runs ten minutes. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 30)
const maxResidentBytes = 400 << 20
/** Files that were started before the last fault finish within this time. */
const laneEndMs = 150_000

t.test('R01–R04, R10, R13: random faults under mixed load lose no acknowledged file', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  t.comment(`SEED=${seed}`)
  const random = seeded(seed)
  const server = await testServer(t, {
    database: 'embedded',
    memoryFlags: true,
    env: { LOG_LEVEL: 'fatal', API_RATE_LIMIT: '0,0' },
  })
  // Ten minutes fill more than an account's usual 5 GB.
  t.equal((await runFaultCommand(server, ['setting', 'default_max_storage_amount', '1000'])).code, 0)
  const account = await createAccount(server)
  const proxy = await testNginx(t, server.url)
  const statuses = new Map<number, number>()
  const answered = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const direct = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` }, answered }
  const proxied = { ...direct, url: () => proxy?.url ?? server.url }

  const folder = await makeFolder(account, 'Shared')
  const link = await makeShare(account, { id: folder, type: 'folder' }, { permission: 'editor' })
  const visitor = anonymous(server)
  // The first upload sets the visitor's cookie.
  await sendChunk(visitor, link.token, 'visitor.txt', 'hello', {}, `/api/sharing/upload/chunks/${link.token}`)
  const asked = await makeFileRequest(account, {})
  const uploader = anonymous(server)
  await sendFile(uploader, asked.token, 'first.txt', 'hello')
  // Separate IP addresses: a rate limiter's lease counts as used when its process is killed.
  const browser = (client: typeof visitor, calls: 'sharing' | 'request'): UploadTarget => ({
    ...direct,
    headers: {
      'x-forwarded-for': calls === 'sharing' ? '203.0.113.1' : '203.0.113.2',
      cookie: client.cookieHeader(),
      'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
    },
    paths:
      calls === 'sharing'
        ? {
            chunks: `/api/sharing/upload/chunks/${link.token}`,
            state: (id) => `/api/sharing/upload/chunks/${id}/${link.token}`,
          }
        : {
            chunks: `/api/file-request/${asked.token}/upload/chunks`,
            state: (id) => `/api/file-request/${asked.token}/upload/chunks/${id}`,
          },
  })

  let isRunning = true
  const work: ChaosWork = {
    isRunning: () => isRunning,
    random,
    acknowledged: new Map(),
    begun: new Set(),
    problems: [],
  }
  const running = new Map<string, string>()
  /** Records each lane's last response, to report why it does not end. */
  const lane = async (name: string, target: UploadTarget, start: (target: UploadTarget) => Promise<void>) => {
    const noted = (status: number, code?: string) => {
      running.set(name, `${status} ${code ?? ''}`)
      target.answered?.(status)
    }
    running.set(name, 'nothing')
    await start({ ...target, answered: noted }).catch((error: unknown) => work.problems.push(String(error)))
    running.delete(name)
  }
  const lanes = [
    lane('own', direct, (target) => offsetsLane(work, 'own', target)),
    lane('proxied', proxied, (target) => offsetsLane(work, 'proxied', target)),
    lane('visitor', browser(visitor, 'sharing'), (target) => offsetsLane(work, 'visitor', target)),
    lane('uploader', browser(uploader, 'request'), (target) => offsetsLane(work, 'uploader', target)),
    lane('raw', direct, (target) => legacyLane(work, 'raw', target)),
    lane('multipart', proxied, (target) => legacyLane(work, 'multipart', target)),
    lane('rejected', direct, (target) => rejectedLane(work, target)),
    lane('rejected through nginx', proxied, (target) => rejectedLane(work, target)),
    lane('reading', direct, (target) => readingLane(work, target)),
    ...Array.from({ length: 20 }, (_, n) => lane(`slow ${n}`, direct, (target) => slowLane(work, target))),
  ]
  let peakBytes = 0
  const watching = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(server.pid))
  }, 500)

  const struck = new Map<string, number>()
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end && work.problems.length === 0) {
    await sleep(500 + random() * 2_500)
    const fault = pickRandom(random)
    t.comment(`${Math.round((end - Date.now()) / 1_000)} s left: ${fault.name}`)
    struck.set(fault.name, (struck.get(fault.name) ?? 0) + 1)
    await fault.strike(server, random).catch((error: unknown) => work.problems.push(`${fault.name}: ${error}`))
  }
  isRunning = false
  for (const problem of work.problems) t.comment(problem)
  await Promise.race([Promise.all(lanes), sleep(laneEndMs, null, { ref: false })])
  for (const [name, last] of running) work.problems.push(`${name} does not end; its last answer: ${last}`)
  clearInterval(watching)
  t.comment(`${[...struck].map(([name, times]) => `${times} × ${name}`).join(', ')}`)
  t.comment(
    `${work.acknowledged.size} files; answers ${JSON.stringify(Object.fromEntries(statuses))}; ${Math.round(peakBytes / 2 ** 20)} MiB`,
  )

  t.same(work.problems, [])
  t.equal(statuses.get(500), undefined, 'no response is 500')
  t.equal(work.acknowledged.size, work.begun.size, 'every file that was started was finished')
  t.ok(peakBytes < maxResidentBytes, `${Math.round(peakBytes / 2 ** 20)} MiB of memory at most`)
  // The last fault may have struck after the last file was finished.
  await poll(async () => (await fetch(`${server.url}/health/ready`).catch(() => null))?.status === 200)
  const { headers } = direct
  const missing: string[] = []
  for (const [id, { name }] of work.acknowledged) {
    const answer = await fetch(`${server.url}/file/${id}`, { method: 'HEAD', headers })
    if (answer.status !== 200) missing.push(`${name}: ${answer.status}`)
  }
  t.same(missing, [], 'every acknowledged file exists')
  const { port } = new URL(server.url)
  // Keep-alive connections of this process and of nginx remain, a few.
  t.ok(
    (await poll(
      async () => connectionsTo(port),
      (count) => count <= 40,
    )) <= 40,
    'no connection is stuck',
  )
  t.equal((await runFaultCommand(server, ['gc', '--grace', '0'])).code, 0)
  const { output } = await runFaultCommand(server, ['fsck', '--deep', '--json'])
  t.same((JSON.parse(output) as { findings: unknown[] }).findings, [], 'fsck --deep finds nothing')
  const open = await account.client.get<{ data: unknown[] }>('/api/user/uploads')
  t.same(open.body.data, [], 'no upload is open, nothing is reserved')
})
