import type { Db, Jobs, Sql, Tx } from '../../../platform/index.ts'
import type { BillingTables } from '../entities/index.ts'
import { type NewUsageEvent, type UsageMeter, type UsageReading, usageEventsOf } from './readings.ts'

/** Counters of the modules that own them; called within the transaction that stores the events. */
export interface UsageSources {
  /** Counters of storage and traffic; begins a new peak. `trafficFrom`: UTC days. */
  storage(
    tx: Sql,
    userIds: readonly string[],
    trafficFrom: readonly string[],
  ): Promise<(Omit<UsageReading, 'members'> & { user_id: string })[]>
  people(sql: Sql, userIds: readonly string[]): Promise<Map<string, number>>
}

const batchSize = 500
const clock = "date_trunc('milliseconds', clock_timestamp())"
const yesterday = "(now() at time zone 'utc')::date - 1"
const countsMembers = `exists (select 1 from subscriptions s join plan_versions v on v.id = s.plan_version_id
  where s.user_id = m.user_id and s.status in ('active', 'cancelled') and v.meters @> '[{"feature":"member"}]')`

/**
 * Turns counters into usage events, once an hour: uploads and downloads only change the counters, whatever they cost. A
 * meter is locked while its account is read, so that a byte is recorded once, by whichever process.
 */
export class UsageRecorder {
  private readonly db: Db
  private readonly jobs: Pick<Jobs, 'inBatches'>
  private readonly sources: UsageSources
  constructor(db: Db, jobs: Pick<Jobs, 'inBatches'>, sources: UsageSources) {
    this.db = db
    this.jobs = jobs
    this.sources = sources
  }

  /** Records the usage of all accounts that have a meter. */
  async run(): Promise<{ accounts: number }> {
    let accounts = 0
    let after = ''
    await this.jobs.inBatches(async () => {
      const ids = await this.idsAfter(after)
      if (ids.length > 0) await this.db.transaction((tx) => this.record(tx, ids))
      accounts += ids.length
      after = ids.at(-1) ?? after
      return ids.length === batchSize
    })
    return { accounts }
  }

  /** Records the usage of these accounts now. Resolves with the moment: all usage before it is recorded. */
  async record(tx: Tx, userIds: readonly string[]): Promise<Date> {
    const meters = await tx.query<UsageMeter & { counts_members: boolean }>(
      `select m.user_id, m.storage_bytes, m.members, m.traffic_from::text, m.traffic_bytes, ${countsMembers} as counts_members
       from usage_meters m where m.user_id = any($1) order by m.user_id for update`,
      [userIds],
    )
    const people = await this.sources.people(
      tx,
      meters.filter(({ counts_members }) => counts_members).map(({ user_id }) => user_id),
    )
    const readings = await this.read(tx, meters, people)
    const [moment] = await tx.query<{ at: Date }>(`select ${clock} as at`)
    const at = moment?.at as Date
    await this.append(
      tx,
      meters.flatMap((meter) => usageEventsOf(meter, readings.get(meter.user_id) as UsageReading)),
      at,
    )
    await this.store(tx, meters, readings, at)
    return at
  }

  /**
   * Waits until no transaction records usage of these accounts, and keeps other transactions from it until this one ends:
   * usage that is recorded later has a later time.
   */
  async lock(tx: Tx, userIds: readonly string[]): Promise<void> {
    await tx.query('select 1 from usage_meters where user_id = any($1) order by user_id for update', [userIds])
  }

  /** Begins to meter an account, from `at` on. Does nothing for one that has a meter. */
  async start(tx: Tx, userId: string, at: Date): Promise<void> {
    const started = await tx.query(
      `insert into usage_meters (user_id, traffic_from, recorded_at) values ($1, ${yesterday}, $2)
       on conflict do nothing returning user_id`,
      [userId, at],
    )
    if (started.length === 0) return
    const [day] = await tx.query<{ day: string }>(`select (${yesterday})::text as day`)
    const meter = { user_id: userId, storage_bytes: 0, members: 0, traffic_from: day?.day as string, traffic_bytes: 0 }
    await this.endFormerLevels(tx, userId, at)
    const readings = await this.read(tx, [meter], await this.sources.people(tx, [userId]))
    const { used_bytes, members } = readings.get(userId) as UsageReading
    const held = [
      { user_id: userId, feature: 'flatFee', quantity: 1 },
      { user_id: userId, feature: 'storage', quantity: used_bytes },
      { user_id: userId, feature: 'member', quantity: members },
    ] as const
    await this.append(
      tx,
      held.filter(({ quantity }) => quantity > 0),
      at,
    )
    await this.store(tx, [meter], readings, at)
  }

  /** Ends the metering of an account, whose usage was recorded before. */
  async stop(tx: Tx, userId: string): Promise<void> {
    await tx.builder<BillingTables>().deleteFrom('usage_meters').where('user_id', '=', userId).execute()
  }

  /** Levels recorded in an earlier metered period end where that period ended. */
  private async endFormerLevels(tx: Tx, userId: string, at: Date): Promise<void> {
    await tx.query(
      `insert into usage_events (user_id, feature, quantity, created_at)
       select $1, f.feature, 0, $2::timestamptz - interval '1 millisecond'
       from unnest(array['storage', 'member', 'flatFee']) as f (feature)
       cross join lateral (select quantity from usage_events where user_id = $1 and feature = f.feature
         and created_at < $2 order by created_at desc, id desc limit 1) as last
       where last.quantity > 0`,
      [userId, at],
    )
  }

  /** The first UTC day whose traffic is still read, `YYYY-MM-DD`; null: there are no meters. */
  async neededFrom(): Promise<string | null> {
    const [first] = await this.db.query<{ day: string | null }>(
      'select min(traffic_from)::text as day from usage_meters',
    )
    return first?.day ?? null
  }

  private async idsAfter(after: string): Promise<string[]> {
    const rows = await this.db.query<{ user_id: string }>(
      `select user_id from usage_meters where $1 = '' or user_id > nullif($1, '')::uuid order by user_id limit ${batchSize}`,
      [after],
    )
    return rows.map(({ user_id }) => user_id)
  }

  private async read(
    tx: Tx,
    meters: readonly UsageMeter[],
    people: Map<string, number>,
  ): Promise<Map<string, UsageReading>> {
    const counters = await this.sources.storage(
      tx,
      meters.map(({ user_id }) => user_id),
      meters.map(({ traffic_from }) => traffic_from),
    )
    const members = new Map(meters.map((meter) => [meter.user_id, people.get(meter.user_id) ?? meter.members]))
    return new Map(counters.map((row) => [row.user_id, { ...row, members: members.get(row.user_id) ?? 0 }]))
  }

  private async append(tx: Tx, events: readonly NewUsageEvent[], at: Date): Promise<void> {
    if (events.length === 0) return
    await tx.query(
      `insert into usage_events (user_id, feature, quantity, created_at)
       select e.user_id, e.feature, e.quantity, $4 from unnest($1::uuid[], $2::text[], $3::bigint[])
         with ordinality as e (user_id, feature, quantity, n) order by e.n`,
      [
        events.map(({ user_id }) => user_id),
        events.map(({ feature }) => feature),
        events.map(({ quantity }) => quantity),
        at,
      ],
    )
  }

  private async store(
    tx: Tx,
    meters: readonly UsageMeter[],
    readings: Map<string, UsageReading>,
    at: Date,
  ): Promise<void> {
    const rows = meters.map(({ user_id }) => ({ user_id, ...(readings.get(user_id) as UsageReading) }))
    await tx.query(
      `update usage_meters m set storage_bytes = r.used, members = r.members, traffic_bytes = r.latest_traffic,
         traffic_from = ${yesterday}, recorded_at = $5
       from unnest($1::uuid[], $2::bigint[], $3::int[], $4::bigint[]) as r (user_id, used, members, latest_traffic)
       where m.user_id = r.user_id`,
      [
        rows.map(({ user_id }) => user_id),
        rows.map(({ used_bytes }) => used_bytes),
        rows.map(({ members }) => members),
        rows.map(({ latest_traffic_bytes }) => latest_traffic_bytes),
        at,
      ],
    )
  }
}
