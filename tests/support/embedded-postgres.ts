import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'
import { isAlive } from '../../modules/platform/server/postgres/processes.ts'
import { type Teardown, testFolder } from './folders.ts'

const module = new URL('../../modules/platform/server/postgres/embedded.ts', import.meta.url).href

/** Rows of a query in a connection of its own. */
export const queryOnce = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a child process that starts the server on `dir` and keeps running; resolves when the server is ready. */
export const startServerHolder = async (t: Teardown, dir: string, account?: number): Promise<ChildProcess> => {
  const script = `const { startEmbedded } = await import('${module}'); const s = await startEmbedded('${dir}'); console.log('ready', s.adopted); setInterval(() => {}, 1000); process.on('SIGTERM', async () => { await s.stop(); process.exit(0) })`
  const identity = account === undefined ? {} : { uid: account, gid: account }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', () => reject(new Error('the process ended before the server was ready')))
  })
  return child
}

/** Kills a process; resolves when it has ended. */
export const killAndWait = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })

/** A folder for an embedded server, which is ended with the test. */
export const newServerFolder = (t: Teardown): string => {
  const dir = join(testFolder(t), 'postgres')
  t.teardown(() => {
    const leftover = readPidFile(join(dir, 'data'))
    if (leftover && isAlive(leftover.pid)) process.kill(leftover.pid, 'SIGQUIT')
  })
  return dir
}
