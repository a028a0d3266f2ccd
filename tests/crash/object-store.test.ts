import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { appScript } from '../support/app-script.ts'
import { newBucket } from '../support/buckets.ts'
import { childEnv } from '../support/child-env.ts'
import { testObjectStore } from '../support/object-store.ts'
import { eventually } from '../support/poll.ts'
import { testServer } from '../support/server.ts'
import { sha256Hex, type UploadedFile, uploadFile } from '../support/uploader.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const lanes = 4
/** How long the gateway is stopped (SIGSTOP) or stays killed. */
const outageMs = 30_000
const ceph = await testObjectStore(t)

if (ceph)
  t.test('R07: an object store that hangs or dies loses nothing, and everything resumes', async (t) => {
    const url = await newBucket(ceph.url)
    const server = await testServer(t, { env: { BLOB_URL: url, LOG_LEVEL: 'error' } })
    const account = await createAccount(server)
    const statuses = new Map<number, number>()
    const target = {
      url: () => server.url,
      headers: { authorization: `Bearer ${account.token}` },
      answered: (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
    }
    const acknowledged: { file: UploadedFile; sha256: string }[] = []
    let [working, started] = [true, 0]
    const uploadAll = async () => {
      while (working) {
        started += 1
        const bytes = randomBytes(Math.ceil(Math.random() ** 2 * 24_000_000) + 1)
        const file = await uploadFile(target, { name: `${started}.bin`, bytes, chunk: 5_000_000, attempts: 10_000 })
        acknowledged.push({ file, sha256: sha256Hex(bytes) })
        await sleep(200)
      }
    }
    const read = async ({
      file,
      sha256,
    }: (typeof acknowledged)[number]): Promise<'same' | 'other' | 'cut' | number> => {
      try {
        const answer = await fetch(new URL(file.attributes.file_url, server.url), { headers: target.headers })
        const body = new Uint8Array(await answer.arrayBuffer())
        return answer.ok ? (sha256Hex(body) === sha256 ? 'same' : 'other') : answer.status
      } catch {
        return 'cut'
      }
    }
    const outcomes = new Map<string, number>()
    const readAgain = async () => {
      while (working) {
        const one = acknowledged[Math.floor(Math.random() * acknowledged.length)]
        const outcome = one ? String(await read(one)) : 'none'
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        await sleep(300)
      }
    }
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status
    const probe = async () => {
      const answer = await fetch(`${server.url}/api/upload?name=probe.bin`, {
        method: 'POST',
        headers: { ...target.headers, 'content-type': 'application/octet-stream' },
        body: Buffer.from('probe'),
        signal: AbortSignal.timeout(60_000),
      })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    }

    const work = Promise.all([...Array.from({ length: lanes }, uploadAll), readAgain()])
    for (const [fault, begin, end] of [
      ['stopped', () => ceph.signal('SIGSTOP'), async () => ceph.signal('SIGCONT')],
      ['killed', () => ceph.signal('SIGKILL'), () => ceph.restart()],
    ] as const) {
      await sleep(3_000)
      begin()
      const until = Date.now() + outageMs
      await eventually(t, ready, 503, `${fault}: not ready`)
      const answer = await probe()
      t.match(answer, { status: 503, retryAfter: /^\d+$/ }, `${fault}: 503 with Retry-After, while the store is away`)
      t.equal((await fetch(`${server.url}/health/live`)).status, 200)
      t.equal((await account.client.get('/api/browse/folders/all')).status, 200, `${fault}: lists answer`)
      await sleep(Math.max(0, until - Date.now()))
      await end()
      await eventually(t, ready, 200, `${fault}: ready again`)
      const before = acknowledged.length
      await eventually(t, () => acknowledged.length > before + lanes, true, `${fault}: uploads resume`)
    }
    working = false
    await work
    t.equal(acknowledged.length, started, `all ${started} uploads were acknowledged in the end`)
    t.notOk(outcomes.has('other'), `no download has other bytes (${JSON.stringify([...outcomes])})`)
    t.comment(`upload answers: ${JSON.stringify([...statuses])}`)
    for (const one of acknowledged) if ((await read(one)) !== 'same') t.fail(`${one.file.attributes.name} differs`)

    const env = { ...childEnv, ...server.cliEnv, BLOB_URL: url }
    await run(process.execPath, [appScript('cli'), 'gc', '--grace', '0'], { cwd: root, env })
    const { stdout } = await run(process.execPath, [appScript('cli'), 'fsck', '--deep', '--grace', '0', '--json'], {
      cwd: root,
      env,
    })
    t.same((JSON.parse(stdout) as { findings: unknown[] }).findings, [], 'nothing is missing and nothing left over')
  })
