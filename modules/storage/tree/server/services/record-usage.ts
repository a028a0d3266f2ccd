import type { Sql } from '../../../../platform/index.ts'

interface RecordedUsage {
  user_id: string
  used_bytes: number
  /** The most since the last call for this account. */
  peak_bytes: number
  /** Uploaded and downloaded since the day that was asked for, that day included. */
  traffic_bytes: number
  /** Part of `traffic_bytes` that belongs to yesterday and today. */
  latest_traffic_bytes: number
}

/** The first of the days that `latest_traffic_bytes` counts. */
const latestTrafficDay = `(now() at time zone 'utc')::date - 1`

/**
 * Usage of these accounts, each with the UTC day from which its traffic is counted, and begins a new peak. Call it in the
 * transaction that stores the result, at its end: `usage` is locked last, in the order of the accounts.
 */
export const recordUsage = (
  tx: Sql,
  userIds: readonly string[],
  trafficFrom: readonly (Date | string)[],
): Promise<RecordedUsage[]> =>
  tx.query(
    `with asked as (
       select * from unnest($1::uuid[], $2::date[]) as a (user_id, day)
     ), locked as materialized (
       select user_id, used_bytes, peak_bytes from usage where user_id = any($1) order by user_id for no key update
     ), restarted as (
       update usage u set peak_bytes = l.used_bytes from locked l where u.user_id = l.user_id and l.peak_bytes <> l.used_bytes
     )
     select a.user_id, coalesce(l.used_bytes, 0) as used_bytes, coalesce(l.peak_bytes, 0) as peak_bytes,
       coalesce(t.bytes, 0)::bigint as traffic_bytes, coalesce(t.latest_bytes, 0)::bigint as latest_traffic_bytes
     from asked a left join locked l on l.user_id = a.user_id left join lateral (
       select sum(uploaded_bytes + downloaded_bytes) as bytes,
         sum(uploaded_bytes + downloaded_bytes) filter (where day >= ${latestTrafficDay}) as latest_bytes
       from traffic where user_id = a.user_id and day >= least(a.day, ${latestTrafficDay})) t on true`,
    [userIds, trafficFrom],
    'storage.record-usage',
  )
