import type { Logger } from '../logger.ts'
import { closeRevoked } from './delivery.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { Sockets } from './sockets.ts'

/** Reads which of these sessions are still valid. */
export type SessionCheck = (sessionIds: readonly string[]) => Promise<readonly string[]>

const pingIntervalMs = 25_000
/** Check interval for sessions that end without a revocation, which is sent at once: expired, or changed in the database. */
const sessionCheckIntervalMs = 60_000

/** Closes sockets whose client no longer responds or whose session has ended. */
export class SessionWatch {
  /** The users module sets it. */
  check: SessionCheck = async (ids) => ids
  private readonly sockets: Sockets
  private readonly log: Logger
  private readonly timers: NodeJS.Timeout[] = []
  constructor(sockets: Sockets, log: Logger) {
    this.sockets = sockets
    this.log = log
  }

  start(): void {
    this.timers.push(
      setInterval(() => this.ping(), pingIntervalMs),
      setInterval(() => void this.closeInvalid([...this.sockets.all()]), sessionCheckIntervalMs),
    )
    for (const timer of this.timers) timer.unref()
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer)
  }

  /** Closes the sockets among `connections` whose session has ended. */
  async closeInvalid(connections: readonly SocketConnection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const alive = new Set(await this.check([...new Set(connections.map(({ sessionId }) => sessionId))]))
      for (const connection of connections) if (!alive.has(connection.sessionId)) closeRevoked(connection)
    } catch (error) {
      this.log.warn({ err: error }, 'sessions of sockets could not be checked')
    }
  }

  private ping(): void {
    for (const connection of this.sockets.all()) connection.ping()
  }
}
