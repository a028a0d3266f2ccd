import type { Db, Logger } from '../../../platform/index.ts'

const flushDelayMs = 1_000

/** Counts downloaded bytes per owner and UTC day; writes them to the database every second. */
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
    this.timer ??= setTimeout(() => void this.flush(), flushDelayMs).unref()
  }

  /** Writes the pending bytes; on an error they are counted again and written later. */
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
      this.log.warn({ err: error }, 'cannot write traffic; will retry')
      for (const [ownerId, bytes] of entries) this.downloaded(ownerId, bytes)
    }
  }
}
