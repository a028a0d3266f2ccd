import { defineEntity, p } from '@mikro-orm/core'

/**
 * Bytes, files and folders below a folder, up to the deltas that are not aggregated yet. No row: there is nothing below it.
 */
export const FolderSizeEntity = defineEntity({
  name: 'FolderSize',
  tableName: 'folder_sizes',
  properties: {
    folderId: p.uuid().primary().fieldName('folder_id'),
    size: p.bigint('number'),
    files: p.bigint('number'),
    folders: p.bigint('number').default(0),
  },
})

/**
 * Change of the direct content of a folder, or of the owner's trash when `folder_id` is null. Triggers of `items` insert
 * rows; the aggregation deletes them.
 */
export const FolderSizeDeltaEntity = defineEntity({
  name: 'FolderSizeDelta',
  tableName: 'folder_size_deltas',
  properties: {
    ownerId: p.uuid().primary().fieldName('owner_id'),
    id: p.bigint('number').primary().generated('identity'),
    folderId: p.uuid().nullable().fieldName('folder_id'),
    size: p.bigint('number'),
    files: p.bigint('number'),
    folders: p.bigint('number').default(0),
  },
})
