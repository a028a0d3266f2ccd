import type { Sql, Tx } from '../../../platform/index.ts'
import { isEmptied, mergedSql } from './merged-folders.ts'
import type { OperationRow } from './operation.row.ts'

/** Rows per transaction. */
const batchSize = 1_000

/** The key share makes a deletion of the folder that stays wait. */
const moveSql = `with ${mergedSql}, moving as (
    select c.id, t.id as into_id from merged m
    join operation_items e on e.operation_id = $1 and e.item_id = m.id and e.outcome = 'merged'
    join items t on t.id = e.to_id join item_comments c on c.item_id = m.id
    where ${isEmptied} limit ${batchSize} for key share of t
  ) update item_comments c set item_id = w.into_id, merged_from = c.item_id from moving w where c.id = w.id returning 1`

/** Puts a batch of the comments on emptied folders on the folders that these were merged into. False when none is left. */
export const mergeComments = async (tx: Tx, { id, owner_id }: OperationRow): Promise<boolean> =>
  (await tx.query(moveSql, [id, owner_id], 'storage.merge-comments')).length > 0

const returnSql = `with separated as (
    select c.id from operation_items e join items i on i.id = e.item_id
    join item_comments c on c.merged_from = e.item_id and c.item_id = e.to_id
    where e.operation_id = $1 and e.outcome = 'merged' limit ${batchSize} for key share of i
  ) update item_comments c set item_id = c.merged_from, merged_from = null from separated r where c.id = r.id returning 1`

/** Undoes `mergeComments` of an operation. */
export const unmergeComments = async (sql: Sql, operation: string): Promise<boolean> =>
  (await sql.query(returnSql, [operation], 'storage.unmerge-comments')).length > 0
