import { accountChanged } from '../../../shared/contract.ts'
import type { Logger } from '../logger.ts'
import {
  allAccounts,
  closeCodes,
  languagesChanged,
  type ReadEventData,
  type RealtimeBroadcast,
  type RealtimeEvent,
  type RealtimeMessage,
  sessionRevoked,
} from './message.ts'
import { RecentEvents } from './recent-events.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { Sockets } from './sockets.ts'

/** Sends events to the sockets of this process, with data read at the moment of delivery. */
export class RealtimeDelivery {
  readonly recent = new RecentEvents()
  private readonly describers = new Map<string, ReadEventData>()
  private readonly listeners = new Map<string, ((userId: string) => void)[]>()
  private readonly sockets: Sockets
  private readonly log: Logger
  constructor(sockets: Sockets, log: Logger) {
    this.sockets = sockets
    this.log = log
  }

  describe(event: string, describe: ReadEventData): void {
    if (this.describers.has(event)) throw new Error(`the realtime event ${event} is registered twice`)
    this.describers.set(event, describe)
  }

  listen(event: string, fn: (userId: string) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), fn])
  }

  deliver({ userIds, topic, ...event }: RealtimeBroadcast): void {
    if (topic !== undefined) this.inBackground(topic, event, () => this.sockets.ofTopic(topic))
    for (const userId of userIds) {
      this.recent.record(userId)
      if (userId !== allAccounts) this.deliverTo({ ...event, userId })
      else this.deliverToEverybody(event)
    }
  }

  private deliverToEverybody(event: RealtimeEvent): void {
    for (const fn of this.listeners.get(event.event) ?? []) fn(allAccounts)
    if (event.event === languagesChanged) return
    const text = JSON.stringify({ event: event.event, data: event.ids })
    for (const connection of this.sockets.all()) if (connection.id !== event.except) connection.send(text)
  }

  private deliverTo({ userId, ...event }: RealtimeMessage): void {
    for (const fn of this.listeners.get(event.event) ?? []) fn(userId)
    if (event.event === accountChanged && !event.ids.limits) return
    if (event.event === sessionRevoked) {
      for (const connection of [...(this.sockets.ofUser(userId) ?? [])])
        if (connection.sessionId === event.ids.sessionId) closeRevoked(connection)
      return
    }
    this.inBackground(userId, event, () => this.sockets.ofUser(userId))
  }

  /** Sends the event to these sockets. When its data cannot be read, they are closed: browsers reconnect and reload. */
  private inBackground(
    userIdOrTopic: string,
    event: RealtimeEvent,
    find: () => Iterable<SocketConnection> | undefined,
  ): void {
    if (!find()) return
    this.textOf(userIdOrTopic, event).then(
      (text) => {
        for (const connection of (text !== null && find()) || [])
          if (connection.id !== event.except) connection.send(text as string)
      },
      (error: unknown) => {
        this.log.error({ err: error, event: event.event }, 'realtime event not sent')
        for (const connection of find() ?? []) if (connection.id !== event.except) connection.close(closeCodes.restart)
      },
    )
  }

  private async textOf(userIdOrTopic: string, { event, ids }: RealtimeEvent): Promise<string | null> {
    const describe = this.describers.get(event)
    if (!describe) throw new Error(`the realtime event ${event} is not registered`)
    const data = await describe(userIdOrTopic, ids)
    return data === null ? null : JSON.stringify({ event, data })
  }
}

/** Tells the tab that its session has ended and closes its socket. */
export const closeRevoked = (connection: SocketConnection): void => {
  connection.send(JSON.stringify({ event: sessionRevoked, data: {} }))
  connection.close(closeCodes.policy)
}
