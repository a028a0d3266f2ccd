import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { childEnv } from '../tests/support/child-env.ts'
import { testFolder } from '../tests/support/folders.ts'
import { testServer } from '../tests/support/server.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const startSecond = (server: { dataDir: string; databaseUrl: string | null }) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const env = { ...childEnv, PORT: '0', DATA_DIR: server.dataDir }
    const child = execFile(
      process.execPath,
      [main],
      { env: { ...env, DATABASE_URL: server.databaseUrl ?? '' }, timeout: 60_000 },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })

t.test('a second server on one DATA_DIR is rejected with a one-line message', async (t) => {
  const server = await testServer(t)
  const second = await startSecond(server)
  t.equal(second.code, 1)
  t.match(second.stderr, new RegExp(`^.+ is in use by another Coffer \\(process ${server.pid}\\): .+\\n$`))
  t.equal((await fetch(`${server.url}/api/ping`)).status, 200, 'the first server continues')
  process.kill(server.pid, 'SIGSTOP')
  t.equal((await startSecond(server)).code, 1, 'a frozen process still owns the folder')
  process.kill(server.pid, 'SIGCONT')
  await server.kill('SIGKILL')
  await server.restart()
  t.equal(
    (await fetch(`${server.url}/api/ping`)).status,
    200,
    'the socket of a killed owner does not prevent the start',
  )
})

t.test('the same where the path is too long for a socket', async (t) => {
  const dataDir = join(testFolder(t), 'x'.repeat(90))
  mkdirSync(dataDir)
  const server = await testServer(t, { dataDir })
  t.equal((await startSecond(server)).code, 1)
  t.equal(await server.kill('SIGTERM'), 0)
})
