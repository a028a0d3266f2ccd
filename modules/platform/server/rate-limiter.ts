import { sql } from 'kysely'
import { BoundedMap } from '../../shared/contract.ts'
import type { Db, Sql } from './db/db.ts'
import type { PlatformTables } from './entities/index.ts'
import { AppError, platformErrors } from './errors.ts'
import { storedCounterKey } from './rate-limit-key.ts'

/** A limit on attempts. The limits of each module are in its `server/rate-limits.ts`. */
export interface RateLimit {
  /** The limited action, with which the stored key begins. Unique. */
  key: string
  limit: number
  windowSeconds: number
  /** In `attempt`: a wrong attempt at the limit starts the window again, so that guesses are rejected for its whole length. */
  locks?: boolean
}

export interface RateLimitCounter {
  limit: RateLimit
  /** Ids, networks or emails that attempts are counted for. Empty: for the whole installation. */
  subject: readonly string[]
  /** After a successful attempt: it is taken off the count, or the count is reset. Default: it stays counted. */
  onSuccess?: 'refund' | 'clear'
}

type Subject = RateLimitCounter['subject']

interface ConsumeOptions {
  /** How many attempts to count; 1 if not given. */
  by?: number
  /** Counts in this transaction: a rollback undoes it. */
  tx?: Sql
}

/**
 * Condition for a new window: the last one has ended, or ends later than a window can, which a clock that was ahead has
 * caused. By the time at which the row is locked: `now()` may lie before the beginning of the window.
 */
const hasEnded = '(r.reset_at <= now() or r.reset_at > clock_timestamp() + make_interval(secs => $3))'

/**
 * Counts attempts; a window starts at its first attempt. SQL: one statement counts concurrent attempts exactly, and runs
 * prepared with each call that is limited.
 */
const consumeSql = `insert into rate_limits as r (key, count, reset_at) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (key) do update set
    count = case when ${hasEnded} then excluded.count else r.count + excluded.count end,
    reset_at = case when ${hasEnded} then excluded.reset_at else r.reset_at end
  returning count, greatest(ceil(extract(epoch from reset_at - now())), 1)::int as seconds`

/** Attempts that this process may allow without asking the database. */
interface Batch {
  remaining: number
  /** End of the window by this process's monotonic clock, ms. */
  expiresAt: number
  /** The limit is reached: rejects until the window ends, without a query. */
  exhausted: boolean
  refilling: Promise<void> | null
}

const maxBatches = 50_000
/** Attempts that a killed process counted in advance stay counted, so a batch must be small compared to large limits. */
const maxBatchSize = 100

/**
 * Attempt counters in PostgreSQL: they survive restarts and are shared by all processes. Keys are stored hashed, because
 * they contain emails and IP addresses. Rejects with 429, `Retry-After` and `X-RateLimit-*`.
 */
export class RateLimiter {
  private readonly db: Db
  private readonly batches = new BoundedMap<string, Batch>(maxBatches)
  constructor(db: Db) {
    this.db = db
  }

  /** Counts an attempt; throws 429 above the limit. Resolves with how many are left until the window ends. */
  async consume(rule: RateLimit, subject: Subject, { by = 1, tx }: ConsumeOptions = {}) {
    const { count, seconds } = await this.count(storedCounterKey(rule.key, subject), by, rule, tx)
    if (count > rule.limit) throw tooMany(rule.limit, seconds)
    return { left: rule.limit - count, seconds }
  }

  /** Like `consume`, without an error: false above the limit. */
  async tryConsume(rule: RateLimit, subject: Subject, { by = 1, tx }: ConsumeOptions = {}): Promise<boolean> {
    const { count } = await this.count(storedCounterKey(rule.key, subject), by, rule, tx)
    return count <= rule.limit
  }

  /**
   * Counts an attempt of `fn` with all counters. An attempt is taken off again when it fails without an answer, with 5xx, or
   * because another counter is exceeded; with any other error of `fn` it was wrong. Whatever `fn` has granted stays granted
   * when the counters cannot be corrected.
   */
  async attempt<T>(counters: readonly RateLimitCounter[], fn: () => Promise<T>): Promise<T> {
    const counted: RateLimitCounter[] = []
    try {
      for (const counter of counters) {
        await this.consume(counter.limit, counter.subject)
        counted.push(counter)
      }
      const result = await fn()
      await Promise.allSettled(
        counters.map(({ limit, subject, onSuccess }) => onSuccess && this[onSuccess](limit, subject)),
      )
      return result
    } catch (error) {
      const isAnswer = error instanceof AppError && error.status < 500
      const isWrong = isAnswer && counted.length === counters.length
      await Promise.allSettled(
        counted.map((counter) => (isWrong ? this.lock(counter) : this.refund(counter.limit, counter.subject))),
      )
      throw error
    }
  }

  /**
   * Starts the window again after a wrong attempt. Not done when an attempt is counted: attempts that are refunded must not
   * prolong the window of others.
   */
  private async lock({ limit: { key, limit, windowSeconds, locks }, subject }: RateLimitCounter): Promise<void> {
    if (!locks) return
    const update = `update rate_limits set reset_at = now() + make_interval(secs => $3) where key = $1 and count >= $2`
    await this.db.query(update, [storedCounterKey(key, subject), limit, windowSeconds])
  }

  /** Takes one attempt off the count: it turned out to be legitimate, or the server failed. */
  async refund({ key }: RateLimit, subject: Subject): Promise<void> {
    await this.db
      .builder<PlatformTables>()
      .updateTable('rate_limits')
      .set({ count: sql<number>`greatest(count - 1, 0)` })
      .where('key', '=', storedCounterKey(key, subject))
      .execute()
  }

  /** Resets the count. */
  async clear({ key }: RateLimit, subject: Subject): Promise<void> {
    await this.db.query('delete from rate_limits where key = $1', [storedCounterKey(key, subject)])
  }

  /**
   * Like `consume`, for frequent calls: a process counts a tenth of the limit in advance, 100 at most, and allows that many
   * by itself, so most calls cost no query. Several processes stay within the limit together.
   */
  async consumeBatched(rule: RateLimit, subject: Subject): Promise<void> {
    const seconds = await this.tryBatched(rule, subject)
    if (seconds > 0) throw tooMany(rule.limit, seconds)
  }

  /** Like `consumeBatched`, without an error. Returns seconds until the next attempt; 0: this one is allowed. */
  async tryBatched(rule: RateLimit, subject: Subject): Promise<number> {
    const name = storedCounterKey(rule.key, subject)
    const current = this.batches.get(name)
    const batch = current && current.expiresAt > performance.now() ? current : this.startBatch(name)
    while (batch.remaining === 0) {
      if (batch.exhausted) return Math.max(Math.ceil((batch.expiresAt - performance.now()) / 1000), 1)
      batch.refilling ??= this.refill(name, batch, rule)
      await batch.refilling
    }
    batch.remaining -= 1
    return 0
  }

  /**
   * Adds a batch. Beyond `maxBatches` this evicts the oldest batch, whose window has most likely ended; a search for ended
   * ones would cost a millisecond with each call. Attempts that the evicted batch has counted in advance stay counted.
   */
  private startBatch(name: string): Batch {
    const batch: Batch = { remaining: 0, expiresAt: Number.POSITIVE_INFINITY, exhausted: false, refilling: null }
    this.batches.set(name, batch)
    return batch
  }

  private async refill(name: string, batch: Batch, rule: RateLimit): Promise<void> {
    const { limit } = rule
    const size = Math.min(Math.max(Math.floor(limit / 10), 1), maxBatchSize)
    try {
      const { count, seconds } = await this.count(name, size, rule)
      batch.expiresAt = performance.now() + seconds * 1000
      batch.remaining = Math.max(size - Math.max(count - limit, 0), 0)
      batch.exhausted = batch.remaining === 0
    } catch (error) {
      // The batch has no window yet.
      if (this.batches.get(name) === batch) this.batches.delete(name)
      throw error
    } finally {
      batch.refilling = null
    }
  }

  /** Takes off the attempts that this process has counted in advance and not used. Call it when the process stops. */
  async refundUnused(): Promise<void> {
    const now = performance.now()
    const unused = [...this.batches].filter(([, { remaining, expiresAt }]) => remaining > 0 && expiresAt > now)
    this.batches.clear()
    if (unused.length === 0) return
    await this.db.query(
      `update rate_limits r set count = greatest(r.count - unused.count, 0)
       from unnest($1::text[], $2::int[]) as unused (key, count) where r.key = unused.key and r.reset_at > now()`,
      [unused.map(([key]) => key), unused.map(([, { remaining }]) => remaining)],
    )
  }

  /** Deletes windows that ended an hour ago. */
  async deleteExpired(): Promise<void> {
    await this.db
      .builder<PlatformTables>()
      .deleteFrom('rate_limits')
      .where('reset_at', '<', sql<Date>`now() - interval '1 hour'`)
      .execute()
  }

  private async count(name: string, by: number, { windowSeconds }: RateLimit, executor: Sql = this.db) {
    const rows = await executor.query<{ count: number; seconds: number }>(
      consumeSql,
      [name, by, windowSeconds],
      'rate-limit-consume',
    )
    return rows[0] as { count: number; seconds: number }
  }
}

const tooMany = (limit: number, seconds: number) =>
  platformErrors.fail('too-many-attempts', {
    headers: {
      'retry-after': String(seconds),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      // Seconds since 1970.
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
    },
    values: { count: seconds },
  })
