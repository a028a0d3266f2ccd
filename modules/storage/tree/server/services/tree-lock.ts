import type { Tx } from '../../../../platform/index.ts'

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

/**
 * Who gives live items of an owner a name or a place, or takes them away, takes turns until the transaction ends: of two who
 * take one name the second finds it taken, and neither waits for the other's row with a lock that the other needs. Before
 * any row is locked, and after the tree. The trigger that numbers names (migration 360) takes the same lock.
 */
export const lockNames = async (tx: Tx, owner: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(${namesKey('$1::uuid')})`, [owner], 'storage.lock-names')
}

/** SQL: key of the lock of an owner's names. */
export const namesKey = (owner: string): string => `hashtextextended('coffer.names.' || ${owner}, 0)`

/** For calls on whole selections: a folder of 100,000 entries takes seconds, because each of its rows changes. */
export const allowTime = async (tx: Tx, selection: object | undefined | null): Promise<void> => {
  if (selection) await tx.setStatementTimeout(120_000)
}
