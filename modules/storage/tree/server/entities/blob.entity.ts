import { defineEntity, p } from '@mikro-orm/core'

/** Stored content. Immutable except for the state of its thumbnails and the faults that checks find. */
export const BlobEntity = defineEntity({
  name: 'Blob',
  tableName: 'blobs',
  indexes: [
    { name: 'blobs_created_at_index', properties: ['createdAt'] },
    {
      name: 'blobs_pending_thumbnails_index',
      expression: `create index blobs_pending_thumbnails_index
        on blobs (thumbnails_wanted_at desc nulls last, created_at desc) where thumbnail_status = 'pending'`,
    },
    {
      name: 'blobs_content_fault_index',
      expression: 'create index blobs_content_fault_index on blobs (key) where content_fault is not null',
    },
    {
      name: 'blobs_films_without_thumbnails_index',
      expression: `create index blobs_films_without_thumbnails_index
        on blobs (id) where thumbnail_status = 'none' and media_type like 'video/%'`,
    },
  ],
  checks: [
    { name: 'blobs_size_check', expression: 'size >= 0' },
    {
      name: 'blobs_content_fault_check',
      expression: "content_fault in ('missing-blob', 'size-mismatch', 'sha-mismatch')",
    },
    {
      name: 'blobs_thumbnail_status_check',
      expression: "thumbnail_status in ('none', 'pending', 'ready', 'failed')",
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    /** Random key of the content in the blob store. Names never reach the disk. */
    key: p.text().unique('blobs_key_unique'),
    size: p.bigint('number'),
    sha256: p.blob(),
    crc32: p.bigint('number'),
    mediaType: p.text().fieldName('media_type'),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** Pages of a PDF; null before they were counted. */
    pages: p.integer().nullable(),
    thumbnailStatus: p.text().fieldName('thumbnail_status').default('none'),
    /** Set when a client shows the item before its thumbnail is made: such thumbnails are made first. */
    thumbnailsWantedAt: p.datetime().columnType('timestamptz').fieldName('thumbnails_wanted_at').nullable(),
    /**
     * Since when the stored bytes are known to differ from `sha256`; null again when they were read without a difference.
     */
    damagedAt: p.datetime().columnType('timestamptz').fieldName('damaged_at').nullable(),
    /** Fault that checks of the stored content have found, until a check finds none. */
    contentFault: p.text().fieldName('content_fault').nullable(),
    /** When administrators were notified of the fault. */
    faultReportedAt: p.datetime().columnType('timestamptz').fieldName('fault_reported_at').nullable(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})

/** Keys of deleted blobs whose files a job unlinks. */
export const BlobDeletionEntity = defineEntity({
  name: 'BlobDeletion',
  tableName: 'blob_deletions',
  properties: {
    key: p.text().primary(),
    createdAt: p.datetime().columnType('timestamptz').fieldName('created_at').defaultRaw('now()'),
  },
})
