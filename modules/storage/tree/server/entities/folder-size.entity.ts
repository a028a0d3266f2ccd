import { defineEntity, p } from '@mikro-orm/core'

/** Bytes and files in the whole tree of a folder, as far as `folder_size_deltas` are folded into it; no row: nothing in it. */
export const FolderSizeEntity = defineEntity({
  name: 'FolderSize',
  tableName: 'folder_sizes',
  properties: {
    folderId: p.uuid().primary().fieldName('folder_id'),
    size: p.bigint('number'),
    files: p.bigint('number'),
  },
})

/** What a folder's own content has changed by. Written by triggers of `items`, only ever added, gone when folded. */
export const FolderSizeDeltaEntity = defineEntity({
  name: 'FolderSizeDelta',
  tableName: 'folder_size_deltas',
  properties: {
    ownerId: p.uuid().primary().fieldName('owner_id'),
    id: p.bigint('number').primary().generated('identity'),
    folderId: p.uuid().fieldName('folder_id'),
    size: p.bigint('number'),
    files: p.bigint('number'),
  },
})
