import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { lockRestores } from './limit-history.ts'

/** SQL: time since when the history of the account `owner` has each change; null before it began. */
export const historyStart = (owner: string): string => `greatest((select since from item_history_start),
    (select since from account_history_starts where owner_id = ${owner}))`

/**
 * Whether the history has each change since the operation began, so that a restore to the moment before it undoes it. It keeps them
 * for a restore that the transaction inserts.
 */
export const isInHistory = async (tx: Tx, { owner_id, created_at }: OperationRow): Promise<boolean> => {
  await lockRestores(tx, owner_id)
  return (await tx.query(`select 1 where ${historyStart('$1')} < $2`, [owner_id, created_at])).length > 0
}
