import type { FindingKind } from './findings.ts'

/** SQL: bytes reserved by open uploads and running operations of an owner; `ownerId` is an SQL expression. */
export const reservedBytes = (ownerId: string): string =>
  `select coalesce((select sum(reserved_bytes) from upload_sessions where owner_id = ${ownerId} and finished_at is null), 0)
     + coalesce((select sum(reserved_bytes) from operations where owner_id = ${ownerId} and state = 'running'), 0) as bytes`

/** SQL: a condition on the owner; none without one. `ownerId` is an SQL expression. */
const ownedBy = (column: string, ownerId?: string): string => (ownerId ? `and ${column} = ${ownerId}` : '')

/** SQL: expected `folder_sizes`: sums over each tree, minus the deltas that are not aggregated yet. */
const expectedSizes = (ownerId?: string): string => `with recursive own as (
    select parent_id as id, size, (not is_folder)::int as files, is_folder::int as folders from items
    where trashed_at is null and parent_id is not null ${ownedBy('owner_id', ownerId)}
    union all select folder_id, -size, -files, -folders from folder_size_deltas where true ${ownedBy('owner_id', ownerId)}
  ), up as (
    select i.id, i.parent_id, i.trashed_at, sum(own.size) as size, sum(own.files) as files, sum(own.folders) as folders, 0 as height
    from own join items i on i.id = own.id group by i.id
    union all
    select p.id, p.parent_id, p.trashed_at, up.size, up.files, up.folders, up.height + 1
    from up join items p on p.id = up.parent_id where up.trashed_at is null and up.height < 10000
  ) select id, sum(size) as size, sum(files) as files, sum(folders) as folders from up group by id`

/** SQL: folders, of one owner or all, whose stored size differs: `id`, `stored`, `counted`, and the counted `files` and `folders`. */
export const wrongFolderSizes = (
  ownerId?: string,
): string => `select i.id, coalesce(z.size, 0) as stored, coalesce(w.size, 0)::bigint as counted,
    coalesce(w.files, 0)::bigint as files, coalesce(w.folders, 0)::bigint as folders
  from items i left join folder_sizes z on z.folder_id = i.id left join (${expectedSizes(ownerId)}) w on w.id = i.id
  where i.is_folder ${ownedBy('i.owner_id', ownerId)} and (coalesce(z.size, 0), coalesce(z.files, 0), coalesce(z.folders, 0))
    <> (coalesce(w.size, 0), coalesce(w.files, 0), coalesce(w.folders, 0))`

/** SQL: owners whose stored size of the trash differs from its aggregated trees, as `wrongFolderSizes`. */
export const wrongTrashSizes = (
  ownerId?: string,
): string => `select u.user_id as id, u.trash_bytes as stored, coalesce(t.size, 0)::bigint as counted,
    coalesce(t.files, 0)::bigint as files, coalesce(t.folders, 0)::bigint as folders
  from usage u left join (
    select owner_id, sum(size) as size, sum(files) as files, sum(folders) as folders from (
      select i.owner_id, i.size + coalesce(z.size, 0) as size,
        case when i.is_folder then coalesce(z.files, 0) else 1 end as files,
        case when i.is_folder then coalesce(z.folders, 0) + 1 else 0 end as folders
      from items i left join folder_sizes z on z.folder_id = i.id where i.trashed_at is not null ${ownedBy('i.owner_id', ownerId)}
      union all select owner_id, -size, -files, -folders from folder_size_deltas where folder_id is null ${ownedBy('owner_id', ownerId)}
    ) each group by owner_id
  ) t on t.owner_id = u.user_id
  where (u.trash_bytes, u.trash_files, u.trash_folders)
    <> (coalesce(t.size, 0), coalesce(t.files, 0), coalesce(t.folders, 0)) ${ownedBy('u.user_id', ownerId)}`

/** One statement per consistency rule; each selects the ids that break it. */
export const consistencyChecks: readonly (readonly [FindingKind, string])[] = [
  [
    'unreferenced-blob',
    `select b.key as id, null as detail from blobs b where not exists (select 1 from items i where i.blob_id = b.id)
     and not exists (select 1 from item_versions v where v.blob_id = b.id)`,
  ],
  [
    'size-of-version',
    `select v.id, v.size || ' instead of ' || b.size as detail from item_versions v join blobs b on b.id = v.blob_id
     join items i on i.id = v.item_id where v.size <> b.size or v.owner_id <> i.owner_id`,
  ],
  [
    'size-of-item',
    `select i.id, i.size || ' instead of ' || b.size as detail from items i join blobs b on b.id = i.blob_id where i.size <> b.size`,
  ],
  [
    'broken-parent',
    `select i.id, null as detail from items i join items p on p.id = i.parent_id
     where not p.is_folder or p.owner_id <> i.owner_id`,
  ],
  [
    // No foreign key checks them (item.entity.ts).
    'unknown-account',
    `select i.id, 'owner' as detail from items i where not exists (select from user_summaries u where u.id = i.owner_id)
     union all select each.id, 'creator' from (
       select id, creator_id from items union all select item_id, creator_id from item_versions
     ) each where creator_id is not null and not exists (select from user_summaries u where u.id = each.creator_id)`,
  ],
  [
    'cycle',
    `with recursive down as (
       select id from items where parent_id is null
       union all select c.id from down join items c on c.parent_id = down.id
     ) select i.id, null as detail from items i where not exists (select 1 from down where down.id = i.id)`,
  ],
  [
    'child-count',
    `select f.id, f.child_count || ' instead of ' || count(c.id) as detail from items f
     left join items c on c.parent_id = f.id and c.trashed_at is null
     where f.is_folder group by f.id having f.child_count <> count(c.id)`,
  ],
  ['folder-size', `select id, stored || ' instead of ' || counted as detail from (${wrongFolderSizes()}) wrong`],
  ['trash-size', `select id, stored || ' instead of ' || counted as detail from (${wrongTrashSizes()}) wrong`],
  [
    'root-count',
    `select u.user_id as id, u.root_count || ' instead of ' || count(i.id) as detail from usage u
     left join items i on i.owner_id = u.user_id and i.parent_id is null and i.trashed_at is null
     group by u.user_id having u.root_count <> count(i.id)`,
  ],
  [
    'trash-count',
    `select u.user_id as id, u.trash_count || ' instead of ' || count(i.id) as detail from usage u
     left join items i on i.owner_id = u.user_id and i.trashed_at is not null and i.merged_by is null
     group by u.user_id having u.trash_count <> count(i.id)`,
  ],
  [
    'usage-drift',
    `select u.id, coalesce(g.used_bytes, 0) || ' instead of ' || coalesce(held.bytes, 0) as detail from user_summaries u
     left join usage g on g.user_id = u.id left join (
       select owner_id, sum(size) as bytes from (
         select owner_id, size from items union all select owner_id, size from item_versions
       ) each group by owner_id
     ) held on held.owner_id = u.id where coalesce(g.used_bytes, 0) <> coalesce(held.bytes, 0)`,
  ],
  [
    'kind-drift',
    `select u.id, concat_ws('/', g.images_bytes, g.videos_bytes, g.audios_bytes, g.documents_bytes) as detail from user_summaries u
     left join usage g on g.user_id = u.id left join (
       select owner_id, kind, size from items union all select owner_id, kind, size from item_versions
     ) i on i.owner_id = u.id
     group by u.id, g.user_id having (coalesce(g.images_bytes, 0), coalesce(g.videos_bytes, 0), coalesce(g.audios_bytes, 0), coalesce(g.documents_bytes, 0))
       <> (coalesce(sum(i.size) filter (where i.kind = 'image'), 0), coalesce(sum(i.size) filter (where i.kind = 'video'), 0),
         coalesce(sum(i.size) filter (where i.kind = 'audio'), 0), coalesce(sum(i.size) filter (where i.kind = 'document'), 0))`,
  ],
  [
    'reserved-drift',
    `select u.user_id as id, u.reserved_bytes || ' instead of ' || open.bytes as detail from usage u
     cross join lateral (${reservedBytes('u.user_id')}) open where u.reserved_bytes <> open.bytes`,
  ],
]
