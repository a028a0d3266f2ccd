import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolderBlocking } from '../atomic-file.ts'
import { canReach, chownTree, type OsAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { type PostgresSecrets, superuserRole } from './secrets.ts'
import { listeningPorts, socketPortOf } from './server-sockets.ts'

const majorVersion = '18'

/** How a child process is started on a data folder: its path as the child sees it, and the spawn options. */
export interface DataFolder {
  path: string
  spawnOptions: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/**
 * Path and spawn options of a data folder for its account. If the account may not enter a folder above (DATA_DIR under
 * /root), it becomes the child's working directory: Node enters it as root, and Linux resolves /proc/self/cwd without
 * checking the folders above.
 */
export const dataFolderFor = (folder: string, account: OsAccount | null): DataFolder => {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  if (!account) return { path: folder, spawnOptions: { cwd: folder, env } }
  const spawnOptions = { cwd: folder, env, uid: account.uid, gid: account.gid }
  if (canReach(account, folder)) return { path: folder, spawnOptions }
  if (process.platform !== 'linux') throw new Error(`${account.name} cannot enter ${folder}: choose another DATA_DIR`)
  return { path: '/proc/self/cwd', spawnOptions }
}

const run = (command: string, args: string[], options: DataFolder['spawnOptions']): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb ended with ${code}: ${output.trim()}`))
    })
  })

const initialize = async (
  dir: string,
  binaries: PostgresBinaries,
  account: OsAccount | null,
  secrets: PostgresSecrets,
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
    const { path, spawnOptions } = dataFolderFor(draft, account)
    const identity = ['-U', superuserRole, '--auth=scram-sha-256', '--pwfile=../initdb-password']
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await run(binaries.initdb, ['-D', path, '-k', ...identity, ...locale], spawnOptions)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  // The final name marks a complete cluster: the next start deletes a data.new that a crash left.
  renameSync(draft, join(dir, 'data'))
  syncFolderBlocking(dir)
}

/** Throws for a file whose state cannot be read: a failing disk is not a missing file. */
const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Removes sockets of killed servers: each start uses another port. A running server does not create its socket again. */
const removeLeftSockets = async (data: string): Promise<void> => {
  const listening = await listeningPorts(data)
  for (const name of readdirSync(data)) {
    const port = socketPortOf(name)
    if (port !== null && !listening.has(port)) rmSync(join(data, name))
  }
}

/**
 * Creates the cluster in `dir/data` unless it is complete; deletes a cluster without tables that a crash left. Throws when a
 * cluster with tables lacks a part.
 */
export const prepareCluster = async (
  dir: string,
  binaries: PostgresBinaries,
  account: OsAccount | null,
  secrets: PostgresSecrets,
): Promise<void> => {
  const data = join(dir, 'data')
  const versionFile = join(data, 'PG_VERSION')
  const control = join(data, 'global', 'pg_control')
  if (!exists(versionFile) || !exists(control)) {
    // The cluster has tables: somebody copied or moved a part of it, or a disk lost a file. Coffer must not delete it.
    if (exists(join(data, 'base')))
      throw new Error(
        `${data} is incomplete (${exists(versionFile) ? control : versionFile} is missing): restore it, or move it away to begin with an empty database`,
      )
    rmSync(data, { recursive: true, force: true })
    await initialize(dir, binaries, account, secrets)
    return
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== majorVersion) throw new Error(`${data} was created by PostgreSQL ${version}, this is ${majorVersion}`)
  await removeLeftSockets(data)
  if (account) chownTree(account, data)
  chmodSync(data, 0o700)
}
