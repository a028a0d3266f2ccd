import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

/** The lowest limit of the supported systems for a socket's path. */
export const maxSocketPathBytes = 100

/** Port of a socket or of its lock file in a data folder; null for other names. */
export const socketPortOf = (name: string): number | null => {
  const port = /^\.s\.PGSQL\.(\d+)(\.lock)?$/.exec(name)?.[1]
  return port === undefined ? null : Number(port)
}

const acceptsConnection = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // EAGAIN: a process listens, and too many connections wait.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'))
  })

const listens = async (folder: string, name: string): Promise<boolean> => {
  const path = join(folder, name)
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return acceptsConnection(path)
  const fd = openSync(folder, 'r')
  try {
    return await acceptsConnection(`/proc/self/fd/${fd}/${name}`)
  } finally {
    closeSync(fd)
  }
}

/**
 * Ports of the sockets in a data folder on which a PostgreSQL listens. The kernel also knows about servers in other
 * containers, whose process ids are meaningless here.
 */
export const listeningPorts = async (data: string): Promise<Set<number>> => {
  const ports = new Set<number>()
  for (const name of existsSync(data) ? readdirSync(data) : []) {
    const port = socketPortOf(name)
    if (port !== null && !name.endsWith('.lock') && (await listens(data, name))) ports.add(port)
  }
  return ports
}
