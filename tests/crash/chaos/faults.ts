import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { appScript } from '../../support/app-script.ts'
import { childEnv } from '../../support/child-env.ts'
import { postgresProcesses, signalAll } from '../../support/processes.ts'
import type { TestServer } from '../../support/server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Fault {
  name: string
  /** Share of all faults. */
  weight: number
  /** Injects the fault; resolves when the server is starting to serve again. Throws when the server behaved wrongly. */
  strike(server: TestServer, random: () => number): Promise<void>
}

const run = (args: string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.on('close', (code) => resolve({ code, output }))
  })

/** Runs an admin command on the server's folder. */
export const runFaultCommand = (server: TestServer, args: string[]) => {
  const env = { ...childEnv, LOG_LEVEL: 'error', ...server.cliEnv }
  return run([appScript('cli'), ...args], env)
}

const chaosFaults: readonly Fault[] = [
  {
    name: 'kill -9 of the app',
    weight: 3,
    async strike(server) {
      await server.kill('SIGKILL')
      await server.restart()
    },
  },
  {
    name: 'SIGTERM of the process group',
    weight: 2,
    async strike(server) {
      const from = server.logs().length
      const [code] = await Promise.all([server.kill('SIGTERM'), sleep(0).then(() => signalGroup(server.pid))])
      if (code !== 0) throw new Error(`SIGTERM ended it with ${code}: ${server.logs().slice(from)}`)
      await server.restart()
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    weight: 3,
    async strike(server) {
      signalAll(postgresProcesses(server.dataDir).slice(0, 1), 'SIGKILL')
    },
  },
  {
    name: 'kill -9 of one database session',
    weight: 2,
    async strike(server, random) {
      const sessions = postgresProcesses(server.dataDir).slice(1)
      signalAll(sessions.slice(Math.floor(random() * sessions.length)).slice(0, 1), 'SIGKILL')
    },
  },
  {
    name: 'frozen PostgreSQL',
    weight: 3,
    async strike(server, random) {
      const frozen = postgresProcesses(server.dataDir)
      signalAll(frozen, 'SIGSTOP')
      await sleep(500 + random() * 12_000)
      signalAll(frozen, 'SIGCONT')
    },
  },
  {
    name: 'a second server on the DATA_DIR',
    weight: 1,
    async strike(server) {
      const env = { ...childEnv, PORT: '0', DATA_DIR: server.dataDir }
      const { code, output } = await run([appScript('main')], env)
      if (code !== 1 || !/is in use by another Coffer/.test(output)) throw new Error(`exit ${code}: ${output}`)
    },
  },
  {
    name: 'gc while serving',
    weight: 1,
    async strike(server) {
      // The database may still be down from the previous fault.
      await runFaultCommand(server, ['gc'])
    },
  },
]

const signalGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const pickRandom = (random: () => number): Fault => {
  const tickets = chaosFaults.flatMap((fault) => Array<Fault>(fault.weight).fill(fault))
  return tickets[Math.floor(random() * tickets.length)] as Fault
}
