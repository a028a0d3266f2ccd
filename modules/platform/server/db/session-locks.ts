import type { Logger } from '../logger.ts'
import { acquireTimeoutMs, TimedClient } from './client.ts'

/** A lock held by this process until `release`. */
export interface SessionLock {
  /** False once the connection that held the lock was lost: another process may hold it by now. */
  isHeld(): boolean
  release(): void
}

/** Short, because statements never wait for a lock. */
const statementTimeoutMs = 3_000
/** An idle connection occupies a database process of some megabytes. */
const idleTimeoutMs = 30_000
const tryLockSql = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
const unlockSql = 'select pg_advisory_unlock(hashtextextended($1, 0)) as unlocked'

/** An SQL expression that is true when no process holds the session lock of this name. */
export const lockIsFree = (name: string): string => `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`

/** One connection. All its locks end with it, whichever side closes it. */
class LockConnection {
  isLost = false
  private readonly client: TimedClient
  private readonly ready: Promise<unknown>
  private last: Promise<unknown> = Promise.resolve()
  constructor(url: string, log: Logger) {
    this.client = new TimedClient({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: acquireTimeoutMs,
      application_name: 'coffer-locks',
    })
    this.client.expectStatementTimeout(statementTimeoutMs)
    this.client.on('error', (error) => {
      if (!this.isLost) log.warn({ err: error }, 'the connection of the session locks was lost')
      this.close()
    })
    this.client.on('end', () => this.close())
    this.ready = this.client.connect()
    this.ready.catch(() => this.close())
  }

  /** Runs a statement after all earlier ones; resolves with the boolean that it selects. */
  select(name: string, text: string, lock: string): Promise<boolean> {
    const result = this.last.then(() => this.run(name, text, lock))
    this.last = result.catch(() => undefined)
    return result
  }

  /** After an error it is unknown which locks are held, so the connection is closed. */
  private async run(name: string, text: string, lock: string): Promise<boolean> {
    await this.ready
    try {
      const { rows } = await this.client.query<Record<string, boolean>>({ name, text, values: [lock] })
      return Object.values(rows[0] ?? {})[0] ?? false
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    if (this.isLost) return
    this.isLost = true
    // A frozen database does not confirm the end of the connection.
    const { stream } = (this.client as unknown as { connection: { stream: { destroy(): void } } }).connection
    const timer = setTimeout(() => stream.destroy(), 1_000)
    void this.client
      .end()
      .catch(() => undefined)
      .then(() => clearTimeout(timer))
  }
}

/**
 * Locks shared by all processes of one database: PostgreSQL's session-level advisory locks, on a separate connection.
 * They end with the process, even when it is killed, and keep no transaction open during transfers.
 */
export class SessionLocks {
  private readonly names = new Set<string>()
  private readonly url: string
  private readonly log: Logger
  private connection: LockConnection | null = null
  private idleTimer: NodeJS.Timeout | null = null
  constructor(url: string, log: Logger) {
    this.url = url
    this.log = log
  }

  /**
   * Null while another process, or another part of this process, holds the lock. Rejects when the database is unavailable.
   */
  async tryAcquire(name: string): Promise<SessionLock | null> {
    if (this.names.has(name)) return null
    this.names.add(name)
    try {
      const connection = this.connected()
      if (await connection.select('locks.acquire', tryLockSql, name)) return this.lockOn(connection, name)
    } catch (error) {
      this.forget(name)
      throw error
    }
    this.forget(name)
    return null
  }

  close(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    this.connection?.close()
    this.connection = null
  }

  private lockOn(connection: LockConnection, name: string): SessionLock {
    let isReleased = false
    return {
      isHeld: () => !isReleased && !connection.isLost,
      release: () => {
        if (isReleased) return
        isReleased = true
        const unlocked = connection.isLost ? Promise.resolve() : connection.select('locks.release', unlockSql, name)
        // Within this process, the name stays locked until the database has released the lock.
        void Promise.allSettled([unlocked]).then(() => this.forget(name))
      },
    }
  }

  private forget(name: string): void {
    this.names.delete(name)
    if (this.idleTimer) clearTimeout(this.idleTimer)
    this.idleTimer = setTimeout(() => {
      if (this.names.size === 0) this.close()
    }, idleTimeoutMs).unref()
  }

  private connected(): LockConnection {
    if (!this.connection || this.connection.isLost) this.connection = new LockConnection(this.url, this.log)
    return this.connection
  }
}
