import { sql } from 'kysely'
import type { Db, Executor, Sql, Tx } from '../../../platform/index.ts'
import { type ItemRow, storageErrors } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import { currentStatus, type FileRequestRow, isLateSql, type UploaderRow } from '../file-request.row.ts'
import type { FileRequestAccess } from './file-request-access.ts'
import { requireRoomForFile } from './file-request-limit.ts'

interface ItemRef {
  id: string
  type: string
}

/** A folder of the uploader, for their folder tree. */
export interface UploaderFolder {
  id: string
  parent_id: string | null
  name: string
  child_count: number
}

/** The name the uploader gave: a number appended because of others' files would reveal those (A18). */
const shownName = sql<string>`coalesce(s.sent_name, i.name)`

/**
 * Condition on an item that was sent: its content is what the uploader sent. What the owner stores in its place is not theirs:
 * they neither see nor change the file any more. Folders and files sent before this was recorded have no `blob_id`.
 */
const isAsSentSql = '(s.blob_id is null or s.blob_id = i.blob_id)'

/** Record of which uploader sent which item, which makes the item their own (H4, A18). */
export class UploaderItems {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Throws unless all items are this uploader's own: 404, or 403 where everybody sees everything. */
  async requireOwn({ fileRequest, uploader }: FileRequestAccess, items: readonly ItemRef[]): Promise<void> {
    const ids = [...new Set(items.map(({ id }) => id))]
    if (fileRequest.visibility !== 'none' && (await this.own(uploader, ids)).size === ids.length) return
    if (fileRequest.visibility === 'all') {
      const sentItems = await this.db
        .builder<SharingTables>()
        .selectFrom('file_request_items')
        .select('item_id')
        .where('request_id', '=', fileRequest.id)
        .where('item_id', 'in', ids)
        .where('removed_at', 'is', null)
        .execute()
      if (sentItems.length === ids.length) throw sharingErrors.fail('not-owner')
    }
    throw storageErrors.fail('item-not-found')
  }

  /**
   * Ids out of `ids` of items that this uploader sent and has not deleted, with the content they sent → the name they gave;
   * null: the item's own name. Prepared SQL: each file, thumbnail and chunk into a folder asks.
   */
  async own(uploader: UploaderRow | null, ids: readonly string[]): Promise<Map<string, string | null>> {
    if (!uploader || ids.length === 0) return new Map()
    const rows = await this.db.query<{ item_id: string; sent_name: string | null }>(
      `select s.item_id, s.sent_name from file_request_items s join item_summaries i on i.id = s.item_id
       where s.uploader_id = $1 and s.item_id = any($2::uuid[]) and s.removed_at is null and ${isAsSentSql}`,
      [uploader.id, ids],
      'sharing.own-items',
    )
    return new Map(rows.map(({ item_id, sent_name }) => [item_id, sent_name]))
  }

  /** Sets the name that the uploader is shown. */
  async rename(uploader: UploaderRow, id: string, name: string): Promise<void> {
    await this.db
      .builder<SharingTables>()
      .updateTable('file_request_items')
      .set({ sent_name: name })
      .where('uploader_id', '=', uploader.id)
      .where('item_id', '=', id)
      .execute()
  }

  /**
   * Ids of own items directly in these folders, in no order. Its cost is bounded by this uploader's number of items.
   * Prepared SQL: the page and each of its lists ask.
   */
  async ownIn(uploader: UploaderRow, folders: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select i.id from file_request_items s join item_summaries i on i.id = s.item_id
       where s.uploader_id = $1 and s.removed_at is null and i.parent_id = any($2::uuid[]) and i.trashed_at is null
         and ${isAsSentSql}`,
      [uploader.id, folders],
      'sharing.own-items-in',
    )
    return rows.map(({ id }) => id)
  }

  /** Bytes of the uploader's own files in a folder of theirs and below it. */
  async bytesBelow(uploader: UploaderRow, folder: string): Promise<number> {
    const [sum] = await this.db.query<{ bytes: number }>(
      `with recursive own as (
         select $2::uuid as id, 0::bigint as size union all
         select i.id, case when s.is_folder then 0 else s.size end from own
         join item_summaries i on i.parent_id = own.id and i.trashed_at is null
         join file_request_items s on s.item_id = i.id and s.uploader_id = $1 and s.removed_at is null and ${isAsSentSql}
       ) select coalesce(sum(size), 0)::bigint as bytes from own`,
      [uploader.id, folder],
      'sharing.own-bytes-below',
    )
    return sum?.bytes ?? 0
  }

  /** Id of the uploader's own active folder of that name in `parent`, or null. */
  async folderNamed(executor: Executor, uploader: UploaderRow, parent: string, name: string): Promise<string | null> {
    const folder = await this.ownFolders(executor, uploader)
      .where('i.parent_id', '=', parent)
      .where(shownName, '=', name)
      .orderBy('i.created_at')
      .orderBy('i.id')
      .limit(1)
      .executeTakeFirst()
    return folder?.id ?? null
  }

  /** Own active folders, up to a thousand. */
  folders(uploader: UploaderRow): Promise<UploaderFolder[]> {
    return this.ownFolders(this.db, uploader).orderBy(shownName).orderBy('i.id').limit(1000).execute()
  }

  private ownFolders(executor: Executor, uploader: UploaderRow) {
    return executor
      .builder<SharingTables>()
      .selectFrom('file_request_items as s')
      .innerJoin('item_summaries as i', 'i.id', 's.item_id')
      .select(['i.id', 'i.parent_id', shownName.as('name'), 'i.child_count'])
      .where('s.uploader_id', '=', uploader.id)
      .where('s.is_folder', '=', true)
      .where('s.removed_at', 'is', null)
      .where('i.trashed_at', 'is', null)
  }

  /** `name`: as the uploader gave it. */
  async addFolder(tx: Tx, { fileRequest, uploader }: FileRequestAccess, id: string, name: string): Promise<void> {
    await insert(tx, fileRequest.id, uploader, { id, is_folder: true, size: 0, name, late: false, blob_id: null })
  }

  /**
   * In the transaction that creates the file, under the request's row lock: of parallel files none exceeds a limit, and
   * none is stored after a close (A38). Throwing rolls the file back. `name`: as the uploader gave it. Plain SQL: it is
   * part of each upload's commit.
   */
  async addFile(
    tx: Tx,
    { fileRequest: { id }, uploader }: FileRequestAccess,
    file: ItemRow,
    name: string,
  ): Promise<void> {
    const [now] = await tx.query<FileRequestRow>(
      `select ${currentStatus} as status, ${isLateSql} as late, r.max_files, r.max_file_size, r.accepted_types,
         r.received_files from file_requests r where r.id = $1 for update`,
      [id],
    )
    if (now?.status !== 'active') throw sharingErrors.fail('request-closed')
    await requireRoomForFile(tx, { ...now, id })
    if (now.max_file_size !== null && file.size > now.max_file_size) throw sharingErrors.fail('request-file-too-large')
    if (now.accepted_types && !(now.accepted_types as string[]).includes(file.kind))
      throw sharingErrors.fail('type-not-accepted')
    await insert(tx, id, uploader, { ...file, name, late: now.late })
    await tx.query(
      `update file_requests set received_files = received_files + 1, received_bytes = received_bytes + $2,
         last_upload_at = now() where id = $1`,
      [id, file.size],
    )
    await tx
      .builder<SharingTables>()
      .updateTable('file_request_uploaders')
      .set({ last_upload_at: sql<Date>`now()`, submitted_at: null })
      .where('id', '=', uploader.id)
      .execute()
  }

  /** Records that a chunk arrives, at most once a minute, so that the request does not close by itself meanwhile. */
  async recordActivity(requestId: string): Promise<void> {
    await this.db.query(
      `update file_requests set last_upload_at = now()
       where id = $1 and coalesce(last_upload_at <= now() - interval '1 minute', true)`,
      [requestId],
      'sharing.record-activity',
    )
  }

  /**
   * In the transaction that deletes own items, which has locked their tree: these and everything in them is hidden from the
   * uploader and no longer counted. 403 when they contain something else outside the trash: of the owner, of another
   * uploader or request, or with content that the owner has stored. Plain SQL: one statement locks the tree's rows in the
   * order of digests (`completeDigest`), marks them and corrects the counters by them.
   */
  async markRemoved(tx: Tx, { fileRequest, uploader }: FileRequestAccess, ids: readonly string[]): Promise<void> {
    const [counted] = await tx.query<{ has_foreign: boolean }>(
      `with recursive tree as (
         select id, blob_id, false as was_trashed from item_summaries where id = any($2::uuid[]) union all
         select i.id, i.blob_id, tree.was_trashed or i.trashed_at is not null and i.id <> all($2::uuid[])
         from tree join item_summaries i on i.parent_id = tree.id
       ), foreign_items as (
         select from tree i where not i.was_trashed and not exists (
           select from file_request_items s
           where s.item_id = i.id and s.uploader_id = $3 and s.removed_at is null and ${isAsSentSql})
       ), sent as (
         select s.item_id from tree i join file_request_items s
           on s.item_id = i.id and s.request_id = $1 and s.removed_at is null
         order by s.item_id for update of s
       ), removed as (
         update file_request_items s set removed_at = now() from sent where s.item_id = sent.item_id
         returning s.is_folder, s.size
       ), sums as (
         select count(*) as files, coalesce(sum(size), 0) as bytes from removed where not is_folder
       ) update file_requests set received_files = received_files - sums.files, received_bytes = received_bytes - sums.bytes
       from sums where id = $1 returning exists (select from foreign_items) as has_foreign`,
      [fileRequest.id, ids, uploader.id],
    )
    if (counted?.has_foreign) throw sharingErrors.fail('not-owner')
  }
}

const insert = (
  tx: Sql,
  requestId: string,
  uploader: UploaderRow,
  item: { id: string; is_folder: boolean; size: number; name: string; late: boolean; blob_id: string | null },
) =>
  tx.query(
    `insert into file_request_items (item_id, request_id, uploader_id, is_folder, size, late, sent_name, blob_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [item.id, requestId, uploader.id, item.is_folder, item.size, item.late, item.name, item.blob_id],
  )
