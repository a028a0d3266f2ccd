import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'

/** SQL: time since when the history has each change; null before it began. */
export const historyStart = '(select since from item_history_start)'

/** Whether the history has each change since the operation began, so that a restore to the moment before it undoes it. */
export const isInHistory = async (tx: Tx, { created_at }: OperationRow): Promise<boolean> =>
  (await tx.query(`select 1 where ${historyStart} < $1`, [created_at])).length > 0
