import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { withLock } from './postgres/file-lock.ts'
import { isForeignNamespace, pidNamespace } from './postgres/pid-namespace.ts'

/** The lowest limit of the supported systems (macOS: 104 bytes with the final NUL). */
const maxSocketPathBytes = 100
const responseTimeoutMs = 2_000

/** Where the owner listens: in the folder, or for long paths and on Windows at a name derived from the path. */
const socketPaths = (dataDir: string): string[] => {
  const name = `coffer-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  const inside = join(dataDir, 'owner.sock')
  const outside = join(tmpdir(), `${name}.sock`)
  return Buffer.byteLength(inside) <= maxSocketPathBytes ? [inside, outside] : [outside]
}

/** Status that the owner of a DATA_DIR reports about itself; empty texts where it does not. */
interface OwnerStatus {
  /** Name of the blob store that it writes to (`blobStoreName`). */
  store: string
  version: string
}

interface DataDirOwner extends OwnerStatus {
  /** 0 when it does not respond. */
  pid: number
  /** Whether it runs in another container, or on the host: `pid` is meaningless then. */
  isForeign: boolean
}

const ownerOf = (text: string): DataDirOwner => {
  const [pid = '', store = '', version = '', namespace = ''] = text.split('\n')
  return { pid: Number.parseInt(pid, 10) || 0, store, version, isForeign: isForeignNamespace(namespace) }
}

/** Null when no process listens. */
const listenerAt = (path: string): Promise<DataDirOwner | null> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let text = ''
    // Connected without a response: a frozen process still owns the folder.
    const timer = setTimeout(() => socket.destroy(), responseTimeoutMs)
    let isConnected = false
    socket.on('connect', () => {
      isConnected = true
    })
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(isConnected ? ownerOf(text) : null)
    })
  })

const listenAt = (path: string, readStatus: () => OwnerStatus): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      const { store, version } = readStatus()
      socket.end(`${[process.pid, store, version, pidNamespace].join('\n')}\n`)
    })
    server.unref()
    server.once('error', () => resolve(null))
    server.listen(path, () => resolve(server))
  })

/** The process that owns a DATA_DIR; null when none does. */
export const findDataDirOwner = async (dataDir: string): Promise<DataDirOwner | null> => {
  for (const path of socketPaths(dataDir)) {
    const owner = await listenerAt(path)
    if (owner) return owner
  }
  return null
}

/**
 * Makes this process the owner of a DATA_DIR until `release` or the end of the process, even by a kill. The owner listens on
 * a local socket: the kernel knows which processes are alive, also between containers that share the folder, where process
 * ids are meaningless. Other processes get the result of `readStatus` from it. Throws `ConfigError` with one line when another
 * process owns the folder.
 */
export const ownDataDir = (
  dataDir: string,
  readStatus: () => OwnerStatus = () => ({ store: '', version: '' }),
): Promise<{ release(): void }> =>
  withLock(dataDir, async () => {
    const other = await findDataDirOwner(dataDir)
    if (other)
      throw new ConfigError(
        `${dataDir} is in use by another Coffer${other.pid ? ` (process ${other.pid})` : ''}: stop it first, or set DATA_DIR to another folder`,
      )
    for (const path of socketPaths(dataDir)) {
      // The socket of a killed owner: no process listens on it.
      if (process.platform !== 'win32') rmSync(path, { force: true })
      const server = await listenAt(path, readStatus)
      if (server) return { release: () => void server.close() }
    }
    throw new ConfigError(`${dataDir} cannot be locked: no socket can be created in it or in ${tmpdir()}`)
  })
