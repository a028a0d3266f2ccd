import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { exclusively } from './postgres/leases.ts'

/** Bytes of a socket's path at most, on the strictest of the systems we run on (macOS: 104 with its end). */
const maxSocketPathBytes = 100
const answerTimeoutMs = 2_000

/** Where the owner listens: in the folder; for a path too long for a socket, and on Windows, at a name made of it. */
const socketPaths = (dataDir: string): string[] => {
  const name = `coffer-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  const inside = join(dataDir, 'owner.sock')
  const outside = join(tmpdir(), `${name}.sock`)
  return Buffer.byteLength(inside) <= maxSocketPathBytes ? [inside, outside] : [outside]
}

/** Process id of who listens there, 0 when it does not say, null when nobody listens. */
const listenerAt = (path: string): Promise<number | null> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let text = ''
    // Connected, but silent: a frozen process is an owner, too.
    const timer = setTimeout(() => socket.destroy(), answerTimeoutMs)
    let isThere = false
    socket.on('connect', () => {
      isThere = true
    })
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(isThere ? Number.parseInt(text, 10) || 0 : null)
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
 * Makes this process the owner of a DATA_DIR until `release` or its end, however it ends. The owner listens on a local
 * socket: the kernel tells who is alive, also between containers that share the folder, where process ids tell nothing.
 * Throws `ConfigError` with one clear line when another process owns it.
 */
export const ownDataDir = (dataDir: string): Promise<{ release(): void }> =>
  exclusively(dataDir, async () => {
    const paths = socketPaths(dataDir)
    for (const path of paths) {
      const pid = await listenerAt(path)
      if (pid !== null)
        throw new ConfigError(
          `${dataDir} is in use by another Coffer${pid ? ` (process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder`,
        )
    }
    for (const path of paths) {
      // What a killed owner left: nobody listens there.
      if (process.platform !== 'win32') rmSync(path, { force: true })
      const server = await listenAt(path)
      if (server) return { release: () => void server.close() }
    }
    throw new ConfigError(`${dataDir} cannot be locked: no socket can be made in it or in ${tmpdir()}`)
  })
