import { accountChanged } from '../../../shared/contract.ts'
import type { Sql } from '../db/db.ts'
import type { Logger } from '../logger.ts'
import { RealtimeDelivery } from './delivery.ts'
import { FanOut } from './fan-out.ts'
import {
  allAccounts,
  closeCodes,
  type ReadEventData,
  type RealtimeEvent,
  type RealtimeMessage,
  sessionRevoked,
} from './message.ts'
import { type SessionCheck, SessionWatch } from './session-watch.ts'
import type { SocketConnection } from './socket-connection.ts'
import { SocketIds } from './socket-ids.ts'
import { Sockets } from './sockets.ts'

/** An open socket, by its id. */
type SocketOfUser = Readonly<Pick<SocketConnection, 'id' | 'userId'>>
type MessageHandler = (socket: SocketOfUser, data: unknown) => void

/** Time for clients to complete the close handshake when the process stops. */
const closeTimeoutMs = 500
/** Accounts per message between processes, whose size PostgreSQL limits. */
const maxAccountsPerMessage = 150

interface RealtimeDeps {
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
  private readonly delivery: RealtimeDelivery
  private readonly fanOut: FanOut
  private readonly watch: SessionWatch
  private readonly messageHandlers = new Map<string, MessageHandler>()
  private readonly closeHandlers: ((socket: SocketOfUser) => void)[] = []
  private closing = false
  constructor({ url, db, log, appKey }: RealtimeDeps) {
    this.ids = new SocketIds(appKey)
    this.delivery = new RealtimeDelivery(this.sockets, log)
    this.delivery.describe(accountChanged, async () => ({}))
    this.watch = new SessionWatch(this.sockets, log)
    this.fanOut = new FanOut({
      url,
      db,
      log,
      receive: (message) => this.delivery.deliver(message),
      // Browsers reload their data when they reconnect.
      missed: () => {
        this.delivery.recent.forget()
        this.closeAll(closeCodes.restart)
      },
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
      this.delivery.deliver(message)
      this.fanOut.send(message)
    }
  }

  /** Sends one event to all sockets that joined the topic, in every process. */
  publishToTopic(topic: string, event: RealtimeEvent): void {
    const message = { ...event, userIds: [], topic }
    this.delivery.deliver(message)
    this.fanOut.send(message)
  }

  /**
   * Joins a socket of this process to a topic, in place of its former one; null: to none. False when the socket is closed.
   */
  join(socketId: string, topic: string | null): boolean {
    return this.sockets.join(socketId, topic)
  }

  /** Registers the handler of browsers' messages `{event, data}`. Data is not validated. */
  onMessage(event: string, handler: MessageHandler): void {
    this.messageHandlers.set(event, handler)
  }

  /** Calls the handler after a socket was closed. */
  onClose(handler: (socket: SocketOfUser) => void): void {
    this.closeHandlers.push(handler)
  }

  /** Registers the function that reads an event's data. Each event is registered once, by the module that owns it. */
  describe(event: string, describe: ReadEventData): void {
    this.delivery.describe(event, describe)
  }

  /** Sets the session check; the users module calls it. */
  checkSessions(check: SessionCheck): void {
    this.watch.check = check
  }

  /**
   * Registers a listener that runs in each process when an event passes it, before browsers get it: it invalidates caches.
   */
  listen(event: string, fn: (userId: string) => void): void {
    this.delivery.listen(event, fn)
  }

  /** Sends an event to every open socket, in every process. */
  publishToEverybody(event: RealtimeEvent): void {
    this.publishToAll([allAccounts], event)
  }

  /**
   * Call it after the commit of a change of accounts' permissions. Sessions that it ends are reported by `session-revoked`.
   */
  accountsChanged(userIds: readonly string[]): void {
    this.publishToAll(userIds, { event: accountChanged, ids: {} })
  }

  /** As `accountsChanged`, of limits and debts: open pages of the accounts read their data again. */
  limitsChanged(userIds: readonly string[]): void {
    this.publishToAll(userIds, { event: accountChanged, ids: { limits: 'changed' } })
  }

  /** Notifies and closes the sockets of an ended session, in every process. */
  endSession(userId: string, sessionId: string): void {
    this.publish({ userId, event: sessionRevoked, ids: { sessionId } })
  }

  /** Call it after the migrations. */
  async start(): Promise<void> {
    this.watch.start()
    await this.fanOut.start()
  }

  /** True when no further socket of this account is accepted. */
  isFull(userId: string): boolean {
    return this.closing || this.sockets.isFull(userId)
  }

  /** Adds an open socket, and checks its session again, which may have ended meanwhile. */
  add(connection: SocketConnection): void {
    this.sockets.add(connection)
    const { recent } = this.delivery
    const quiet_ms = recent.msWithoutEvents([connection.userId, allAccounts])
    const settings_quiet_ms = recent.msWithoutEvents([allAccounts])
    const data = { socket_id: connection.id, quiet_ms, settings_quiet_ms }
    connection.send(JSON.stringify({ event: 'connected', data }))
    void this.watch.closeInvalid([connection])
  }

  remove(connection: SocketConnection): void {
    this.sockets.remove(connection)
    for (const handler of this.closeHandlers) handler(connection)
  }

  /** Handles a message of a browser; ignores a text that is not a message. */
  receive(connection: SocketConnection, text: string): void {
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
    const deadline = performance.now() + closeTimeoutMs
    while (this.sockets.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.sockets.all()) connection.terminate()
  }

  async close(): Promise<void> {
    this.watch.stop()
    await this.drain()
    await this.fanOut.stop()
  }

  private closeAll(code: number): void {
    for (const connection of this.sockets.all()) connection.close(code)
  }
}
