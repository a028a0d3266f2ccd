import { sql } from 'kysely'
import { newId, type Tx } from '../../../platform/index.ts'
import { nilUuid } from '../../../shared/contract.ts'
import type { SharingTables } from '../entities/index.ts'

/** In place of a digest's id: its notification is there. */
const notified = nilUuid

/** Payload of a queued job before files were marked: those of one uploader between two times (ISO 8601). */
interface TimedDigest {
  uploaderId: string
  since: string | null
  until: string
}

/** Payload of a queued job: the files of one uploader that are marked with `id`. Queued jobs outlive updates. */
export type FileRequestDigest = { uploaderId: string; id: string } | TimedDigest

/**
 * Marks the files that the owner was not notified of, of uploaders who submitted or are idle: whether a file is counted
 * depends on no clock, which may be put back. Nothing is marked of uploaders that another transaction has locked.
 */
export const takeDigests = async (
  tx: Tx,
  { uploading, idleMinutes, limit }: { uploading: readonly string[]; idleMinutes: number; limit: number },
): Promise<FileRequestDigest[]> => {
  // A last upload that lies ahead is of a clock that was wrong: it says nothing about who is idle.
  const uploaders = await tx.query<{ id: string }>(
    `select u.id from file_request_uploaders u
     where exists (select 1 from file_request_items i
       where i.uploader_id = u.id and i.digest_id is null and not i.is_folder)
     and (u.submitted_at is not null or (u.id::text <> all($1::text[])
       and (u.last_upload_at < now() - interval '${idleMinutes} minutes' or u.last_upload_at > now() + interval '1 minute')))
     order by u.last_upload_at limit ${limit} for update of u skip locked`,
    [uploading],
  )
  const digests = uploaders.map(({ id: uploaderId }) => ({ uploaderId, id: newId() }))
  // A statement of its own: it sees the files that were committed until their uploaders were locked.
  if (digests.length > 0)
    await tx.query(
      `with files as (
         select i.item_id, d.id from unnest($1::uuid[], $2::uuid[]) as d (uploader_id, id)
         join file_request_items i on i.uploader_id = d.uploader_id and i.digest_id is null and not i.is_folder
         order by i.item_id for update of i
       ) update file_request_items i set digest_id = files.id from files where i.item_id = files.item_id`,
      [digests.map(({ uploaderId }) => uploaderId), digests.map(({ id }) => id)],
    )
  return digests
}

/**
 * The request of a digest, its uploader, and the number of its files, which are marked as notified in `tx`: a job that runs
 * again finds none. Undefined without files. Times in JavaScript lack microseconds. Rows are locked by id, as everywhere
 * (`UploaderItems.markRemoved`): two transactions with the same files would wait for each other.
 */
export const completeDigest = (tx: Tx, digest: FileRequestDigest) => {
  const afterMillisecond = (time: string) => sql<Date>`${time}::timestamptz + interval '1 millisecond'`
  return tx
    .builder<SharingTables>()
    .with('files', (db) => {
      const files = db
        .selectFrom('file_request_items')
        .select('item_id')
        .where('uploader_id', '=', digest.uploaderId)
        .where('is_folder', '=', false)
        .where('digest_id', 'is distinct from', notified)
        .orderBy('item_id')
        .forUpdate()
      if ('id' in digest) return files.where('digest_id', '=', digest.id)
      const until = files.where('received_at', '<=', afterMillisecond(digest.until))
      return digest.since === null ? until : until.where('received_at', '>', afterMillisecond(digest.since))
    })
    .with('notified', (db) =>
      db
        .updateTable('file_request_items as i')
        .from('files')
        .set({ digest_id: notified })
        .whereRef('i.item_id', '=', 'files.item_id')
        .returning(['i.uploader_id', 'i.late', 'i.removed_at']),
    )
    .selectFrom('notified as i')
    .innerJoin('file_request_uploaders as u', 'u.id', 'i.uploader_id')
    .innerJoin('file_requests as r', 'r.id', 'u.request_id')
    .select(['r.owner_id', 'r.id as request_id', 'r.folder_id', 'r.title', 'r.name'])
    .select(['u.name as uploader_name', 'u.email', 'u.submitted_at'])
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.countAll<number>().filterWhere('i.late', '=', true).as('late'),
    ])
    .where('i.removed_at', 'is', null)
    .groupBy(['r.id', 'u.id'])
    .executeTakeFirst()
}
