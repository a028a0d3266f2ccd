import type { Sql } from '../../../../platform/index.ts'

/** Two ranges of the index by which the trash is listed. */
const lastTrashedSql = `select greatest(
    (select max(trashed_at) from items where owner_id = $1 and is_folder and trashed_at is not null and merged_by is null),
    (select max(trashed_at) from items where owner_id = $1 and not is_folder and trashed_at is not null and merged_by is null)
  ) as at`

/**
 * When the last item in an owner's trash was trashed, as `until` of a selection; 1970 for an empty trash, so that a
 * selection of it has nothing. Call it before the trash is listed or counted: items trashed in between are then shown and
 * spared, and never deleted unseen.
 */
export const lastTrashedAt = async (sql: Sql, owner: string): Promise<string> => {
  const [row] = await sql.query<{ at: Date | null }>(lastTrashedSql, [owner], 'storage.last-trashed')
  return (row?.at ?? new Date(0)).toISOString()
}
