import type { SocketConnection } from './socket-connection.ts'

/** Maximum open sockets. Above them a browser gets 503 and retries later. */
const socketLimits = { perProcess: 10_000, perAccount: 20 }

/** The open sockets of this process, by account. */
export class Sockets {
  private readonly byUser = new Map<string, Set<SocketConnection>>()
  private readonly byId = new Map<string, SocketConnection>()
  private readonly byTopic = new Map<string, Set<SocketConnection>>()

  get size(): number {
    return this.byId.size
  }

  isFull(userId: string): boolean {
    return this.size >= socketLimits.perProcess || (this.byUser.get(userId)?.size ?? 0) >= socketLimits.perAccount
  }

  add(connection: SocketConnection): void {
    const connections = this.byUser.get(connection.userId) ?? new Set()
    connections.add(connection)
    this.byUser.set(connection.userId, connections)
    this.byId.set(connection.id, connection)
  }

  remove(connection: SocketConnection): void {
    const connections = this.byUser.get(connection.userId)
    if (!connections?.delete(connection)) return
    this.join(connection.id, null)
    this.byId.delete(connection.id)
    if (connections.size === 0) this.byUser.delete(connection.userId)
  }

  /** Joins a socket to a topic, and leaves its former topic; null: joins none. False when the socket is closed. */
  join(id: string, topic: string | null): boolean {
    const connection = this.byId.get(id)
    if (!connection) return false
    if (connection.topic !== null) {
      const others = this.byTopic.get(connection.topic)
      others?.delete(connection)
      if (others?.size === 0) this.byTopic.delete(connection.topic)
    }
    connection.topic = topic
    if (topic !== null) this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(connection))
    return true
  }

  ofTopic(topic: string): ReadonlySet<SocketConnection> | undefined {
    return this.byTopic.get(topic)
  }

  ofUser(userId: string): ReadonlySet<SocketConnection> | undefined {
    return this.byUser.get(userId)
  }

  *all(): Iterable<SocketConnection> {
    for (const connections of this.byUser.values()) yield* connections
  }
}
