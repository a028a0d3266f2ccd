import type { Logger } from 'pino'
import type { Db, Sql } from './db/db.ts'

export interface AuditNote {
  /** Who did it; null for people who are not signed in, and for the command line. */
  actorId: string | null
  ip?: string | null
  /** `module.thing.happened`, such as `users.sign-in.failed`. */
  action: string
  /** What it was done to: an id, or a masked address. */
  target?: string | null
  /** Before and after of permission fields; never secrets. */
  details?: Record<string, unknown>
}

/** Appends to the audit log; with `tx` in the deed's own transaction. A lost note is logged and stops nobody. */
export type Audit = (note: AuditNote, tx?: Sql) => Promise<void>

export const createAudit = (db: Db, log: Logger): Audit => {
  const write = (sql: Sql, { actorId, ip, action, target, details }: AuditNote) =>
    sql.query('insert into audit_log (actor_id, ip, action, target, details) values ($1, $2, $3, $4, $5)', [
      actorId,
      ip ?? null,
      action,
      target ?? null,
      details ? JSON.stringify(details) : null,
    ])
  return async (note, tx) => {
    // A failed statement spoils a transaction, so there it must be heard.
    if (tx) await write(tx, note)
    else
      await write(db, note).catch((error: unknown) => log.error({ err: error, action: note.action }, 'audit note lost'))
  }
}
