import { defineEntity, p } from '@mikro-orm/core'

/** Bytes and files in the tree of a folder, up to the deltas that are not aggregated yet. No row: the tree has no files. */
export const FolderSizeEntity = defineEntity({
  name: 'FolderSize',
  tableName: 'folder_sizes',
  properties: {
    folderId: p.uuid().primary().fieldName('folder_id'),
    size: p.bigint('number'),
    files: p.bigint('number'),
  },
})

/** Change of a folder's direct content. Triggers of `items` insert rows; the aggregation deletes them. */
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
