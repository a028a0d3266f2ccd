import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { createAccount } from '../support/actors.ts'
import { appScript } from '../support/app-script.ts'
import { blobEnv } from '../support/buckets.ts'
import { cutDisk } from '../support/disks.ts'
import { poll } from '../support/poll.ts'
import { postgresProcesses, signalAll } from '../support/processes.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { sha256Hex, type UploadedFile, uploadFile } from '../support/uploader.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const cuts = 3
const lanes = 4
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pids of the server and of all processes of its database. */
const processesOf = (server: TestServer): number[] => {
  const database = postgresProcesses(server.dataDir)
  if (database.length === 0) throw new Error('no database runs')
  return [server.pid, ...database]
}

t.test('R01: acknowledged uploads survive a power cut', async (t) => {
  // Uploads leave 1 GiB free; the image is sparse there.
  const disk = cutDisk(t, 1_900)
  if (!disk) return void t.comment('only root may mount disks, and not everywhere')
  // The folder has another path after each cut, an object store the same bucket.
  const blobs = await blobEnv(disk.folder)
  const options = () => ({
    dataDir: join(disk.folder, 'data'),
    database: 'embedded' as const,
    env: { LOG_LEVEL: 'error', ...blobs },
  })
  execFileSync('mkdir', ['-p', options().dataDir])
  let server = await testServer(t, options())
  let token = ''
  const acknowledged = new Map<string, { file: UploadedFile; sha256: string }>()
  const upload = async (name: string, size: number) => {
    const bytes = randomBytes(size)
    const { url } = server
    const target = { url: () => url, headers: { authorization: `Bearer ${token}` } }
    const file = await uploadFile(target, { name, bytes, chunk: 1 << 20, attempts: 0 })
    acknowledged.set(name, { file, sha256: sha256Hex(bytes) })
  }

  for (let cut = 0; cut < cuts; cut++) {
    if (cut === 0) token = (await createAccount(server)).token
    let working = true
    const lane = async (n: number) => {
      for (let count = 0; working; count++)
        await upload(`${cut}-${n}-${count}`, 1 + Math.floor(Math.random() ** 4 * 3e6))
    }
    // The first round uploads one small file only: no later write may have flushed it to the disk.
    const streams =
      cut === 0 ? [upload('alone', 3_000)] : Array.from({ length: lanes }, (_, n) => lane(n).catch(() => undefined))
    if (cut === 0) await Promise.all(streams)
    else {
      const before = acknowledged.size
      await wait(700 + Math.random() * 2_000)
      // A busy machine may need longer for a few.
      await poll(
        async () => acknowledged.size - before,
        (more) => more >= 2,
      )
    }
    const pids = processesOf(server)
    signalAll(pids, 'SIGSTOP')
    const beforeCut = new Map(acknowledged)
    await disk.cut(async () => {
      working = false
      signalAll(pids, 'SIGKILL')
      await Promise.allSettled(streams)
    })

    server = await testServer(t, options())
    const headers = { authorization: `Bearer ${token}` }
    let lost = 0
    for (const [name, { file, sha256 }] of beforeCut) {
      const answer = await fetch(new URL(file.attributes.file_url, server.url), { headers })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (answer.status !== 200 || sha256Hex(bytes) !== sha256) {
        lost += 1
        t.comment(`${name}: ${answer.status}, ${bytes.length} bytes`)
      }
    }
    t.equal(lost, 0, `cut ${cut + 1}: all ${beforeCut.size} acknowledged files are whole`)
    // Files acknowledged after the cut are not part of it.
    for (const name of acknowledged.keys()) if (!beforeCut.has(name)) acknowledged.delete(name)
  }

  t.ok(acknowledged.size > cuts, `${acknowledged.size} files in total`)
  const env = { ...process.env, ...blobs, DATA_DIR: server.dataDir, NODE_ENV: 'production', LOG_LEVEL: 'error' }
  await run(process.execPath, [appScript('cli'), 'gc', '--grace', '0'], { cwd: root, env })
  const { stdout } = await run(process.execPath, [appScript('cli'), 'fsck', '--deep', '--json'], { cwd: root, env })
  t.same((JSON.parse(stdout) as { findings: unknown[] }).findings, [], 'fsck --deep finds nothing')
})
