import type { Tx } from '../../../platform/index.ts'

/**
 * Until the transaction ends, no other one with this lock adds to the link's log for this visitor. A caller that has waited
 * for the lock reads the log again, by a new statement: the first requests of a browser often come at the same time.
 */
export const lockVisitor = (tx: Tx, shareId: string, visitor: string): Promise<void> =>
  tx.lock(`coffer.link-visitor:${shareId}:${visitor}`)
