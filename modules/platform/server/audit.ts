import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Executor, Tx } from './db/db.ts'
import type { PlatformTables } from './entities/index.ts'

export interface AuditEntry {
  /** Who did it; null for visitors and for the command line. */
  actorId: string | null
  ip?: string | null
  /** `module.thing.happened`, such as `users.sign-in.failed`. */
  action: string
  /** What it was done to: an id, or a masked email. */
  target?: string | null
  /** Before and after of permission fields; never secrets. */
  details?: Record<string, unknown>
}

/** Appends to the audit log, with `tx` in that transaction. Without one, an entry that cannot be written is only logged. */
export type Audit = (entry: AuditEntry, tx?: Tx) => Promise<void>

export const createAudit = (db: Db, log: Logger): Audit => {
  const append = async (executor: Executor, { actorId, ip, action, target, details }: AuditEntry) => {
    await executor
      .builder<PlatformTables>()
      .insertInto('audit_log')
      .values({
        actor_id: actorId,
        ip: ip ?? null,
        action,
        target: target ?? null,
        details: details ?? null,
      })
      .execute()
  }
  return async (entry, tx) => {
    // A failed statement aborts the transaction, so its caller must get the error.
    if (tx) await append(tx, entry)
    else
      await append(db, entry).catch((error: unknown) =>
        log.error({ err: error, action: entry.action }, 'audit entry lost'),
      )
  }
}

/** Those of the given actors who have an entry of this action. */
export const actorsWithAction = async (
  executor: Executor,
  action: string,
  actorIds: readonly string[],
): Promise<Set<string>> => {
  const found = await executor
    .builder<PlatformTables>()
    .selectFrom('audit_log')
    .select('actor_id')
    .distinct()
    .where('action', '=', action)
    .where('actor_id', '=', sql<string>`any(${actorIds}::uuid[])`)
    .execute()
  return new Set(found.flatMap(({ actor_id }) => actor_id ?? []))
}
