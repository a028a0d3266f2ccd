import type { Db } from '../../modules/platform/index.ts'

const treeSql = (atRoot: boolean) => `with recursive down as (
    select id, is_folder, name as path, blob_id, merged_by from items where trashed_at is null
      and ${atRoot ? 'owner_id = $1 and parent_id is null' : 'parent_id = $1'}
    union all
    select i.id, i.is_folder, down.path || '/' || i.name, i.blob_id, i.merged_by from down join items i on i.parent_id = down.id
    where i.trashed_at is null
  ) select path || case when is_folder then '/' else '=' || encode(b.sha256, 'hex') end
    || case when merged_by is null then '' else ' (hidden)' end as line
  from down left join blobs b on b.id = down.blob_id order by path collate "C", is_folder`

const contentsSql = `select encode(b.sha256, 'hex') as sha from blobs b where b.id in (
    select blob_id from items where owner_id = $1 union select blob_id from item_versions where owner_id = $1)`

/** Paths of all active items in a folder (null: the root), files with the hash of their content. None should be hidden. */
export const treeOf = async (db: Db, ownerId: string, folder: string | null = null): Promise<string[]> =>
  (await db.query<{ line: string }>(treeSql(folder === null), [folder ?? ownerId])).map(({ line }) => line)

/** Hashes of all contents of an account: of files, also in the trash, and versions. */
export const contentsOf = async (db: Db, ownerId: string): Promise<Set<string>> =>
  new Set((await db.query<{ sha: string }>(contentsSql, [ownerId])).map(({ sha }) => sha))

/** Overwrites each third file of a folder, with a version of what it had, as uploads do. */
export const overwriteFiles = (db: Db, owner: string, parent: string): Promise<object[]> =>
  db.query(
    `with files as (
       select id, blob_id, size, kind, gen_random_uuid() as fresh from items
       where parent_id = $2 and not is_folder and hashtext(id::text) % 3 = 0
     ), blobs as (
       insert into blobs (id, key, size, sha256, crc32, media_type)
       select fresh, 'seed/' || fresh, size, sha256(fresh::text::bytea), 0, 'application/octet-stream' from files
     ), versions as (
       insert into item_versions (item_id, owner_id, blob_id, size, kind, stored_at) select id, $1, blob_id, size, kind, now() from files
     ), used as (
       update usage set used_bytes = used_bytes + s.size, images_bytes = images_bytes + s.images, videos_bytes = videos_bytes + s.videos,
         audios_bytes = audios_bytes + s.audios, documents_bytes = documents_bytes + s.documents
       from (select sum(size) as size, coalesce(sum(size) filter (where kind = 'image'), 0) as images,
         coalesce(sum(size) filter (where kind = 'video'), 0) as videos, coalesce(sum(size) filter (where kind = 'audio'), 0) as audios,
         coalesce(sum(size) filter (where kind = 'document'), 0) as documents from files) s where user_id = $1
     ) update items i set blob_id = f.fresh from files f where i.id = f.id returning 1`,
    [owner, parent],
  )
