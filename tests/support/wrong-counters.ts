import type { Db } from '../../modules/platform/index.ts'
import { wrongFolderSizes, wrongTrashSizes } from '../../modules/storage/maintenance/server/consistency-checks.ts'

interface Wrong {
  what: string
  id: string
  kept: number
  counted: number
}

/** Counters of the tree that differ from the rows; empty when all are correct. */
export const wrongCounters = (db: Db): Promise<Wrong[]> =>
  db.query<Wrong>(`
    select 'children' as what, f.id, f.child_count as kept, count(c.id)::int as counted
      from items f left join items c on c.parent_id = f.id and c.trashed_at is null
      where f.is_folder group by f.id having f.child_count <> count(c.id)
    union all
    select 'roots', u.id, coalesce(g.root_count, 0), count(i.id)::int
      from users u left join usage g on g.user_id = u.id
      left join items i on i.owner_id = u.id and i.parent_id is null and i.trashed_at is null
      group by u.id, g.root_count having coalesce(g.root_count, 0) <> count(i.id)
    union all
    select 'trash', u.id, coalesce(g.trash_count, 0), count(i.id)::int
      from users u left join usage g on g.user_id = u.id left join items i on i.owner_id = u.id and i.trashed_at is not null and i.merged_by is null
      group by u.id, g.trash_count having coalesce(g.trash_count, 0) <> count(i.id)
    union all
    select 'used', u.id, coalesce(g.used_bytes, 0), coalesce(held.bytes, 0)
      from users u left join usage g on g.user_id = u.id left join (
        select owner_id, sum(size) as bytes from (
          select owner_id, size from items union all select owner_id, size from item_versions
        ) each group by owner_id
      ) held on held.owner_id = u.id where coalesce(g.used_bytes, 0) <> coalesce(held.bytes, 0)
    union all
    select 'kinds', u.id, (g.images_bytes + 2 * g.videos_bytes + 3 * g.audios_bytes + 5 * g.documents_bytes)::int, sum(i.weighed)::int
      from users u join usage g on g.user_id = u.id join (
        select owner_id, size * case kind when 'image' then 1 when 'video' then 2 when 'audio' then 3 when 'document' then 5 else 0 end
          as weighed
          from (select owner_id, kind, size from items union all select owner_id, kind, size from item_versions) each
      ) i on i.owner_id = u.id
      group by u.id, g.user_id having g.images_bytes + 2 * g.videos_bytes + 3 * g.audios_bytes + 5 * g.documents_bytes <> sum(i.weighed)
    union all
    select 'folder size', id, stored, counted from (${wrongFolderSizes()}) wrong
    union all
    select 'trash size', id, stored, counted from (${wrongTrashSizes()}) wrong
    union all
    select 'blobs without items', b.id, 1, 0 from blobs b where not exists (select 1 from items i where i.blob_id = b.id)
      and not exists (select 1 from item_versions v where v.blob_id = b.id)`)

/** Items that are not reachable from a root: members of a cycle. */
export const unreachable = (db: Db): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(`with recursive reached as (
      select id from items where parent_id is null
      union all
      select i.id from items i join reached r on i.parent_id = r.id
    ) select id from items where id not in (select id from reached)`)
