import type { Sql } from '../../../platform/index.ts'
import { hourSeconds } from '../../../shared/contract.ts'
import { sessionTtl, type UploadSessionRow } from './sessions.ts'

/** `condition`: SQL over `upload_sessions`, in the statement that deletes. */
const removeSql = (condition: string) => `with deleted as (
    delete from upload_sessions where principal = $1 and id = $2 and ${condition} returning *
  ), freed as (
    update usage set reserved_bytes = greatest(usage.reserved_bytes - deleted.reserved_bytes, 0)
    from deleted where usage.user_id = deleted.owner_id and deleted.reserved_bytes > 0
  ) select * from deleted`

/**
 * Deletes a session and releases its reservation. Null when there was none. With `openOnly`, a session that finished
 * meanwhile stays, because its row answers a repeated last chunk.
 */
export const removeSession = async (
  sql: Sql,
  principal: string,
  id: string,
  { openOnly = false }: { openOnly?: boolean } = {},
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(
    removeSql('(not $3 or finished_at is null)'),
    [principal, id, openOnly],
    'storage.remove-session',
  )
  return row ?? null
}

/** Condition of stalled open uploads: no chunk for `graceHours`, and `isFree`, which is SQL over `upload_sessions`. */
interface Stalled {
  graceHours: number
  /** No process is receiving a chunk of the upload. */
  isFree: string
}

/** `graceSeconds`: an SQL expression. */
const isStalled = (graceSeconds: string, isFree: string) =>
  `finished_at is null and expires_at < now() + interval '${sessionTtl}' - make_interval(secs => ${graceSeconds}) and ${isFree}`

/** Some of the stalled uploads, at most `limit`. */
export const findStalled = (
  sql: Sql,
  { graceHours, isFree }: Stalled,
  limit: number,
): Promise<Pick<UploadSessionRow, 'principal' | 'id'>[]> =>
  sql.query(`select principal, id from upload_sessions where ${isStalled('$1', isFree)} limit $2`, [
    graceHours * hourSeconds,
    limit,
  ])

/** As `removeSession`. Null as well when the upload went on or finished since it was found. */
export const removeStalled = async (
  sql: Sql,
  { principal, id }: Pick<UploadSessionRow, 'principal' | 'id'>,
  { graceHours, isFree }: Stalled,
): Promise<UploadSessionRow | null> => {
  const [row] = await sql.query<UploadSessionRow>(removeSql(isStalled('$3', isFree)), [
    principal,
    id,
    graceHours * hourSeconds,
  ])
  return row ?? null
}
