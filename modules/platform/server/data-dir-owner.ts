import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { withLock } from './postgres/file-lock.ts'

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

/** Process id of the listener; 0 when it does not respond, null when no process listens. */
const listenerAt = (path: string): Promise<number | null> =>
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
      resolve(isConnected ? Number.parseInt(text, 10) || 0 : null)
    })
  })

const listenAt = (path: string): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(`${process.pid}\n`)
    })
    server.unref()
    server.once('error', () => resolve(null))
    server.listen(path, () => resolve(server))
  })

/**
 * Makes this process the owner of a DATA_DIR until `release` or the end of the process, even by a kill. The owner listens
 * on a local socket: the kernel knows which processes are alive, also between containers that share the folder, where
 * process ids are meaningless. Throws `ConfigError` with one line when another process owns the folder.
 */
export const ownDataDir = (dataDir: string): Promise<{ release(): void }> =>
  withLock(dataDir, async () => {
    const paths = socketPaths(dataDir)
    for (const path of paths) {
      const pid = await listenerAt(path)
      if (pid !== null)
        throw new ConfigError(
          `${dataDir} is in use by another Coffer${pid ? ` (process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder`,
        )
    }
    for (const path of paths) {
      // The socket of a killed owner: no process listens on it.
      if (process.platform !== 'win32') rmSync(path, { force: true })
      const server = await listenAt(path)
      if (server) return { release: () => void server.close() }
    }
    throw new ConfigError(`${dataDir} cannot be locked: no socket can be created in it or in ${tmpdir()}`)
  })
