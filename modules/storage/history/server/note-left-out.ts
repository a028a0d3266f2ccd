import type { Tx } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { folderKey, stateAt } from './state-at.ts'

/** Names that are kept for each reason. */
const maxNames = 5

const leftOutSql = `select i.id, i.name from unnest($1::uuid[]) as w (id) join items i on i.id = w.id
    join ${stateAt('i.id', '$2')} on true
  where i.trashed_at is not null or i.merged_by is not null or ${folderKey('i')} <> was.folder_id`

/**
 * Tells of the items `ids` that are not in their folder of the time `at` after the last pass: they stay where they are. `tooDeep`:
 * because of the levels of folders.
 */
export const noteLeftOut = async (
  tx: Tx,
  op: OperationRow,
  { ids, tooDeep }: { ids: readonly string[]; tooDeep: ReadonlySet<string> },
  at: string,
): Promise<void> => {
  const rows = await tx.query<{ id: string; name: string }>(leftOutSql, [ids, at])
  if (rows.length === 0) return
  const leftOut = new Map((op.left_out ?? []).map((noted) => [noted.reason, noted]))
  for (const { id, name } of rows) {
    const reason = tooDeep.has(id) ? 'too-deep' : 'no-folder'
    const { count, names } = leftOut.get(reason) ?? { count: 0, names: [] }
    leftOut.set(reason, { reason, count: count + 1, names: [...names, name].slice(0, maxNames) })
  }
  await tx.query('update operations set left_out = $2 where id = $1', [op.id, JSON.stringify([...leftOut.values()])])
}
