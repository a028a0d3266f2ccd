import ipaddr from 'ipaddr.js'
import type { Db, Sql } from './db/db.ts'
import { platformErrors } from './errors.ts'
import { sha256 } from './keys.ts'

export interface Limit {
  limit: number
  windowSeconds: number
}

/** The part of an address that one household or server rents: all of IPv4, the /64 of IPv6. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip
  // IPv4 mapped into IPv6 counts as IPv4, in either notation.
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/** How an attempt is counted. */
export interface Counting {
  /** As so many. */
  by?: number
  /** In this transaction: undone with it. */
  tx?: Sql
}

/** Windows start at the first attempt. One statement, so that parallel attempts are all counted. */
const takeSql = `insert into rate_limits as r (key, count, reset_at) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (key) do update set
    count = case when r.reset_at <= now() then excluded.count else r.count + excluded.count end,
    reset_at = case when r.reset_at <= now() then excluded.reset_at else r.reset_at end
  returning count, greatest(ceil(extract(epoch from reset_at - now())), 1)::int as seconds`

interface Lease {
  left: number
  /** When the window ends, by this process's monotonic clock, ms. */
  until: number
  /** The window is used up: refused until it ends, without a query. */
  spent: boolean
  asking: Promise<void> | null
}

const maxLeases = 50_000

/**
 * Attempt counters in PostgreSQL: they survive restarts and are shared by all processes. Keys are stored hashed, for
 * they hold addresses. Refusals are 429 with Retry-After.
 */
export class RateLimiter {
  private readonly db: Db
  private readonly leases = new Map<string, Lease>()
  constructor(db: Db) {
    this.db = db
  }

  /** Counts an attempt; throws 429 when it is one too many. `key`: what is limited, then whom. */
  async take(key: readonly string[], { limit, windowSeconds }: Limit, { by = 1, tx }: Counting = {}): Promise<void> {
    const { count, seconds } = await this.count(stored(key), by, windowSeconds, tx)
    if (count > limit) throw tooMany(seconds)
  }

  /** Takes one attempt back: it was a rightful one. */
  async giveBack(key: readonly string[]): Promise<void> {
    await this.db.query('update rate_limits set count = greatest(count - 1, 0) where key = $1', [stored(key)])
  }

  /** Forgets all attempts. */
  async clear(key: readonly string[]): Promise<void> {
    await this.db.query('delete from rate_limits where key = $1', [stored(key)])
  }

  /**
   * As `take` for what happens all the time: a process draws a tenth of the limit at once and counts that by itself,
   * so most calls cost no query. Several processes stay within the limit together.
   */
  async takeLeased(key: readonly string[], rule: Limit): Promise<void> {
    const name = stored(key)
    if (this.leases.size > maxLeases) this.sweep()
    let lease = this.leases.get(name)
    if (!lease || lease.until <= performance.now()) {
      lease = { left: 0, until: Number.POSITIVE_INFINITY, spent: false, asking: null }
      this.leases.set(name, lease)
    }
    while (lease.left === 0) {
      if (lease.spent) throw tooMany(Math.max(Math.ceil((lease.until - performance.now()) / 1000), 1))
      lease.asking ??= this.draw(name, lease, rule)
      await lease.asking
    }
    lease.left -= 1
  }

  private async draw(name: string, lease: Lease, { limit, windowSeconds }: Limit): Promise<void> {
    const share = Math.max(Math.floor(limit / 10), 1)
    try {
      const { count, seconds } = await this.count(name, share, windowSeconds)
      lease.until = performance.now() + seconds * 1000
      lease.left = Math.max(share - Math.max(count - limit, 0), 0)
      lease.spent = lease.left === 0
    } finally {
      lease.asking = null
    }
  }

  /** Removes what has expired; run now and then by a job. */
  async tidy(): Promise<void> {
    await this.db.query("delete from rate_limits where reset_at < now() - interval '1 hour'")
  }

  private sweep(): void {
    const now = performance.now()
    for (const [name, lease] of this.leases) if (lease.until <= now) this.leases.delete(name)
  }

  private async count(name: string, by: number, seconds: number, sql: Sql = this.db) {
    const rows = await sql.query<{ count: number; seconds: number }>(takeSql, [name, by, seconds], 'rate-limit-take')
    return rows[0] as { count: number; seconds: number }
  }
}

const stored = ([what = '', ...whom]: readonly string[]) =>
  whom.length === 0 ? what : `${what}:${sha256(whom.join('\n')).subarray(0, 18).toString('base64url')}`

const tooMany = (seconds: number) =>
  platformErrors.fail('too-many-attempts', { headers: { 'retry-after': String(seconds) }, values: { count: seconds } })
