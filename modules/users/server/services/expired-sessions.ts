import type { Db, Jobs } from '../../../platform/index.ts'
import { notIdleSql } from './sessions.ts'

/** Sessions per statement. */
const sliceSize = 1_000

/** Reads all sessions in order of their ids: an index on the time of the last request would be written at every request. */
const deleteSql = `with slice as (
    select id from sessions where $1::uuid is null or id > $1 order by id limit ${sliceSize}
  ), gone as (
    delete from sessions s using slice, users u where s.id = slice.id and u.id = s.user_id
    and (s.expires_at < now() or not (${notIdleSql('s', 'u.role')})) returning 1
  ) select (select count(*) from gone)::int as removed, (select id from slice order by id desc limit 1) as last`

/** Deletes expired and idle sessions; resolves with their number. */
export const deleteExpiredSessions = async ({
  db,
  jobs,
}: {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
}): Promise<number> => {
  let removed = 0
  let after: string | null = null
  await jobs.inBatches(async () => {
    const [slice] = await db.query<{ removed: number; last: string | null }>(deleteSql, [after], 'sessions-expired')
    removed += slice?.removed ?? 0
    after = slice?.last ?? null
    return after !== null
  })
  return removed
}
