import type { Connection } from './connection.ts'

/** Sockets of one process and of one person; beyond them a browser is told to come back later. */
export const socketLimits = { process: 10_000, person: 20 }

/** The sockets this process holds, by person. */
export class Sockets {
  private readonly byUser = new Map<string, Set<Connection>>()
  private count = 0

  get size(): number {
    return this.count
  }

  full(userId: string): boolean {
    return this.count >= socketLimits.process || (this.byUser.get(userId)?.size ?? 0) >= socketLimits.person
  }

  add(connection: Connection): void {
    const own = this.byUser.get(connection.userId) ?? new Set()
    own.add(connection)
    this.byUser.set(connection.userId, own)
    this.count += 1
  }

  remove(connection: Connection): void {
    const own = this.byUser.get(connection.userId)
    if (!own?.delete(connection)) return
    this.count -= 1
    if (own.size === 0) this.byUser.delete(connection.userId)
  }

  of(userId: string): ReadonlySet<Connection> | undefined {
    return this.byUser.get(userId)
  }

  *all(): Iterable<Connection> {
    for (const own of this.byUser.values()) yield* own
  }
}
