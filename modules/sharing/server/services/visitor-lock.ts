import type { Tx } from '../../../platform/index.ts'

/**
 * Until the transaction ends, no other one that takes this lock adds to the link's log for this visitor. Whoever waited for
 * it reads the log again, by a new statement: the first requests of a browser often come at the same time.
 */
export const lockVisitor = async (tx: Tx, shareId: string, visitor: string): Promise<void> => {
  const lock = "select pg_advisory_xact_lock(hashtextextended('coffer.link-visitor:' || $1 || ':' || $2, 0))"
  await tx.query(lock, [shareId, visitor], 'sharing.lock-visitor')
}
