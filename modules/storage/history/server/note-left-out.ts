import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { folderKey, stateAt } from './state-at.ts'

/** Names that are kept. */
const maxNames = 5

const leftOutSql = `select i.name from unnest($1::uuid[]) as w (id) join items i on i.id = w.id join ${stateAt('i.id', '$2')} on true
  where i.trashed_at is not null or i.merged_by is not null or ${folderKey('i')} <> was.folder_id`

/** Tells of the items that are not in their folder of the time `at` after the last pass: they stay where they are. */
export const noteLeftOut = async (tx: Tx, op: OperationRow, ids: readonly string[], at: string): Promise<void> => {
  const rows = await tx.query<{ name: string }>(leftOutSql, [ids, at])
  if (rows.length === 0) return
  const [{ count, names } = { count: 0, names: [] }] = op.left_out ?? []
  const leftOut = {
    reason: 'no-folder',
    count: count + rows.length,
    names: [...names, ...rows.map(({ name }) => name)].slice(0, maxNames),
  }
  await tx.query('update operations set left_out = $2 where id = $1', [op.id, JSON.stringify([leftOut])])
}
