import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import type { Connection } from './connection.ts'
import { FanOut } from './fan-out.ts'
import {
  accountChanged,
  closeCodes,
  type Describe,
  everybody,
  languagesChanged,
  type RealtimeBroadcast,
  type RealtimeEvent,
  type RealtimeMessage,
  sessionRevoked,
} from './message.ts'
import { SocketIds } from './socket-ids.ts'
import { Sockets } from './sockets.ts'

/** Returns which of these sessions are still valid. */
export type SessionCheck = (sessionIds: readonly string[]) => Promise<readonly string[]>

/** An open socket, by its id. */
export type SocketOfUser = Readonly<Pick<Connection, 'id' | 'userId'>>
type MessageHandler = (socket: SocketOfUser, data: unknown) => void

const pingIntervalMs = 25_000
/** For sessions that end without a revocation, which is sent immediately: by expiry, or a change in the database. */
const sessionCheckIntervalMs = 60_000
/** Time for clients to complete the close handshake when the process stops. */
const closeTimeoutMs = 500
/** Accounts per message between processes, whose size PostgreSQL limits. */
const maxAccountsPerMessage = 150

export interface RealtimeDeps {
  url: string
  db: Sql
  log: Logger
  appKey: Buffer
}

/**
 * Sends events to open browser tabs. A message between processes contains ids only; each process with a socket of the
 * account reads the current data, with the account's current permissions.
 */
export class Realtime {
  readonly ids: SocketIds
  private readonly sockets = new Sockets()
  private readonly describers = new Map<string, Describe>()
  private readonly fanOut: FanOut
  private readonly log: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private sessionCheck: SessionCheck = async (ids) => ids
  private readonly messageHandlers = new Map<string, MessageHandler>()
  private readonly closeHandlers: ((socket: SocketOfUser) => void)[] = []
  private readonly listeners = new Map<string, ((userId: string) => void)[]>()
  private closing = false
  constructor({ url, db, log, appKey }: RealtimeDeps) {
    this.log = log
    this.ids = new SocketIds(appKey)
    this.fanOut = new FanOut({
      url,
      db,
      log,
      receive: (message) => this.deliver(message),
      // Browsers reload their data when they reconnect.
      missed: () => this.closeAll(closeCodes.restart),
    })
  }

  /** Number of open sockets of this process. */
  get openSockets(): number {
    return this.sockets.size
  }

  /** Sends an event to all sockets of an account, in every process. Call it after the commit. Never throws. */
  publish({ userId, ...event }: RealtimeMessage): void {
    this.publishToAll([userId], event)
  }

  /** Sends one event to all sockets of these accounts, as `publish`. */
  publishToAll(userIds: readonly string[], event: RealtimeEvent): void {
    for (let from = 0; from < userIds.length; from += maxAccountsPerMessage) {
      const message = { ...event, userIds: userIds.slice(from, from + maxAccountsPerMessage) }
      this.deliver(message)
      this.fanOut.send(message)
    }
  }

  /** Sends one event to all sockets that joined the topic, in every process. */
  publishToTopic(topic: string, event: RealtimeEvent): void {
    const message = { ...event, userIds: [], topic }
    this.deliver(message)
    this.fanOut.send(message)
  }

  /** Joins a socket of this process to a topic, instead of its former one; null: to none. False when it is closed. */
  join(socketId: string, topic: string | null): boolean {
    return this.sockets.join(socketId, topic)
  }

  /** Sets what happens with messages `{event, data}` of browsers. Data is not validated. */
  onMessage(event: string, handler: MessageHandler): void {
    this.messageHandlers.set(event, handler)
  }

  /** Calls the handler after a socket was closed. */
  onClose(handler: (socket: SocketOfUser) => void): void {
    this.closeHandlers.push(handler)
  }

  /** Registers the function that reads an event's data. Each event is registered once, by the module that owns it. */
  describe(event: string, describe: Describe): void {
    if (this.describers.has(event)) throw new Error(`the realtime event ${event} is registered twice`)
    this.describers.set(event, describe)
  }

  /** Sets the session check; the users module calls it. */
  checkSessions(check: SessionCheck): void {
    this.sessionCheck = check
  }

  /** Adds what each process does when an event passes it, before browsers get it: it forgets what it cached. */
  listen(event: string, fn: (userId: string) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), fn])
  }

  /** Sends an event to every open socket, in every process. */
  publishToEverybody(event: RealtimeEvent): void {
    this.publishToAll([everybody], event)
  }

  /** Call it after the commit of a change of what these accounts may do. */
  accountsChanged(userIds: readonly string[]): void {
    this.publishToAll(userIds, { event: accountChanged, ids: {} })
  }

  /** Notifies and closes the sockets of an ended session, in every process. */
  endSession(userId: string, sessionId: string): void {
    this.publish({ userId, event: sessionRevoked, ids: { sessionId } })
  }

  /** Call it after the migrations. */
  async start(): Promise<void> {
    this.timers.push(
      setInterval(() => this.ping(), pingIntervalMs),
      setInterval(() => this.checkAll(), sessionCheckIntervalMs),
    )
    for (const timer of this.timers) timer.unref()
    await this.fanOut.start()
  }

  /** True when no further socket of this account is accepted. */
  isFull(userId: string): boolean {
    return this.closing || this.sockets.isFull(userId)
  }

  /** Adds an open socket, and checks its session again, which may have ended meanwhile. */
  add(connection: Connection): void {
    this.sockets.add(connection)
    connection.send(JSON.stringify({ event: 'connected', data: { socket_id: connection.id } }))
    void this.closeInvalid([connection])
  }

  remove(connection: Connection): void {
    this.sockets.remove(connection)
    for (const handler of this.closeHandlers) handler(connection)
  }

  /** Handles a message of a browser; ignores what is none. */
  receive(connection: Connection, text: string): void {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return
    }
    const { event, data } = (message ?? {}) as { event?: unknown; data?: unknown }
    if (typeof event === 'string') this.messageHandlers.get(event)?.(connection, data)
  }

  /** Closes all sockets, before the server stops listening. */
  async drain(): Promise<void> {
    this.closing = true
    if (this.sockets.size === 0) return
    this.closeAll(closeCodes.goingAway)
    const deadline = Date.now() + closeTimeoutMs
    while (this.sockets.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.sockets.all()) connection.terminate()
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await this.drain()
    await this.fanOut.stop()
  }

  private deliver({ userIds, topic, ...event }: RealtimeBroadcast): void {
    if (topic !== undefined && this.sockets.ofTopic(topic)) this.inBackground(this.sendToTopic(topic, event))
    for (const userId of userIds)
      if (userId !== everybody) this.deliverTo({ ...event, userId })
      else this.deliverToEverybody(event)
  }

  private deliverToEverybody(event: RealtimeEvent): void {
    for (const fn of this.listeners.get(event.event) ?? []) fn(everybody)
    if (event.event === languagesChanged) return
    const text = JSON.stringify({ event: event.event, data: event.ids })
    for (const connection of this.sockets.all()) if (connection.id !== event.except) connection.send(text)
  }

  private deliverTo(message: RealtimeMessage): void {
    for (const fn of this.listeners.get(message.event) ?? []) fn(message.userId)
    if (message.event === accountChanged) return
    const connections = this.sockets.of(message.userId)
    if (!connections) return
    if (message.event === sessionRevoked) {
      for (const connection of [...connections])
        if (connection.sessionId === message.ids.sessionId) closeRevoked(connection)
      return
    }
    this.inBackground(this.sendToUser(message))
  }

  private inBackground(sending: Promise<void>): void {
    sending.catch((error: unknown) => this.log.error({ err: error }, 'realtime event not sent'))
  }

  private async sendToUser({ userId, ...event }: RealtimeMessage): Promise<void> {
    const text = await this.textOf(userId, event)
    if (text !== null) sendTo(this.sockets.of(userId), text, event.except)
  }

  private async sendToTopic(topic: string, event: RealtimeEvent): Promise<void> {
    const text = await this.textOf(topic, event)
    if (text !== null) sendTo(this.sockets.ofTopic(topic), text, event.except)
  }

  private async textOf(userIdOrTopic: string, { event, ids }: RealtimeEvent): Promise<string | null> {
    const describe = this.describers.get(event)
    if (!describe) throw new Error(`the realtime event ${event} is not registered`)
    const data = await describe(userIdOrTopic, ids)
    return data === null ? null : JSON.stringify({ event, data })
  }

  private ping(): void {
    for (const connection of this.sockets.all()) connection.ping()
  }

  private checkAll(): void {
    void this.closeInvalid([...this.sockets.all()])
  }

  private async closeInvalid(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return
    try {
      const alive = new Set(await this.sessionCheck([...new Set(connections.map(({ sessionId }) => sessionId))]))
      for (const connection of connections) if (!alive.has(connection.sessionId)) closeRevoked(connection)
    } catch (error) {
      this.log.warn({ err: error }, 'sessions of sockets could not be checked')
    }
  }

  private closeAll(code: number): void {
    for (const connection of this.sockets.all()) connection.close(code)
  }
}

const sendTo = (connections: Iterable<Connection> | undefined, text: string, except?: string | null) => {
  for (const connection of connections ?? []) if (connection.id !== except) connection.send(text)
}

const closeRevoked = (connection: Connection) => {
  connection.send(JSON.stringify({ event: sessionRevoked, data: {} }))
  connection.close(closeCodes.policy)
}
