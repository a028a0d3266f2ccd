import type { Tx } from '../db/db.ts'
import { everyMinuteJob, jobSchema } from './runner-tables.ts'

declare module '../events.ts' {
  interface EventMap {
    /** The database's clock has moved by days since the last minute in which a process ran. */
    'platform.clock.changed': {
      /** Retention times begin anew; otherwise they wait. */
      isAnew: boolean
    }
  }
}

/** Days by which the clock moves at least before deletions by age wait, and for which they wait then. */
export const retentionPauseDays = 2
const dayMs = 24 * 3_600_000
const maxStepMs = retentionPauseDays * dayMs
/** By how much a recorded minute may lie ahead without a jump: processes read the time before they record it. */
export const maxDriftMs = 2 * 60_000
/** Time within which a clock that is ahead is set right; a server that was off looks the same, and stays right. */
const maxAheadMs = 30 * dayMs

const table = `${jobSchema}._private_known_crontabs`
/** The schedule records the time of each minute. */
const lastMinute = `select greatest(known_since, last_execution) as at from ${table} where identifier = '${everyMinuteJob}'`

/** Statements that tell of a jump which the schedule has not noticed yet; `table`: whether there is a schedule. */
export const clockJumpSql = {
  table: `select to_regclass('${table}') is not null as ready`,
  jump: `select now() as now from (${lastMinute}) last
    where abs(extract(epoch from now() - last.at)) > ${maxStepMs / 1_000}`,
}

/**
 * Starts of jobs that lie ahead, set back by as long as the clock was ahead ($1, seconds): their attempts failed meanwhile,
 * as no certificate was valid, and would wait until then. Those that were added before the jump come earlier by as much: they
 * are delayed by minutes or hours, and only so as not to run too often.
 */
const pullJobsSql = `update ${jobSchema}._private_jobs set run_at = greatest(run_at - make_interval(secs => $1), now())
  where run_at > now()`

const marksSql = `select name, value from settings where name in ('clock_changed_at', 'clock_changed_from', 'restored_at')`
const setSql = `insert into settings (name, value) select * from unnest($1::text[], $2::text[])
  on conflict (name) do update set value = excluded.value`

const textOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

/**
 * Records a jump of the clock by more than two days since the last minute in which a process ran; a server that was off for so
 * long looks the same. Starts waiting jobs in time where the clock was ahead by minutes. Call it before jobs are added. Where the clock was behind, times of rows lie too far in the past: when
 * it is right again, retention times begin anew, as after a restore. So they do where it was ahead during the restore.
 */
export const recordClock = async (tx: Tx, now: number): Promise<void> => {
  const [last] = await tx.query<{ at: Date }>(`${lastMinute} for update`)
  const from = last?.at.getTime() ?? now
  if (from - now > maxDriftMs) await tx.query(pullJobsSql, [(from - now) / 1_000])
  const rows = await tx.query<{ name: string; value: string }>(marksSql)
  const times = new Map(rows.map(({ name, value }) => [name, Date.parse(value)]))
  const isRestoreLater = (times.get('restored_at') ?? now) > now + maxStepMs
  if (Math.abs(now - from) <= maxStepMs && !isRestoreLater) return
  const [earlier, earlierFrom] = [times.get('clock_changed_at') ?? now, times.get('clock_changed_from') ?? Number.NaN]
  const wasBehind = now > from && earlier < earlierFrom
  const isRightAgain = now > earlierFrom - maxStepMs && now < earlier
  const wasAhead = isRightAgain && now < from && from - earlier < maxAheadMs
  const isAnew = wasBehind || isRestoreLater
  const set = {
    clock_changed_at: textOf(now),
    // A clock that has come back from a jump ahead is right.
    clock_changed_from: wasAhead ? '' : textOf(from),
    ...(isAnew && { restored_at: textOf(now) }),
  }
  await tx.query(setSql, [Object.keys(set), Object.values(set)])
  tx.emit('platform.clock.changed', { isAnew })
}
