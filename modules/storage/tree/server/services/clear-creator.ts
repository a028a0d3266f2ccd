import type { Db, Sql } from '../../../../platform/index.ts'
import { nilUuid } from '../../../../shared/contract.ts'
import { foreignCreator } from '../entities/item.entity.ts'

/** Rows per transaction. */
const batchSize = 1_000

/** Items first: one that is replaced meanwhile takes its creator to the version. */
const tables = ['items', 'item_versions'] as const
type Table = (typeof tables)[number]

/** $1 account, $2 the last id. Resolves with the last id of the batch. */
export const clearCreatorBatchSql = (table: Table): string => `with batch as (
    select id from ${table} where creator_id = $1 and ${foreignCreator} and id > $2 order by id limit ${batchSize}
    for no key update
  ), cleared as (
    update ${table} set creator_id = null where id = any(array(select id from batch))
  ) select id from batch order by id desc limit 1`

const clearAllSql = (table: Table) =>
  `update ${table} set creator_id = null where creator_id = $1 and ${foreignCreator}`

/** Clears the creator of items and versions that an account stored in folders of others, in small transactions. */
export const clearCreator = async (db: Db, userId: string): Promise<void> => {
  for (const table of tables)
    for (let last: string | undefined = nilUuid; last; ) {
      const rows: { id: string }[] = await db.query<{ id: string }>(clearCreatorBatchSql(table), [userId, last])
      last = rows[0]?.id
    }
}

/**
 * Does the same for rows stored since, in the transaction that has deleted the account's row. The deletion has waited for
 * transactions that stored for the account as a member of a team folder, and it is no member any more: no row can follow.
 */
export const clearDeletedCreator = async (sql: Sql, userId: string): Promise<void> => {
  for (const table of tables) await sql.query(clearAllSql(table), [userId])
}
