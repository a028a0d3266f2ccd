import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const timeoutMs = 120_000

/** Starts a release in a new DATA_DIR, reads its first page and stops it. Rejects with its output when any of it fails. */
export const startOnce = async (folder) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-release-'))
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '0', NODE_COMPILE_CACHE: join(dataDir, 'cache') }
  const child = spawn(process.execPath, ['server/launch/start.mjs'], { cwd: folder, env, timeout: timeoutMs })
  let output = ''
  let status = 0
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes
    })
  child.stdout.on('data', async () => {
    const [, url] = /^Coffer is ready at (\S+)\n/m.exec(output) ?? []
    if (!url || status > 0) return
    status = 1
    status = await fetch(url).then(
      (page) => page.status,
      () => 1,
    )
    child.kill('SIGTERM')
  })
  await new Promise((resolve) => child.on('close', resolve))
  rmSync(dataDir, { recursive: true, force: true })
  if (status !== 200) throw new Error(`The release does not start or show a page (${status}):\n${output}`)
}
