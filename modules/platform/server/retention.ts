import type { Db } from './db/db.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Jobs } from './jobs/index.ts'
import { retentionPausedSince } from './retention-pause.ts'
import type { SettingName, Settings, SettingValues } from './settings/settings.ts'

type DaysSetting = { [Name in SettingName]: SettingValues[Name] extends number ? Name : never }[SettingName]

interface Retention {
  job: string
  cron: string
  /** Days that rows are kept; 0: for ever. */
  setting: DaysSetting
  table: string
  /** Column with the time of a row; it needs an index. Ids are no substitute: a clock that was ahead orders them otherwise. */
  time: string
  /** Condition about `old` for old rows that are kept, with the values `$2` and so on. */
  kept?: { condition: string; values: readonly unknown[] }
}

/** Defines the job that deletes rows which are older than a setting allows, in batches. Its result: `removed`. */
export const defineRetention = (
  { db, settings, jobs }: { db: Db; settings: Settings; jobs: Jobs },
  { job, cron, setting, table, time, kept }: Retention,
): void => {
  const condition = `${time} < now() - make_interval(days => $1) and not (${kept?.condition ?? 'false'})`
  const run = async () => {
    const days = await settings.get(setting)
    // An unreadable value falls back to the default, which may be shorter than intended: then no row is deleted.
    if (days <= 0 || (await settings.isUnreadable(setting))) return { removed: 0 }
    if (await retentionPausedSince(db, 0)) return { removed: 0 }
    return {
      removed: await deleteInBatches({ db, jobs }, { table, time, condition, values: [days, ...(kept?.values ?? [])] }),
    }
  }
  // After an upgrade it may have years of rows to delete.
  jobs.define(job, run, { cron, isLong: true })
}
