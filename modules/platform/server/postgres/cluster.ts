import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../atomic-file.ts'
import { type Account, giveTo, reachableBy } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type Secrets, superuserRole } from './secrets.ts'

const majorVersion = '18'

/** How a child is started on a data folder: who runs it, where, and what it calls the folder. */
export interface Place {
  path: string
  spawnOptions: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/**
 * A data folder below one that the account may not enter (DATA_DIR under /root) is given as the working folder: Node
 * enters it as root, and Linux follows /proc/self/cwd without asking the folders above.
 */
export const placeOf = (folder: string, account: Account | null): Place => {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  if (!account) return { path: folder, spawnOptions: { cwd: folder, env } }
  const spawnOptions = { cwd: folder, env, uid: account.uid, gid: account.gid }
  if (reachableBy(account, folder)) return { path: folder, spawnOptions }
  if (process.platform !== 'linux') throw new Error(`${account.name} cannot enter ${folder}: choose another DATA_DIR`)
  return { path: '/proc/self/cwd', spawnOptions }
}

const run = (command: string, args: string[], options: Place['spawnOptions']): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let told = ''
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb ended with ${code}: ${told.trim()}`))
    })
  })

const initialize = async (
  dir: string,
  binaries: Binaries,
  account: Account | null,
  secrets: Secrets,
): Promise<void> => {
  const draft = join(dir, 'data.new')
  const passwordFile = join(dir, 'initdb-password')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    writeFileSync(passwordFile, `${secrets.superuser}\n`, { mode: 0o600 })
    if (account) {
      chownSync(draft, account.uid, account.gid)
      chownSync(passwordFile, account.uid, account.gid)
    }
    const { path, spawnOptions } = placeOf(draft, account)
    const identity = ['-U', superuserRole, '--auth=scram-sha-256', '--pwfile=../initdb-password']
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await run(binaries.initdb, ['-D', path, '-k', ...identity, ...locale], spawnOptions)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // The name tells that it is complete: whatever a crash leaves as data.new is thrown away.
  renameSync(draft, join(dir, 'data'))
  syncFolder(dir)
}

/** Makes the cluster in `dir/data` unless a complete one is there; wipes what a crash left half-made. */
export const prepareCluster = async (
  dir: string,
  binaries: Binaries,
  account: Account | null,
  secrets: Secrets,
): Promise<void> => {
  const data = join(dir, 'data')
  const versionFile = join(data, 'PG_VERSION')
  if (!existsSync(versionFile) || !existsSync(join(data, 'global', 'pg_control'))) {
    rmSync(data, { recursive: true, force: true })
    await initialize(dir, binaries, account, secrets)
    return
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== majorVersion) throw new Error(`${data} was made by PostgreSQL ${version}, this is ${majorVersion}`)
  // Sockets that a killed server left; each start has another port.
  for (const name of readdirSync(data)) if (name.startsWith('.s.PGSQL.')) rmSync(join(data, name))
  if (account) giveTo(account, data)
  chmodSync(data, 0o700)
}
