import type { Sql } from '../../../platform/index.ts'
import { sharingErrors } from '../errors.ts'
import type { FileRequestRow } from '../file-request.row.ts'

/** Files that a request may occupy space with, those that its uploaders have deleted included, relative to `max_files`. */
const maxStoredFactor = 2

/** Files that uploaders have deleted and that are still in the owner's trash, up to $2. */
export const deletedSql = `select count(*) as files from (
    select 1 from file_request_items s join item_summaries i on i.id = s.item_id
    where s.request_id = $1 and s.removed_at is not null and not s.is_folder limit $2
  ) deleted`

/**
 * Throws 422 when the request has `max_files` files, or twice as many with the deleted ones: an uploader can replace what they
 * sent by mistake, but not fill the owner's account by deleting and sending again (D80).
 */
export const requireRoomForFile = async (
  sql: Sql,
  { id, max_files, received_files }: Pick<FileRequestRow, 'id' | 'max_files' | 'received_files'>,
): Promise<void> => {
  if (max_files === null) return
  const maxDeleted = maxStoredFactor * max_files - received_files
  if (received_files < max_files) {
    const [deleted] = await sql.query<{ files: number }>(deletedSql, [id, maxDeleted], 'sharing.deleted-files')
    if ((deleted?.files ?? 0) < maxDeleted) return
  }
  throw sharingErrors.fail('file-limit-reached')
}
