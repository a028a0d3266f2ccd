import type { Sql } from '../../../platform/index.ts'
import { sharingErrors } from '../errors.ts'
import type { FileRequestRow } from '../file-request.row.ts'

type Limited = Pick<FileRequestRow, 'id' | 'max_files' | 'received_files'>

/** Files that may occupy space for a request, relative to `max_files`; files that its uploaders have deleted included. */
const maxStoredFactor = 2

/** Number, up to $2, of files deleted by uploaders and still in the owner's trash, alone or in a trashed folder. */
export const deletedSql = `select count(*) as files from (
    select 1 from file_request_items s
    where s.request_id = $1 and s.removed_at is not null and not s.is_folder and exists (
      with recursive up as (
        select id, parent_id, trashed_at from item_summaries where id = s.item_id
        union all
        select p.id, p.parent_id, p.trashed_at from up join item_summaries p on p.id = up.parent_id
        where up.trashed_at is null
      ) select 1 from up where trashed_at is not null
    ) limit $2
  ) deleted`

/**
 * Files that the request may still receive; null: no limit. With the deleted ones it has at most twice `max_files`: an
 * uploader can replace files sent by mistake, but not fill the owner's account by deleting and sending again (D80).
 */
export const filesLeft = async (sql: Sql, { id, max_files, received_files }: Limited): Promise<number | null> => {
  if (max_files === null) return null
  const left = Math.max(0, max_files - received_files)
  if (left === 0) return 0
  const maxDeleted = maxStoredFactor * max_files - received_files
  const [deleted] = await sql.query<{ files: number }>(deletedSql, [id, maxDeleted], 'sharing.deleted-files')
  return Math.min(left, maxDeleted - (deleted?.files ?? 0))
}

/** Throws 422 when the request may receive no further file. */
export const requireRoomForFile = async (sql: Sql, request: Limited): Promise<void> => {
  if ((await filesLeft(sql, request)) === 0) throw sharingErrors.fail('file-limit-reached')
}
