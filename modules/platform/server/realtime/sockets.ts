import type { Connection } from './connection.ts'

/** Maximum open sockets. Above them a browser gets 503 and retries later. */
export const socketLimits = { perProcess: 10_000, perAccount: 20 }

/** The open sockets of this process, by account. */
export class Sockets {
  private readonly byUser = new Map<string, Set<Connection>>()
  private count = 0

  get size(): number {
    return this.count
  }

  isFull(userId: string): boolean {
    return this.count >= socketLimits.perProcess || (this.byUser.get(userId)?.size ?? 0) >= socketLimits.perAccount
  }

  add(connection: Connection): void {
    const connections = this.byUser.get(connection.userId) ?? new Set()
    connections.add(connection)
    this.byUser.set(connection.userId, connections)
    this.count += 1
  }

  remove(connection: Connection): void {
    const connections = this.byUser.get(connection.userId)
    if (!connections?.delete(connection)) return
    this.count -= 1
    if (connections.size === 0) this.byUser.delete(connection.userId)
  }

  of(userId: string): ReadonlySet<Connection> | undefined {
    return this.byUser.get(userId)
  }

  *all(): Iterable<Connection> {
    for (const connections of this.byUser.values()) yield* connections
  }
}
