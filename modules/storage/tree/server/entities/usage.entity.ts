import { defineEntity, p } from '@mikro-orm/core'
import { UserEntity } from '../../../../users/index.ts'

const userId = () =>
  p.manyToOne(UserEntity).mapToPk().primary().fieldName('user_id').deleteRule('cascade').updateRule('no action')

/**
 * Counters per owner: used bytes (in total and by kind; the rest belongs to other files), reserved bytes, items at the
 * root, trashed trees, and the content of these trees, up to the deltas of `folder_size_deltas`.
 */
export const UsageEntity = defineEntity({
  name: 'Usage',
  tableName: 'usage',
  indexes: [{ name: 'usage_used_bytes_index', properties: ['usedBytes', 'userId'] }],
  checks: [
    { name: 'usage_used_bytes_check', expression: 'used_bytes >= 0' },
    { name: 'usage_reserved_bytes_check', expression: 'reserved_bytes >= 0' },
    { name: 'usage_root_count_check', expression: 'root_count >= 0' },
    { name: 'usage_trash_count_check', expression: 'trash_count >= 0' },
  ],
  properties: {
    userId,
    usedBytes: p.bigint('number').fieldName('used_bytes').default(0),
    /** The most used bytes since `recordUsage`; a trigger keeps it. */
    peakBytes: p.bigint('number').fieldName('peak_bytes').default(0),
    reservedBytes: p.bigint('number').fieldName('reserved_bytes').default(0),
    imagesBytes: p.bigint('number').fieldName('images_bytes').default(0),
    videosBytes: p.bigint('number').fieldName('videos_bytes').default(0),
    audiosBytes: p.bigint('number').fieldName('audios_bytes').default(0),
    documentsBytes: p.bigint('number').fieldName('documents_bytes').default(0),
    rootCount: p.integer().fieldName('root_count').default(0),
    trashCount: p.integer().fieldName('trash_count').default(0),
    trashFiles: p.bigint('number').fieldName('trash_files').default(0),
    trashFolders: p.bigint('number').fieldName('trash_folders').default(0),
    trashBytes: p.bigint('number').fieldName('trash_bytes').default(0),
  },
})

/** Traffic per owner and UTC day, in bytes. */
export const TrafficEntity = defineEntity({
  name: 'Traffic',
  tableName: 'traffic',
  indexes: [{ name: 'traffic_day_index', properties: ['day'] }],
  properties: {
    userId,
    day: p.date().primary(),
    uploadedBytes: p.bigint('number').fieldName('uploaded_bytes').default(0),
    downloadedBytes: p.bigint('number').fieldName('downloaded_bytes').default(0),
  },
})

/** Traffic of all accounts on an ended UTC day, in bytes. */
export const TrafficTotalEntity = defineEntity({
  name: 'TrafficTotal',
  tableName: 'traffic_totals',
  properties: {
    day: p.date().primary(),
    uploadedBytes: p.bigint('number').fieldName('uploaded_bytes'),
    downloadedBytes: p.bigint('number').fieldName('downloaded_bytes'),
  },
})
