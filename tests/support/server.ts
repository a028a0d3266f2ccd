import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'
import { isAlive, waitForExit } from '../../modules/platform/server/postgres/processes.ts'
import { ensureBuilt } from '../../server/launch/build.mjs'
import { memoryEnv, memoryFlags } from '../../server/launch/memory.mjs'
import { appScript } from './app-script.ts'
import { blobEnv } from './buckets.ts'
import { childEnv } from './child-env.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Teardown, testFolder } from './folders.ts'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface TestServerOptions {
  env?: Record<string, string>
  /** `embedded`: its own PostgreSQL in DATA_DIR, as in production. Default: a test database. */
  database?: 'embedded' | 'test'
  /** The database of another process. */
  db?: TestDatabase
  /** Default: a fresh folder, removed at the end. */
  dataDir?: string
  installed?: boolean
  /** As `npm start` runs it, for measurements of memory. */
  memoryFlags?: boolean
}

export interface TestServer {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** URL of the test database; null with `embedded`. */
  readonly databaseUrl: string | null
  /** Variables with which the operator's commands work on it: folder, database and store. */
  readonly cliEnv: Record<string, string>
  /** Its output since the first start. */
  logs(): string
  /** Sends the signal (default SIGTERM); resolves with the exit code, or null if the signal ended it. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
  /** Kills it if it runs, and starts it again on the same port, folder and database. */
  restart(): Promise<void>
}

const readyLine = /Coffer is ready at (\S+)/

/** A server in its own process group, for tests of crashes and shutdown. */
export const testServer = async (t: Teardown, options: TestServerOptions = {}): Promise<TestServer> => {
  ensureBuilt()
  const main = appScript('main')
  const dataDir = options.dataDir ?? testFolder(t)
  const databaseUrl = options.database === 'embedded' ? null : (options.db ?? (await testDatabase(t))).url
  if (options.installed !== false)
    writeFileSync(join(dataDir, '.installed'), `${new Date().toISOString()}\n`, { mode: 0o600 })
  const blobs = await blobEnv(dataDir)
  let output = ''
  let child: ChildProcess | null = null
  let url = ''

  const start = async (port: string): Promise<void> => {
    const from = output.length
    const started = spawn(process.execPath, [...(options.memoryFlags ? memoryFlags : []), main], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...childEnv,
        HOST: '127.0.0.1',
        TRUSTED_PROXIES: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDir,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...blobs,
        ...(options.memoryFlags ? memoryEnv : {}),
        ...options.env,
      },
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the server was not ready within 3 min:\n${output}`)), 180_000)
      const settle = (fn: () => void) => {
        clearTimeout(timer)
        fn()
      }
      started.stdout.on('data', () => {
        const found = readyLine.exec(output.slice(from))?.[1]
        if (!found) return
        url = new URL(found).origin
        settle(resolve)
      })
      started.once('exit', (code, signal) =>
        settle(() => reject(new Error(`the server ended with ${code ?? signal}:\n${output}`))),
      )
    })
  }

  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve))
    running.kill(signal)
    return ended
  }

  t.teardown(async () => {
    // SIGTERM also stops an embedded PostgreSQL; a server that hangs is killed.
    const timer = setTimeout(() => child?.kill('SIGKILL'), 30_000)
    await kill('SIGTERM')
    clearTimeout(timer)
    const orphan = readPidFile(join(dataDir, 'postgres', 'data'))
    if (orphan && isAlive(orphan.pid)) {
      process.kill(orphan.pid, 'SIGQUIT')
      await waitForExit(orphan.pid, 5_000)
    }
  })
  await start(await freePort())
  return {
    get url() {
      return url
    },
    get pid() {
      return child!.pid!
    },
    dataDir,
    databaseUrl,
    cliEnv: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...blobs },
    logs: () => output,
    kill,
    async restart() {
      await kill('SIGKILL')
      await start(new URL(url).port)
    },
  }
}
