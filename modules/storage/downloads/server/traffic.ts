import type { Db, Logger } from '../../../platform/index.ts'

const flushAfter = 1_000

/** Bytes downloaded per owner and UTC day (API.md §13), added up in memory for a second before they are written. */
export class Traffic {
  private pending = new Map<string, number>()
  private timer: NodeJS.Timeout | null = null
  private readonly db: Db
  private readonly log: Logger
  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
  }

  downloaded(ownerId: string, bytes: number): void {
    if (bytes <= 0) return
    this.pending.set(ownerId, (this.pending.get(ownerId) ?? 0) + bytes)
    this.timer ??= setTimeout(() => void this.flush(), flushAfter).unref()
  }

  /** Writes what is there now; kept for the next time when the database is away. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const entries = [...this.pending]
    if (entries.length === 0) return
    this.pending = new Map()
    try {
      await this.db.query(
        `insert into traffic (user_id, day, downloaded_bytes)
         select u.id, (now() at time zone 'utc')::date, w.bytes
         from unnest($1::uuid[], $2::bigint[]) as w (id, bytes) join user_summaries u on u.id = w.id
         on conflict (user_id, day) do update set downloaded_bytes = traffic.downloaded_bytes + excluded.downloaded_bytes`,
        [entries.map(([ownerId]) => ownerId), entries.map(([, bytes]) => bytes)],
      )
    } catch (error) {
      this.log.warn({ err: error }, 'traffic is written later')
      for (const [ownerId, bytes] of entries) this.downloaded(ownerId, bytes)
    }
  }
}
