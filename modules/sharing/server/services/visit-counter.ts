import type { Db } from '../../../platform/index.ts'

/** Visits within this time are one row: of one browser, or of all browsers that are not distinguished. */
export const visitDuration = '30 minutes'
/** Visits are collected for so long before they are written. */
const writeDelayMs = 1_000

interface VisitCounterDeps {
  db: Db
  /** Called after visits were written: link → number. */
  onWritten: (visits: ReadonlyMap<string, number>) => Promise<void>
  onError: (error: unknown) => void
}

/** Counts visits that are not distinguished: one row of a link stands for half an hour of them. */
export class VisitCounter {
  /** By link, not written yet. */
  private pending = new Map<string, number>()
  private writeTimer: NodeJS.Timeout | null = null
  private readonly running = new Set<Promise<void>>()
  private readonly deps: VisitCounterDeps
  constructor(deps: VisitCounterDeps) {
    this.deps = deps
  }

  add(shareId: string): void {
    this.collect([[shareId, 1]])
  }

  /** Only the end of the process waits for it. */
  inBackground(write: Promise<void>): void {
    const done: Promise<void> = write.catch(this.deps.onError).finally(() => this.running.delete(done))
    this.running.add(done)
  }

  /** Before the process ends: writes everything, or reports it as lost. A crash loses the visits of the last second. */
  async flush(): Promise<void> {
    this.inBackground(this.writePending())
    await Promise.all(this.running)
  }

  private collect(visits: Iterable<readonly [shareId: string, count: number]>): void {
    for (const [shareId, count] of visits) this.pending.set(shareId, (this.pending.get(shareId) ?? 0) + count)
    this.writeTimer ??= setTimeout(() => this.inBackground(this.writePending()), writeDelayMs).unref()
  }

  private async writePending(): Promise<void> {
    if (this.writeTimer) clearTimeout(this.writeTimer)
    this.writeTimer = null
    if (this.pending.size === 0) return
    const visits = this.pending
    this.pending = new Map()
    try {
      await this.write(visits)
    } catch (error) {
      // Counted with the next ones.
      this.collect(visits)
      throw error
    }
  }

  // Prepared SQL: one statement finds, increments or inserts the rows of all links.
  private async write(visits: ReadonlyMap<string, number>): Promise<void> {
    await this.deps.db.query(
      `with visits as (
         select v.share_id, v.count, (
           select max(a.id) from share_access_log a where a.share_id = v.share_id and a.visitor = '' and a.action = 'opened'
           and a.occurred_at > now() - interval '${visitDuration}') as row_id
         from unnest($1::uuid[], $2::int[]) as v (share_id, count) join shares s on s.id = v.share_id
       ), incremented as (
         update share_access_log a set visitor_count = a.visitor_count + visits.count from visits where a.id = visits.row_id
       ) insert into share_access_log (share_id, action, visitor, visitor_count, completed)
         select share_id, 'opened', '', count, true from visits where row_id is null`,
      [[...visits.keys()], [...visits.values()]],
      'sharing.add-visits',
    )
    await this.deps.onWritten(visits)
  }
}
