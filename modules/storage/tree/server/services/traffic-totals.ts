import { type Db, type Jobs, retentionPausedSince } from '../../../../platform/index.ts'

const job = 'close-traffic-days'
/** Statements of the day before may still be running after midnight. */
const closeAfter = '1 hour'
/** Rows of accounts are shown for 45 days. */
const keptDays = 90
const batchSize = 5_000

const lastClosed = `((now() at time zone 'utc') - interval '${closeAfter}')::date - 1`

/** The day after the newest total; of an installation without totals, the first day with traffic. */
const closeSql = `insert into traffic_totals (day, uploaded_bytes, downloaded_bytes)
  select d.day, coalesce(sum(t.uploaded_bytes), 0), coalesce(sum(t.downloaded_bytes), 0)
  from (select coalesce((select max(day) + 1 from traffic_totals), (select min(day) from traffic)) as day) d
    left join traffic t on t.day = d.day
  where d.day <= ${lastClosed} group by d.day on conflict do nothing returning day`

/** Adds traffic that came after a clock running ahead had closed the day, until the day has ended. */
const correctSql = `update traffic_totals c set uploaded_bytes = greatest(c.uploaded_bytes, t.uploaded_bytes),
    downloaded_bytes = greatest(c.downloaded_bytes, t.downloaded_bytes)
  from (select day, sum(uploaded_bytes) as uploaded_bytes, sum(downloaded_bytes) as downloaded_bytes from traffic
    where day >= ${lastClosed} group by day) t
  where c.day = t.day and (c.uploaded_bytes < t.uploaded_bytes or c.downloaded_bytes < t.downloaded_bytes)`

const deleteSql = `delete from traffic where ctid = any(array(
  select ctid from traffic where day < least((now() at time zone 'utc')::date - ${keptDays}, $1::date) limit ${batchSize}))
  returning 1`

/** Sums up the traffic of ended days, once, and deletes rows that nothing reads any more. */
export class TrafficTotals {
  private readonly db: Db
  private readonly jobs: Pick<Jobs, 'define' | 'inBatches'>
  private readonly neededFrom: () => Promise<string | null>
  /** `neededFrom`: the first UTC day whose rows are not billed yet; null: all are. */
  constructor(db: Db, jobs: Pick<Jobs, 'define' | 'inBatches'>, neededFrom: () => Promise<string | null>) {
    this.db = db
    this.jobs = jobs
    this.neededFrom = neededFrom
    jobs.define(job, () => this.run(), { cron: '23 * * * *' })
  }

  async run(): Promise<void> {
    await this.jobs.inBatches(async () => (await this.db.query(closeSql)).length > 0)
    await this.db.query(correctSql)
    // The charts would be empty once a clock that was ahead is set right.
    if (await retentionPausedSince(this.db, 0)) return
    const needed = await this.neededFrom()
    await this.jobs.inBatches(async () => (await this.db.query(deleteSql, [needed])).length === batchSize)
  }
}
