import type { Logger } from 'pino'
import type { AuditAction } from '../contract/audit-actions.ts'
import type { Db, Executor, Tx } from './db/db.ts'
import type { PlatformTables } from './entities/index.ts'

/** A signed-in person who acts, and the IP address of their request. */
export interface AuditActor {
  actorId: string
  ip: string
}

/** An `AuditActor`, or the command line, for which `actorId` is null. */
export type AuditSource = Pick<NewAuditEntry, 'actorId' | 'ip'>

export interface NewAuditEntry {
  /** The account that acted; null for anonymous visitors and the CLI. */
  actorId: string | null
  ip?: string | null
  action: AuditAction
  /** The affected object: an id, or a masked email. */
  target?: string | null
  /** Old and new values of permission fields; never secrets. */
  details?: Record<string, unknown>
}

/** Appends to the audit log, within the transaction `tx` if given. Without one, an entry that cannot be written is only logged. */
export type Audit = (entry: NewAuditEntry, tx?: Tx) => Promise<void>

export const createAudit = (db: Db, log: Logger): Audit => {
  const append = async (executor: Executor, { actorId, ip, action, target, details }: NewAuditEntry) => {
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

/** An actor's entries that follow the entry `after`, oldest first, for an export. */
export const auditEntriesOf = (
  executor: Executor,
  actorId: string,
  { after, limit }: { after: number; limit: number },
) =>
  executor
    .builder<PlatformTables>()
    .selectFrom('audit_log')
    .select(['id', 'created_at', 'ip', 'action', 'target', 'details'])
    .where('actor_id', '=', actorId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
