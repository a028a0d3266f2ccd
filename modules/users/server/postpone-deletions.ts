import { type Events, retentionPauseDays, type Sql } from '../../platform/index.ts'
import { deletionGraceDays } from '../contract.ts'

const columnSql = `select exists (select from information_schema.columns where table_schema = current_schema()
  and table_name = 'users' and column_name = 'deletion_at') as ready`
const postponeSql = `update users set deletion_at = greatest(deletion_at, now() + make_interval(days => ${deletionGraceDays}))
  where deletion_at is not null returning email, status`

/** $1: days for which deletions wait. A deletion that a clock which was ahead has put off comes back to its week. */
const afterJumpSql = `update users set deletion_at = least(
    greatest(deletion_at, now() + make_interval(days => $1)), now() + make_interval(days => ${deletionGraceDays}))
  where deletion_at is not null and status = 'active'`

interface PostponedDeletion {
  email: string
  /** Owners of suspended accounts, as where an administrator ordered it or it had begun, cannot cancel their deletion. */
  status: 'active' | 'suspended'
}

/**
 * Gives the accounts whose deletion was pending a week from now on, in a database that was restored from a backup: their
 * owners may have cancelled it since the backup, or the backup was restored because they were deleted. Resolves with
 * them. Does nothing while the schema is too old to have deletions.
 */
export const postponeDeletions = async (sql: Sql): Promise<PostponedDeletion[]> => {
  const [schema] = await sql.query<{ ready: boolean }>(columnSql)
  const postponed = schema?.ready ? await sql.query<PostponedDeletion>(postponeSql) : []
  return postponed.sort((a, b) => (a.email < b.email ? -1 : 1))
}

/** Puts off the deletions that owners asked for while they wait for the clock, so that the accounts are billed until then. */
export const postponeAfterJumps = (events: Events): void =>
  events.beforeCommit(async (tx, emitted) => {
    for (const { name, payload } of emitted)
      if (name === 'platform.clock.changed')
        await tx.query(afterJumpSql, [payload.isAnew ? deletionGraceDays : retentionPauseDays])
  })
