import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import type { Connection } from './connection.ts'
import { FanOut } from './fan-out.ts'
import { closeCodes, type Describe, type RealtimeMessage, sessionRevoked } from './message.ts'
import { SocketIds } from './socket-ids.ts'
import { Sockets } from './sockets.ts'

/** Which of these sessions still hold. */
export type SessionCheck = (sessionIds: readonly string[]) => Promise<readonly string[]>

const pingEvery = 25_000
/** A revocation is told at once; this is for what ends without one: expiry, a change in the database. */
const checkEvery = 60_000
/** ms that sockets get to say goodbye at the end of the process. */
const farewell = 500

export interface RealtimeDeps {
  url: string
  db: Sql
  log: Logger
  appKey: Buffer
}

/**
 * Tells people's open tabs what has changed. A message names facts by id; it crosses processes like that, and each
 * process that holds a socket of the person has the facts described afresh, as they may know them now.
 */
export class Realtime {
  readonly ids: SocketIds
  private readonly sockets = new Sockets()
  private readonly describers = new Map<string, Describe>()
  private readonly fanOut: FanOut
  private readonly log: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private sessionCheck: SessionCheck = async (ids) => ids
  private closing = false
  constructor({ url, db, log, appKey }: RealtimeDeps) {
    this.log = log
    this.ids = new SocketIds(appKey)
    this.fanOut = new FanOut({
      url,
      db,
      log,
      receive: (message) => this.deliver(message),
      // Browsers fetch anew when they come back.
      missed: () => this.closeAll(closeCodes.restart),
    })
  }

  /** Sends an event to all sockets of a person, in every process; after commit. Never throws. */
  publish(message: RealtimeMessage): void {
    this.deliver(message)
    this.fanOut.send(message)
  }

  /** The module that owns an event makes its data. Once per event. */
  describe(event: string, describe: Describe): void {
    if (this.describers.has(event)) throw new Error(`the realtime event ${event} is described twice`)
    this.describers.set(event, describe)
  }

  /** Set by the module that knows sessions. */
  checkSessions(check: SessionCheck): void {
    this.sessionCheck = check
  }

  /** The session has ended: its sockets are told and closed, in every process. */
  endSession(userId: string, sessionId: string): void {
    this.publish({ userId, event: sessionRevoked, ids: { sessionId } })
  }

  /** After migrations. */
  async start(): Promise<void> {
    this.timers.push(
      setInterval(() => this.ping(), pingEvery),
      setInterval(() => this.check(), checkEvery),
    )
    for (const timer of this.timers) timer.unref()
    await this.fanOut.start()
  }

  /** True when no further socket of this person is taken. */
  full(userId: string): boolean {
    return this.closing || this.sockets.full(userId)
  }

  /** Takes a socket in. The session is looked at once more: it may have ended while the socket was opening. */
  enter(connection: Connection): void {
    this.sockets.add(connection)
    connection.send(JSON.stringify({ event: 'connected', data: { socket_id: connection.id } }))
    void this.endLapsed([connection])
  }

  leave(connection: Connection): void {
    this.sockets.remove(connection)
  }

  /** Says goodbye to all sockets; before the server stops listening. */
  async drain(): Promise<void> {
    this.closing = true
    if (this.sockets.size === 0) return
    this.closeAll(closeCodes.goingAway)
    const limit = Date.now() + farewell
    while (this.sockets.size > 0 && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.sockets.all()) connection.terminate()
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await this.drain()
    await this.fanOut.stop()
  }

  private deliver(message: RealtimeMessage): void {
    const own = this.sockets.of(message.userId)
    if (!own) return
    if (message.event === sessionRevoked) {
      for (const connection of [...own]) if (connection.sessionId === message.ids.sessionId) end(connection)
      return
    }
    this.describeTo(message).catch((error: unknown) =>
      this.log.error({ err: error, event: message.event }, 'realtime event not described'),
    )
  }

  private async describeTo({ userId, event, ids, except }: RealtimeMessage): Promise<void> {
    const describe = this.describers.get(event)
    if (!describe) throw new Error(`nobody describes the realtime event ${event}`)
    const data = await describe(userId, ids)
    if (data === null) return
    const text = JSON.stringify({ event, data })
    for (const connection of this.sockets.of(userId) ?? []) if (connection.id !== except) connection.send(text)
  }

  private ping(): void {
    for (const connection of this.sockets.all()) connection.ping()
  }

  private check(): void {
    void this.endLapsed([...this.sockets.all()])
  }

  private async endLapsed(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const alive = new Set(await this.sessionCheck([...new Set(connections.map(({ sessionId }) => sessionId))]))
      for (const connection of connections) if (!alive.has(connection.sessionId)) end(connection)
    } catch (error) {
      this.log.warn({ err: error }, 'sessions of sockets not checked')
    }
  }

  private closeAll(code: number): void {
    for (const connection of this.sockets.all()) connection.close(code)
  }
}

const end = (connection: Connection) => {
  connection.send(JSON.stringify({ event: sessionRevoked, data: {} }))
  connection.close(closeCodes.policy)
}
