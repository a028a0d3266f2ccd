import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { appScript } from '../support/app-script.ts'
import { testServer } from '../support/server.ts'
import { sha256Hex, type UploadedFile, uploadFile } from '../support/uploader.ts'

const kills = 10
const lanes = 6
const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** Seeded, so that a failing run can be repeated: SEED=… */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
let state = seed
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

t.test('R02: kill -9 at random moments loses no acknowledged upload', async (t) => {
  t.comment(`SEED=${seed}`)
  const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
  const account = await createAccount(server)
  const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }

  const acknowledged = new Map<string, { file: UploadedFile; sha256: string; size: number }>()
  let [working, started] = [true, 0]
  const uploadAll = async () => {
    while (working) {
      const size = Math.ceil(random() ** 3 * 6_000_000) + 1
      const bytes = randomBytes(size)
      const name = `file-${started++}.bin`
      const file = await uploadFile(target, { name, bytes, chunk: 1_000_000, attempts: 10_000 })
      acknowledged.set(name, { file, sha256: sha256Hex(bytes), size })
    }
  }
  const uploads = Promise.all(Array.from({ length: lanes }, uploadAll))
  for (let kill = 0; kill < kills; kill++) {
    await wait(50 + random() * 900)
    await server.kill('SIGKILL')
    await server.restart()
  }
  working = false
  await uploads

  t.ok(acknowledged.size >= lanes, `${acknowledged.size} of ${started} uploads were acknowledged across ${kills} kills`)
  t.equal(acknowledged.size, started, 'every upload that was started resumed by itself and finished')
  const listed = await listAll(target)
  t.equal(listed.length, acknowledged.size, 'none is missing, none is listed twice')
  for (const { attributes } of listed) {
    const expected = acknowledged.get(attributes.name)
    const answer = await fetch(new URL(attributes.file_url, server.url), { headers: target.headers })
    const body = new Uint8Array(await answer.arrayBuffer())
    if (!expected || sha256Hex(body) !== expected.sha256) t.fail(`${attributes.name} differs from what was sent`)
  }

  const env = {
    ...process.env,
    ...server.cliEnv,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
  }
  await run(process.execPath, [appScript('cli'), 'gc', '--grace', '0'], { cwd: root, env })
  const { stdout } = await run(process.execPath, [appScript('cli'), 'fsck', '--deep', '--json'], { cwd: root, env })
  t.same((JSON.parse(stdout) as { findings: unknown[] }).findings, [], 'fsck --deep finds nothing')
})

const listAll = async (target: { url: () => string; headers: Record<string, string> }) => {
  const files: UploadedFile[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ per_page: '200', ...(cursor ? { cursor } : {}) })
    const answer = await fetch(`${target.url()}/api/browse/folders/all?${query}`, { headers: target.headers })
    const body = (await answer.json()) as {
      data: { data: UploadedFile }[]
      meta: { paginate: { nextCursor: string | null } }
    }
    files.push(...body.data.map(({ data }) => data))
    cursor = body.meta.paginate.nextCursor
  }
  return files
}
