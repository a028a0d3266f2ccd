import type { Tx } from '../../../../platform/index.ts'

/**
 * Serializes changes of an owner's tree until the transaction ends. Otherwise two moves that are valid alone (A into B,
 * B into A) could create a cycle (A45).
 */
export const lockTree = (tx: Tx, owner: string): Promise<void> => tx.lock(`coffer.tree.${owner}`)

/**
 * Serializes the writers of an owner's names (create, rename, move, trash, restore) until the transaction ends: the
 * second writer of a name finds it taken, and row locks cannot deadlock. Call it after `lockTree` and before any row is
 * locked. The trigger that numbers names (migration 360) takes the same lock.
 */
export const lockNames = async (tx: Tx, owner: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(${namesLockKey('$1::uuid')})`, [owner], 'storage.lock-names')
}

/** SQL: lock key of an owner's names. */
export const namesLockKey = (owner: string): string => `hashtextextended('coffer.names.' || ${owner}, 0)`

const selectionTimeoutMs = 120_000

/** Raises the statement timeout for calls on selections: changing the 100,000 rows of a folder takes seconds. */
export const raiseSelectionTimeout = async (tx: Tx, selection: object | undefined | null): Promise<void> => {
  if (selection) await tx.setStatementTimeout(selectionTimeoutMs)
}
