import type { Tx } from '../../../platform/index.ts'

/**
 * One change of an owner's tree at a time, until the transaction ends. Two moves that each look fine on their own
 * (A into B, B into A) would else make a cycle (SECURITY A45).
 */
export const lockTree = async (tx: Tx, owner: string): Promise<void> => {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('coffer.tree.' || $1, 0))`,
    [owner],
    'storage.lock-tree',
  )
}

/** For calls on whole selections: a folder of 100,000 entries takes seconds, because each of its rows changes. */
export const allowTime = async (tx: Tx, selection: object | undefined | null): Promise<void> => {
  if (selection) await tx.setStatementTimeout(120_000)
}
